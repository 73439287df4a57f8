"""One transaction of the embedded log's writer."""

from __future__ import annotations

import sqlite3


class Transaction:
    """`begin immediate` ... `commit`, or `rollback` on any exception."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> sqlite3.Connection:
        self._connection.execute("begin immediate")
        return self._connection

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is None:
            try:
                self._connection.execute("commit")
                return
            except sqlite3.Error:
                self._rollback()
                raise
        self._rollback()

    def _rollback(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("rollback")
