"""Lines written through to what remembers nothing: stdout, a device, a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, BinaryIO

import msgspec

from upwell.errors import ConfigError

from ..records import AnyRecord
from .lines import Lines
from .ownership import STDOUT


class Stream:
    """One stream of one kind of line; each start of it tells everything that the log holds.

    Parameters
    ----------
    path
        A device or a pipe; `-` is stdout.
    lines
        Which records, and how they are told.
    gone
        Is called when its reader has gone away: nobody wants more lines.
    """

    def __init__(self, path: Path, lines: Lines, gone: Callable[[], object]) -> None:
        self.topic = lines.topic
        self.gone = gone
        self._path = path
        self._lines = lines
        self._last: dict[str, int] = {}  # name -> version written last
        self._file: BinaryIO | None = None

    def open(self) -> None:
        """Wait for the other end; the reader of a pipe may come later."""
        if str(self._path) == STDOUT:
            self._file = sys.stdout.buffer
            return
        try:
            self._file = self._path.open("wb")
        except OSError as error:
            raise self._refused(error) from error

    def write(self, records: Sequence[AnyRecord]) -> bool:
        """Write lines that were not written yet; returns whether anybody still reads."""
        assert self._file is not None, "open() comes first"
        try:
            self._file.write(b"".join(map(self._fresh, records)))
            self._file.flush()
        except BrokenPipeError:
            drop_rest(self._file)
            return False
        except OSError as error:
            drop_rest(self._file)
            raise self._refused(error) from error
        return True

    def close(self) -> None:
        if self._file is not None and str(self._path) != STDOUT:
            self._file.close()
        self._file = None

    def _fresh(self, record: AnyRecord) -> bytes:
        line = self._lines.unwritten(record, self._last)
        return b"" if line is None else msgspec.json.encode(line) + b"\n"

    def _refused(self, error: OSError) -> ConfigError:
        shown = "stdout" if str(self._path) == STDOUT else self._path
        return ConfigError(f"cannot write {shown}: {error.strerror}; choose another file")


def drop_rest(file: IO[Any]) -> None:
    """Drop what could not be written, so that closing does not try it again."""
    with suppress(OSError):  # a stdout that is no file of the system's
        os.dup2(os.open(os.devnull, os.O_WRONLY), file.fileno())
