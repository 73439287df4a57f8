"""Where the lines of a command go: stdout, a pipe, or a file that is complete or absent."""

from __future__ import annotations

import io
import json
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from upwell.errors import EXIT_DONE, ConfigError
from upwell.streams.modes import open_as_named
from upwell.streams.sinks import STDOUT, behind_links, drop_rest, is_stream, require_ours

ESCAPED = "backslashreplace"

Out = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="FILE", help="Write to this file; - is stdout."),
]


@contextmanager
def output_stream(path: Path | None) -> Iterator[TextIO]:
    """stdout for None or `-`, a device or a pipe as it is, else a file of ours or a new one.

    A file takes its name when all is written; what was written before Ctrl-C takes it as well:
    these are whole lines.
    """
    if path is None or str(path) == STDOUT:
        with _through(sys.stdout) as stream:
            yield stream
    elif is_stream(path):
        with _naming(path), path.open("w") as device, _through(device) as stream:
            yield stream
    else:
        require_ours(path)
        with _file(behind_links(path)) as stream:
            yield stream


@contextmanager
def _file(path: Path) -> Iterator[TextIO]:
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    with _naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with partial.open("w", encoding="utf-8", errors=ESCAPED) as stream:
                yield stream
            _take_place(partial, path)
        except KeyboardInterrupt:
            _take_place(partial, path)
            raise
        finally:
            partial.unlink(missing_ok=True)


def _take_place(partial: Path, path: Path) -> None:
    if path.exists():
        partial.chmod(stat.S_IMODE(path.stat().st_mode))
    else:
        open_as_named(partial)
    os.replace(partial, path)


@contextmanager
def _naming(path: Path | str) -> Iterator[None]:
    """An error of the system becomes one that says what to do."""
    try:
        yield
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror}; choose another file") from error


@contextmanager
def _through(stream: TextIO) -> Iterator[TextIO]:
    """Lines that a reader takes as they come."""
    if isinstance(stream, io.TextIOWrapper):
        # lone surrogates, as names of files have them, become escapes that JSON knows
        stream.reconfigure(encoding="utf-8", errors=ESCAPED)
    try:
        yield stream
        stream.flush()
    except BrokenPipeError:
        # the reader went away: nothing more to say, and nothing is wrong
        drop_rest(stream)
        raise typer.Exit(EXIT_DONE) from None
    except OSError as error:
        drop_rest(stream)
        shown = getattr(stream, "name", "stdout").strip("<>")
        raise ConfigError(f"cannot write {shown}: {error.strerror}") from error


def line(value: Mapping[str, Any]) -> str:
    """One JSON object on one line; text stays readable."""
    return json.dumps(value, ensure_ascii=False, default=str)


def write_lines(path: Path | None, values: Iterable[Mapping[str, Any]]) -> int:
    """Write JSON Lines; returns how many."""
    n = 0
    with output_stream(path) as stream:
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
