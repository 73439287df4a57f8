"""Where the lines of a command go: stdout, or a file that is complete or absent."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from upwell.errors import ConfigError


@contextmanager
def opened(path: Path | None) -> Iterator[TextIO]:
    """stdout for None or `-`; else a file that takes its name when all is written."""
    if path is None or str(path) == "-":
        yield sys.stdout
        sys.stdout.flush()
        return
    if not path.parent.is_dir():
        raise ConfigError(f"cannot write {path}: there is no folder {path.parent}; make it first")
    partial = path.with_name(path.name + ".partial")
    with partial.open("w", encoding="utf-8") as stream:
        yield stream
    os.replace(partial, path)


def line(value: Mapping[str, Any]) -> str:
    """One JSON object on one line; text stays readable."""
    return json.dumps(value, ensure_ascii=False, default=str)


def write_lines(path: Path | None, values: Iterable[Mapping[str, Any]]) -> int:
    """Write JSON Lines; returns how many."""
    n = 0
    with opened(path) as stream:
        for value in values:
            stream.write(line(value) + "\n")
            n += 1
    return n


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """JSON Lines of a file; an error names the line."""
    if not path.exists():
        raise ConfigError(f"there is no file {path}; give a file of JSON lines")
    with path.open(encoding="utf-8") as stream:
        for number, text in enumerate(stream, 1):
            if not text.strip():
                continue
            try:
                value = json.loads(text)
            except json.JSONDecodeError as error:
                raise ConfigError(f"{path}, line {number} is no JSON: {error}") from None
            if not isinstance(value, dict):
                raise ConfigError(f"{path}, line {number}: expected an object, found {text[:40]!r}")
            yield value
