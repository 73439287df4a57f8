"""JSON Lines: a file that is valid at every instant, and filled once (DESIGN 6.2).

Lines are appended and flushed; then `<file>.position` is replaced with the positions and the
length they stand for. At a restart the file is cut back to that length. What was withdrawn, goes
on under another id, or was read otherwise later has a line that says so while the file is filled,
and none of what never was when it is closed.
"""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4

import msgspec
import structlog

from upwell.errors import ConfigError

from ..modes import open_as_named
from ..records import AnyRecord
from .lines import CORRECTS, EVENT, MISREAD, Line, Lines
from .ownership import MANIFEST, behind_links, require_ours

log = structlog.get_logger(__name__)


class Position(msgspec.Struct):
    """The sidecar: how far the file is filled, and for which filling."""

    filling: str
    length: int = 0
    positions: dict[int, int] = {}


class JsonLines:
    """One file of one kind of line.

    Parameters
    ----------
    path
        The file; it exists from `open` on.
    lines
        `object_lines` for `crawl -o`, `reading_lines` for `--readings`.
    """

    def __init__(self, path: Path, lines: Lines) -> None:
        self.topic = lines.topic
        self._path = behind_links(path)
        self._sidecar = self._path.with_name(self._path.name + MANIFEST)
        self._lines = lines
        self._last: dict[str, int] = {}  # name -> version written last
        self._misread: dict[str, int] = {}  # name -> up to this version nothing of it was so
        self._corrected: set[tuple[str, int]] = set()  # single versions that were not
        self._file: BinaryIO | None = None
        self._at = self._load()

    @property
    def group(self) -> str:
        return f"deliver-{self._at.filling}"

    def open(self, known: bool) -> Mapping[int, int]:
        """Cut the file back to what its positions stand for, or begin it anew.

        Raises
        ------
        ConfigError
            If it is not ours, another process writes it, or it cannot be written.
        """
        require_ours(self._path)
        if not known and self._at.positions:
            self._at = _new_filling()
        if not self._at.positions and self._size():
            log.info("file_begun_anew", path=str(self._path), bytes=self._size())
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh = not self._path.exists()
            self._file = self._path.open("ab")
            if fresh:
                open_as_named(self._path)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._file.truncate(self._at.length)
        except BlockingIOError as error:
            raise ConfigError(
                f"{self._path} is being written by another process; choose another file"
            ) from error
        except OSError as error:
            raise ConfigError(
                f"cannot write {self._path}: {error.strerror}; choose another file"
            ) from error
        self._remember()
        self._commit()
        return self._at.positions

    def write(self, records: Sequence[AnyRecord], positions: Mapping[int, int]) -> None:
        """Append the lines that are not in the file yet, then move the position."""
        assert self._file is not None, "open() comes first"
        fresh = b"".join(map(self._fresh, records))
        if fresh:
            self._file.write(fresh)
            self._file.flush()
        self._at.length += len(fresh)
        self._at.positions = {**self._at.positions, **positions}
        self._commit()

    def close(self) -> None:
        if self._file is None:
            return
        self._file.close()
        self._file = None
        if self._misread or self._corrected:
            self._cut_out()

    def _cut_out(self) -> None:
        """Leave out what was misread; a death in between begins the file anew."""
        beside = self._path.with_name(self._path.name + ".new")
        with self._path.open("rb") as old, beside.open("wb") as new:
            for text in old:
                if not self._is_misread(msgspec.json.decode(text)):
                    new.write(text)
            self._at.length = new.tell()
        beside.chmod(stat.S_IMODE(self._path.stat().st_mode))
        os.replace(beside, self._path)
        self._commit()
        self._misread.clear()
        self._corrected.clear()

    def _is_misread(self, line: Line) -> bool:
        """Whether a later line says that this never was so."""
        name, version = self._lines.name(line), self._lines.version(line)
        return version <= self._misread.get(name, -1) or (name, version) in self._corrected

    def _fresh(self, record: AnyRecord) -> bytes:
        line = self._lines.unwritten(record, self._last)
        if line is None:
            return b""
        self._note_line(self._lines.name(line), line)
        return self._encoded(line)

    def _encoded(self, line: Line) -> bytes:
        return msgspec.json.encode(line) + b"\n"

    def _remember(self) -> None:
        with self._path.open("rb") as file:
            for text in file:
                line = msgspec.json.decode(text)
                name = self._lines.name(line)
                self._last[name] = self._lines.version(line)
                self._note_line(name, line)

    def _note_line(self, name: str, line: Line) -> None:
        if line.get(EVENT) in MISREAD:
            self._misread[name] = self._lines.version(line)
        if CORRECTS in line:
            self._corrected.add((name, line[CORRECTS]))

    def _load(self) -> Position:
        """The sidecar, where it and the file still belong together."""
        try:
            at = msgspec.json.decode(self._sidecar.read_bytes(), type=Position)
        except (OSError, msgspec.DecodeError):
            return _new_filling()
        return at if self._size() >= at.length else _new_filling()

    def _commit(self) -> None:
        beside = self._sidecar.with_name(self._sidecar.name + ".new")
        beside.write_bytes(msgspec.json.encode(self._at))
        os.replace(beside, self._sidecar)

    def _size(self) -> int:
        return self._path.stat().st_size if self._path.exists() else 0


def _new_filling() -> Position:
    return Position(filling=uuid4().hex[:12])
