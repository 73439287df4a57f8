"""SQLite: the read model of the dashboard and of the commands, every version of every object."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from upwell.streams.log.address import EMBEDDED as SCHEME
from upwell.streams.log.address import parse_address, without_secrets

from .database import FILE, connect, remove, require_ours
from .objects import ObjectsTable
from .reading import log_of
from .schema import EMBEDDED
from .sites import SitesTable
from .table import Table

__all__ = [
    "FILE",
    "ObjectsTable",
    "SitesTable",
    "connect",
    "filled_from",
    "read_model",
    "remove",
    "require_ours",
]


def read_model(folder: Path, log: str | None = None) -> list[Table]:
    """The sinks that fill the file of a folder; `log` is the broker, None the log beside it."""
    path, name = folder / FILE, _named(log)
    return [ObjectsTable(path, name), SitesTable(path, name)]


def filled_from(folder: Path, log: str | None = None) -> sqlite3.Connection | None:
    """The file of a folder, for reading, where there is one and it was filled from this log."""
    if not (folder / FILE).exists():
        return None
    database = connect(folder / FILE)
    if log_of(database) == _named(log):
        return database
    database.close()
    return None


def _named(log: str | None) -> str:
    return without_secrets(log) if log and parse_address(log).scheme != SCHEME else EMBEDDED
