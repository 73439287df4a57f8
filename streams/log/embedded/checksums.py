"""Seals: a checksum in every row of the embedded log, so that damage is never read as a value.

SQLite finds a broken page by its structure only; a flipped bit in a number would pass. Every
row that counts carries 64 bits over its own values. A row that vanished shows by the count its
partition keeps, which is itself under seal.
"""

from __future__ import annotations

import sqlite3
import struct

from xxhash import xxh3_64_intdigest

from upwell.errors import StoreError

Value = int | str | None

_PLACE = struct.Struct(">qqq")
_HALF = 1 << 63

# what is sealed of a table, in this order
TOPIC = "name, partitions, compact, compact_after_ms, retention_ms, retention_bytes"
PART = "id, topic, partition, next, rows, bytes"
POSITION = "reader, part, offset, seen"


def checksum(
    part: int, offset: int, timestamp_ms: int, key: bytes | None, value: bytes | None
) -> int:
    """64 bits over a record, its place included, as SQLite's signed integer."""
    seed = xxh3_64_intdigest(_PLACE.pack(part, offset, timestamp_ms) + (key or b""))
    seed += (key is None) + 2 * (value is None)
    return int(xxh3_64_intdigest(value or b"", seed & 0xFFFFFFFFFFFFFFFF)) - _HALF


def seal(*values: Value) -> int:
    """64 bits over the values of a small row.

    >>> seal("fetch", 3, 7) == seal("fetch", 3, 8)
    False
    """
    return int(xxh3_64_intdigest(repr(values).encode())) - _HALF


def teach(connection: sqlite3.Connection) -> None:
    """Make `seal(...)` known to SQL."""
    connection.create_function("seal", -1, seal, deterministic=True)


def seal_parts(connection: sqlite3.Connection, parts: set[int]) -> None:
    """Seal partitions again after their numbers moved."""
    connection.executemany(
        f"update part set sum=seal({PART}) where id=?", [(part,) for part in parts]
    )


def check(connection: sqlite3.Connection) -> None:
    """Raise a StoreError for the first topic, partition or position whose seal is broken."""
    for table, columns in (("topic", TOPIC), ("part", PART), ("position", POSITION)):
        broken = connection.execute(
            f"select {columns} from {table} where sum<>seal({columns}) limit 1"
        ).fetchone()
        if broken is not None:
            raise StoreError(
                f"{_file(connection)}: a row of its table {table} is damaged (its checksum "
                f"differs): {broken}; restore the file, or start over with --fresh"
            )


def check_counts(connection: sqlite3.Connection) -> None:
    """Raise a StoreError for the first compacted partition that has lost or won a record.

    The others are read in order, and a gap shows when it is read.
    """
    for part, topic, partition, rows in connection.execute(
        "select id, topic, partition, rows from part"
        " where topic in (select name from topic where compact)"
    ).fetchall():
        (found,) = connection.execute(
            "select count(*) from record where part=?", (part,)
        ).fetchone()
        if found != rows:
            raise StoreError(
                f"{_file(connection)}: {topic}/{partition} has {found} records where {rows} were "
                "kept; the file is damaged: restore it, or start over with --fresh"
            )


def _file(connection: sqlite3.Connection) -> str:
    return str(connection.execute("pragma database_list").fetchone()[2])
