"""Records in a file: what a site of a million holds without holding them in memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, MutableMapping
from types import MappingProxyType

import msgspec

from .record import Record, Value

_BATCH = 1_000


class Shelf(MutableMapping[int, Record]):
    """Records by number in a table of the source's own database.

    Examples
    --------
    >>> from upwell.sources.kinds import records
    >>> one, two = records("book", "en", seed=1, size=2)
    >>> shelf = Shelf(sqlite3.connect(":memory:"))
    >>> shelf[one.id] = one
    >>> shelf[one.id] == one, two.id in shelf, len(shelf)
    (True, False, 1)
    """

    def __init__(self, sql: sqlite3.Connection) -> None:
        self._sql = sql
        self._waiting: dict[int, Record] = {}
        sql.execute("CREATE TABLE shelf(id INTEGER PRIMARY KEY, record BLOB)")

    def __getitem__(self, number: int) -> Record:
        self.flush()
        row = self._sql.execute("SELECT record FROM shelf WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise KeyError(number)
        return _read(row[0])

    def __setitem__(self, number: int, record: Record) -> None:
        self._waiting[number] = record
        if len(self._waiting) >= _BATCH:
            self.flush()

    def __delitem__(self, number: int) -> None:
        self.flush()
        if not self._sql.execute("DELETE FROM shelf WHERE id = ?", (number,)).rowcount:
            raise KeyError(number)

    def __iter__(self) -> Iterator[int]:
        self.flush()
        return (row[0] for row in self._sql.execute("SELECT id FROM shelf ORDER BY rowid"))

    def __len__(self) -> int:
        self.flush()
        found: int = self._sql.execute("SELECT count(*) FROM shelf").fetchone()[0]
        return found

    def flush(self) -> None:
        """Write what waits."""
        if self._waiting:
            rows = [(number, _written(record)) for number, record in self._waiting.items()]
            self._waiting.clear()
            self._sql.executemany("INSERT OR REPLACE INTO shelf VALUES (?, ?)", rows)


def _written(record: Record) -> bytes:
    values = [(one.name, one.type, one.shown, one.sort) for one in record.values.values()]
    head = (record.id, record.kind, record.title, record.summary, record.body)
    return msgspec.msgpack.encode((*head, values, record.rank, record.version))


def _read(held: bytes) -> Record:
    number, kind, title, summary, body, values, rank, version = msgspec.msgpack.decode(held)
    named = {one[0]: Value(*one) for one in values}
    return Record(number, kind, title, summary, tuple(body), MappingProxyType(named), rank, version)
