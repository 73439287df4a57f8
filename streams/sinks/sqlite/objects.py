"""Changes as rows: each object as it is, its fields, its words, and every version it had."""

from __future__ import annotations

import sqlite3
from typing import Any

import msgspec

from ...filters.comparing import number_of
from ...records import AnyRecord, Change
from ...topics import CHANGES
from ..differences import differences, evidence_of
from ..lines import ENDED, HEALTH, OF_SEARCHES, Line, whole_line
from .table import Table

_BEFORE = """
    SELECT number, version, text, fields, raw, first_at, seen_at, changed_at
    FROM objects WHERE id = ?
"""


class ObjectsTable(Table):
    """The tables `objects`, `fields`, `changes` and `objects_fts`."""

    topic = CHANGES

    def _put(self, database: sqlite3.Connection, record: AnyRecord) -> None:
        """One version of one object; one that stands there does nothing."""
        if not isinstance(record, Change):
            return
        if record.event in (HEALTH, *OF_SEARCHES):  # the object is as it was
            self._tell(database, record, None, whole_line(record))
            return
        row = database.execute(_BEFORE, [record.id]).fetchone()
        if row is not None and row[1] >= record.version:
            return
        before = None if row is None else _whole_before(row)
        line = whole_line(record)
        self._tell(database, record, before, line)
        number = _next_number(database) if row is None else row[0]
        if row is not None:
            database.execute(
                "INSERT INTO objects_fts (objects_fts, rowid, id, text) VALUES ('delete', ?, ?, ?)",
                [number, record.id, row[2]],
            )
        times = (record.seen_at,) * 3 if row is None else _times(record, *row[5:8])
        database.execute(
            f"INSERT OR REPLACE INTO objects VALUES ({_marks(17)})",
            _object_row(record, line, times, number),
        )
        database.execute(
            "INSERT INTO objects_fts (rowid, id, text) VALUES (?, ?, ?)",
            [number, record.id, record.text],
        )
        database.execute("DELETE FROM fields WHERE id = ?", [record.id])
        if record.event not in ENDED:
            database.executemany("INSERT INTO fields VALUES (?, ?, ?, ?)", _field_rows(line))

    def _tell(
        self, database: sqlite3.Connection, record: Change, before: Line | None, line: Line
    ) -> None:
        database.execute(
            f"INSERT OR IGNORE INTO changes VALUES ({_marks(12)})",
            _change_row(record, line, differences(record, before, line)),
        )

    def _clear(self, database: sqlite3.Connection) -> None:
        for table in ("objects", "fields", "changes"):
            database.execute(f"DELETE FROM {table}")
        database.execute("INSERT INTO objects_fts (objects_fts) VALUES ('rebuild')")


def _times(
    record: Change, first_at: float, seen_at: float, changed_at: float
) -> tuple[float, float, float]:
    """When it was first seen, last seen, and when it last became another."""
    latest = max(seen_at, record.seen_at)
    return first_at, latest, changed_at if record.event in ENDED else latest


def _object_row(
    record: Change, line: Line, times: tuple[float, float, float], number: int
) -> list[Any]:
    return [
        record.id,
        record.site,
        record.url,
        record.page_url,
        record.query,
        record.text,
        record.event,
        record.version,
        *times,
        record.event not in ENDED,
        _json(line["fields"]),
        _json(line["raw"]),
        _json(line["provenance"]),
        _json(line["links"]),
        number,
    ]


def _change_row(record: Change, line: Line, differing: dict[str, Any]) -> list[Any]:
    return [
        record.id,
        record.version,
        record.event,
        record.site,
        record.seen_at,
        record.url,
        record.page_url,
        record.query,
        record.text,
        _json(differing),
        _json(line),
        _json(evidence_of(record)),
    ]


def _field_rows(line: Line) -> list[tuple[str, str, str, float | None]]:
    return [
        (line["id"], name, line["raw"].get(name, _text(value)), number_of(value))
        for name, value in line["fields"].items()
    ]


def _whole_before(row: tuple[Any, ...]) -> dict[str, Any]:
    fields, raw = msgspec.json.decode(row[3]), msgspec.json.decode(row[4])
    return {"text": row[2], "fields": fields, "raw": raw}


def _next_number(database: sqlite3.Connection) -> int:
    """One more than the highest: a name for the row that VACUUM leaves as it is."""
    (highest,) = database.execute("SELECT max(number) FROM objects").fetchone()
    return int(highest or 0) + 1


def _text(value: Any) -> str:
    return value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _marks(count: int) -> str:
    return ", ".join("?" * count)
