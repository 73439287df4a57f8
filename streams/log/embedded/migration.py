"""From one schema of the embedded log to the next, in one transaction."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from . import checksums
from .lock import WorkerLock


def from_1(connection: sqlite3.Connection, directory: Path) -> None:
    """Version 1 had checksums on records only: count the records, seal the small rows.

    A worker of the older version would go on without seals, so there must be none.
    """
    lock = WorkerLock(directory)
    lock.acquire()
    try:
        connection.execute("begin immediate")
        for table in ("topic", "part", "position"):
            connection.execute(f"alter table {table} add column sum int not null default 0")
        connection.execute("alter table part add column rows int not null default 0")
        connection.execute(
            "update part set rows=(select count(*) from record where record.part=part.id)"
        )
        for table, columns in (
            ("topic", checksums.TOPIC),
            ("part", checksums.PART),
            ("position", checksums.POSITION),
        ):
            connection.execute(f"update {table} set sum=seal({columns})")
        connection.execute("update meta set value='2' where name='version'")
        connection.execute("commit")
    finally:
        if connection.in_transaction:
            connection.execute("rollback")
        lock.release()
