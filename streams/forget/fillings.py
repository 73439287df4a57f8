"""Outputs that a log has filled, and that are not where one looked: they may still hold a site."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from ..archive.warc_files import MANIFEST as WARC
from ..feeds.parquet import MANIFEST as PARQUET
from ..sinks.ownership import MANIFEST
from ..sinks.sqlite.database import connect, is_ours
from .log_file import readers

_OUTPUT = "deliver-"  # before the name of a filling, in the name of a group


def unknown_readers(folder: Path, outputs: Iterable[Path]) -> int:
    """How many outputs have a position on the log of a folder, and are none of these."""
    notes = [_note(path) for path in outputs]
    named = {name.rpartition("-")[2] for name in readers(folder) if name.startswith(_OUTPUT)}
    return sum(not any(filling in note for note in notes) for filling in named)


def _note(path: Path) -> str:
    """The note of an output on how far, and by which log, it is filled."""
    if is_ours(path):
        with closing(connect(path)) as database:
            return " ".join(row[0] for row in database.execute("SELECT value FROM meta"))
    for beside in (path / WARC, path / PARQUET, path.with_name(path.name + MANIFEST)):
        if beside.is_file():
            return beside.read_text("utf-8", "replace")
    return ""
