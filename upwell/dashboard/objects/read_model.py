"""`objects.sqlite`, read in a thread of its own, however often it is made anew meanwhile."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from upwell.errors import ConfigError
from upwell.streams.sinks.sqlite import FILE, connect

from ..params import LONGEST_S
from ..web.arguments import BadRequest

Row = dict[str, Any]
STEPS = 20_000  # of SQLite's machine, between two looks at the clock


class ReadModel:
    """The file of one folder; nothing where nobody has filled one yet."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._thread = ThreadPoolExecutor(1, "read-model")
        self._open: tuple[int, sqlite3.Connection] | None = None

    @property
    def exists(self) -> bool:
        """Whether there is anything to ask."""
        return self._path.exists()

    async def rows(self, question: str, values: Sequence[Any] = ()) -> list[Row]:
        """Rows of a question; a question that takes too long is given up."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._rows, question, values)

    def close(self) -> None:
        """Give the file back."""
        self._thread.shutdown()
        if self._open is not None:
            self._open[1].close()

    def _rows(self, question: str, values: Sequence[Any]) -> list[Row]:
        database = self._database()
        if database is None:
            return []
        until = time.monotonic() + LONGEST_S
        database.set_progress_handler(lambda: time.monotonic() > until, STEPS)
        try:
            return [dict(row) for row in database.execute(question, values)]
        except sqlite3.OperationalError as error:
            if "interrupted" not in str(error):
                raise
            raise BadRequest("that takes too long on so many objects: ask for less") from error

    def _database(self) -> sqlite3.Connection | None:
        """The connection; another one when another file has come in place of the last."""
        try:
            number = self._path.stat().st_ino
        except FileNotFoundError:
            number = 0
        if self._open is not None and self._open[0] != number:
            self._open[1].close()
            self._open = None
        if self._open is None and number:
            try:
                self._open = (number, connect(self._path))
            except (ConfigError, sqlite3.Error):  # it is being made
                return None
        return self._open[1] if self._open else None
