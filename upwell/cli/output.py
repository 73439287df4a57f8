"""Where the lines of a command go: stdout, or a file that is complete or absent."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from upwell.errors import EXIT_DONE, ConfigError

Out = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="FILE", help="Write to this file; - is stdout."),
]


@contextmanager
def opened(path: Path | None) -> Iterator[TextIO]:
    """stdout for None or `-`; else a file that takes its name when all is written.

    What was written before Ctrl-C takes it as well: these are whole lines.
    """
    if path is None or str(path) == "-":
        with _stdout() as stream:
            yield stream
        return
    partial = path.with_name(path.name + ".partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("w", encoding="utf-8", errors="backslashreplace") as stream:
            yield stream
        os.replace(partial, path)
    except KeyboardInterrupt:
        os.replace(partial, path)
        raise
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror}; choose another file") from error
    finally:
        partial.unlink(missing_ok=True)


@contextmanager
def _stdout() -> Iterator[TextIO]:
    if isinstance(sys.stdout, io.TextIOWrapper):
        # lone surrogates, as names of files have them, become escapes that JSON knows
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        yield sys.stdout
        sys.stdout.flush()
    except BrokenPipeError:
        # the reader went away: nothing more to say, and nothing is wrong
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(EXIT_DONE) from None


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


def read_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Numbered JSON Lines of a file; an error names the line."""
    try:
        with path.open("rb") as stream:
            for number, text in enumerate(stream, 1):
                if text.strip():
                    yield number, _object(path, number, text)
    except OSError as error:
        raise ConfigError(
            f"cannot read {path}: {error.strerror}; give a file of JSON lines"
        ) from error


def _object(path: Path, number: int, text: bytes) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise ConfigError(f"{path}, line {number} is no JSON: {error}") from None
    if not isinstance(value, dict):
        found = text[:40].decode("utf-8", "replace").strip()
        raise ConfigError(f"{path}, line {number}: expected an object, found {found!r}")
    return value
