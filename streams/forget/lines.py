"""Files of lines, as JSON or as a table, without those of one site."""

from __future__ import annotations

import csv
import io
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import msgspec

from ..sinks.jsonl import Position
from ..sinks.ownership import MANIFEST, behind_links

Others = Callable[[BinaryIO], Iterator[bytes | None]]  # what stays; None: one was taken out


def forget_lines(path: Path, site: str) -> int:
    """Take the lines of a site out of a file of JSON lines; returns how many there were."""

    def others(old: BinaryIO) -> Iterator[bytes | None]:
        for text in old:
            yield None if msgspec.json.decode(text).get("site") == site else text

    return _rewrite(path, others)


def forget_table_rows(path: Path, site: str) -> int:
    """Take the rows of a site out of a table in CSV; returns how many there were."""

    def others(old: BinaryIO) -> Iterator[bytes | None]:
        rows = csv.reader(io.TextIOWrapper(old, "utf-8", newline=""))
        header = next(rows, [])
        column = header.index("site")
        yield _row(header)
        for row in rows:
            yield None if row[column] == site else _row(row)

    return _rewrite(path, others)


def _rewrite(path: Path, others: Others) -> int:
    """Replace a file as a whole, then the note of its length; how many were taken out.

    What lies beyond the noted length never counted: the next crawl would cut it off.
    """
    path = behind_links(path)
    at = _position(path)
    if at is not None and at.length < path.stat().st_size:
        os.truncate(path, at.length)
    taken = 0
    beside = path.with_name(path.name + ".new")
    with path.open("rb") as old, beside.open("wb") as new:
        for text in others(old):
            taken += text is None
            new.write(text or b"")
        length = new.tell()
    beside.chmod(stat.S_IMODE(path.stat().st_mode))
    os.replace(beside, path)
    if at is not None:
        at.length = length
        note = path.with_name(path.name + MANIFEST)
        fresh = note.with_name(note.name + ".new")
        fresh.write_bytes(msgspec.json.encode(at))
        os.replace(fresh, note)
    return taken


def _position(path: Path) -> Position | None:
    with suppress(OSError, msgspec.DecodeError):
        note = path.with_name(path.name + MANIFEST)
        return msgspec.json.decode(note.read_bytes(), type=Position)
    return None


def _row(cells: list[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue().encode("utf-8", "replace")
