"""What commands ask of the file: events, the life of one object, a site as it was."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

import msgspec

from ..differences import with_place
from ..lines import ENDED, Line
from .schema import LOG

_EVENT = "event, id, version, url, site, at, fields, text, evidence, whole"
_BATCH = 500  # rows that are taken at once
_JSON = frozenset({"fields", "evidence", "whole"})


def log_of(database: sqlite3.Connection) -> str:
    """Which log the file was filled from."""
    found = database.execute("SELECT value FROM meta WHERE key = ?", [LOG]).fetchone()
    return str(found[0]) if found else ""


def positions(database: sqlite3.Connection, topic: str) -> dict[int, int]:
    """How far a topic is in the file, by partition."""
    asked = "SELECT partition, position FROM positions WHERE topic = ?"
    return {row[0]: row[1] for row in database.execute(asked, [topic])}


def events(
    database: sqlite3.Connection, *, since: float = 0.0, site: str | None = None
) -> Iterator[tuple[Line, Line]]:
    """Every event with the whole object after it, in the order in which they came."""
    asked = f"SELECT {_EVENT} FROM changes WHERE at >= ? AND (? IS NULL OR site = ?) ORDER BY rowid"
    return _lines(database.execute(asked, [since, site, site]))


def history(database: sqlite3.Connection, name: str) -> Iterator[tuple[Line, Line]]:
    """The events of one object, by an id that it has or had, or the address of its own page."""
    asked = f"""
        WITH RECURSIVE ids (id) AS (
            SELECT ?1 UNION SELECT id FROM objects WHERE url = ?1
            UNION SELECT json_extract(evidence, '$.was') FROM changes JOIN ids USING (id)
            UNION SELECT json_extract(evidence, '$.becomes') FROM changes JOIN ids USING (id)
        )
        SELECT {_EVENT} FROM changes JOIN ids USING (id) ORDER BY changes.rowid
    """
    return _lines(database.execute(asked, [name]))


def as_of(database: sqlite3.Connection, site: str, at: float) -> list[Line]:
    """The objects of a site that stood at a time, each as it was then, by when it was seen."""
    asked = f"""
        SELECT whole FROM changes AS c WHERE site = ?1 AND version = (
            SELECT max(version) FROM changes WHERE id = c.id AND at <= ?2
        ) AND event NOT IN ({", ".join("?" * len(ENDED))})
        AND json_extract(evidence, '$.ended') IS NULL ORDER BY at, id
    """
    found = database.execute(asked, [site, at, *ENDED])
    return [msgspec.json.decode(row[0]) for row in found]


def whole_before(database: sqlite3.Connection, id: str, version: int) -> Line | None:
    """An object in its last version before this one; the file may have later ones, too."""
    asked = "SELECT whole FROM changes WHERE id = ? AND version < ? ORDER BY version DESC LIMIT 1"
    found = database.execute(asked, [id, version]).fetchone()
    return None if found is None else msgspec.json.decode(found[0])


def columns(database: sqlite3.Connection) -> set[str]:
    """The names of all columns that objects have, or had when they went."""
    asked = """
        SELECT DISTINCT name FROM fields
        UNION SELECT key FROM objects, json_each(objects.fields) WHERE NOT present
    """
    return {row[0] for row in database.execute(asked)}


def sites(database: sqlite3.Connection) -> set[str]:
    """Every site that has objects or stands somewhere."""
    asked = "SELECT site FROM sites UNION SELECT DISTINCT site FROM objects"
    return {row[0] for row in database.execute(asked)}


def _lines(rows: sqlite3.Cursor) -> Iterator[tuple[Line, Line]]:
    while batch := rows.fetchmany(_BATCH):
        for row in batch:
            found = dict(zip(row.keys(), row, strict=True))
            line: dict[str, Any] = {
                name: msgspec.json.decode(value) if name in _JSON else value
                for name, value in found.items()
            }
            after = line.pop("whole")
            yield with_place(line), after
