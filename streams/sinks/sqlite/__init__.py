"""SQLite: the read model of the dashboard and of the commands, every version of every object."""

from __future__ import annotations

from pathlib import Path

from .database import FILE, connect, remove, require_ours
from .objects import ObjectsTable
from .sites import SitesTable
from .table import Table

__all__ = [
    "FILE",
    "ObjectsTable",
    "SitesTable",
    "connect",
    "read_model",
    "remove",
    "require_ours",
]


def read_model(folder: Path) -> list[Table]:
    """The sinks that fill the file of a folder."""
    return [ObjectsTable(folder / FILE), SitesTable(folder / FILE)]
