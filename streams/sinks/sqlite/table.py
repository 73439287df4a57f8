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
        """Positions that its rows stand for; all rows go when the log is another one.

        A broker forgets a group that was away for a week: then all is read once more, and rows
        stay, because the topic has lost what they tell.
        """
        database = self._file()
        with opened_errors(self._path):
            database.execute("BEGIN IMMEDIATE")
            another = self._meta(database, f"{LOG} {self.topic}") not in (None, self._log)
            unknown = not known and bool(self._positions())
            if another or (unknown and self._log == EMBEDDED):
                self._clear(database)
            if another or unknown:
                database.execute("DELETE FROM positions WHERE topic = ?", [self.topic])
                self._begin_filling(database)
            for key in (LOG, f"{LOG} {self.topic}"):
                database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", [key, self._log])
            database.execute("COMMIT")
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
                found = self._meta(database, f"filling {self.topic}")
                self._filling = found or self._begin_filling(database)
        return self._filling

    def _meta(self, database: sqlite3.Connection, key: str) -> str | None:
        found = database.execute("SELECT value FROM meta WHERE key = ?", [key]).fetchone()
        return None if found is None else str(found[0])

    def _begin_filling(self, database: sqlite3.Connection) -> str:
        self._filling = uuid4().hex[:12]
        row = [f"filling {self.topic}", self._filling]
        database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", row)
        return self._filling
