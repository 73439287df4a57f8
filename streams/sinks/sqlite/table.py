"""One topic in the file: its rows and its positions move in one transaction (DESIGN 4)."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from uuid import uuid4

from ...records import AnyRecord
from .database import create, opened_errors
from .schema import EMBEDDED, LOG


class Table(ABC):
    """A sink of one topic; a subclass says which rows a record makes.

    Parameters
    ----------
    path
        The file; it exists from `open` on. Another `Table` may fill it too.
    log
        Which log it is filled from.
    """

    topic: str

    def __init__(self, path: Path, log: str = EMBEDDED) -> None:
        self._path = path
        self._log = log
        self._database: sqlite3.Connection | None = None
        self._filling = ""

    @property
    def group(self) -> str:
        """The consumer group of this filling of the file."""
        return f"deliver-{self.topic}-{self._opened_filling()}"

    def open(self, known: bool) -> Mapping[int, int]:
        """Positions that its rows stand for; all rows go when the log is another one."""
        database = self._file()
        with opened_errors(self._path):
            if not known and self._positions():
                database.execute("BEGIN IMMEDIATE")
                self._clear(database)
                database.execute("DELETE FROM positions WHERE topic = ?", [self.topic])
                self._begin_filling(database)
                database.execute("COMMIT")
            database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", [LOG, self._log])
            return self._positions()

    def write(self, records: Sequence[AnyRecord], positions: Mapping[int, int]) -> None:
        """Rows and positions, both or neither."""
        database = self._file()
        with opened_errors(self._path):
            database.execute("BEGIN IMMEDIATE")
            try:
                for record in records:
                    self._put(database, record)
                database.executemany(
                    "INSERT OR REPLACE INTO positions VALUES (?, ?, ?)",
                    [(self.topic, partition, at) for partition, at in positions.items()],
                )
                database.execute("COMMIT")
            except BaseException:
                if database.in_transaction:  # a full disk has rolled back by itself
                    database.execute("ROLLBACK")
                raise

    def close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    @abstractmethod
    def _put(self, database: sqlite3.Connection, record: AnyRecord) -> None:
        """The rows of one record."""

    @abstractmethod
    def _clear(self, database: sqlite3.Connection) -> None:
        """Take all rows of the topic away."""

    def _file(self) -> sqlite3.Connection:
        if self._database is None:
            self._database = create(self._path)
        return self._database

    def _positions(self) -> dict[int, int]:
        asked = "SELECT partition, position FROM positions WHERE topic = ?"
        return dict(self._file().execute(asked, [self.topic]))

    def _opened_filling(self) -> str:
        if not self._filling:
            database = self._file()
            with opened_errors(self._path):
                found = database.execute(
                    "SELECT value FROM meta WHERE key = ?", [f"filling {self.topic}"]
                ).fetchone()
                self._filling = found[0] if found else self._begin_filling(database)
        return self._filling

    def _begin_filling(self, database: sqlite3.Connection) -> str:
        self._filling = uuid4().hex[:12]
        row = [f"filling {self.topic}", self._filling]
        database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", row)
        return self._filling
