"""What may leave the embedded log: superseded records, old ones, too many (DESIGN 4.11).

Nothing a registered reader has not passed is ever removed. A topic without readers (a
changelog) has no such floor. The last record of a partition stays, because recovery of a
table waits for it. A tombstone goes when its lag is over, after all that it superseded.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from .checksums import seal_parts

SILENT_MS = 7 * 86_400_000  # a reader that lags and says nothing for so long is dropped
AT_ONCE = 5000  # rows one call removes of one partition, so that writers do not wait long

# -1 is the position of a reader that is registered and has committed nothing yet.
# The lowest position of any reader of the partition; beyond every offset when it has none
_FLOOR = "coalesce((select min(offset) from position where position.part={part}), 1 << 62)"


def supersede(
    connection: sqlite3.Connection, newest: Iterable[tuple[int, int, int, bytes, bool]], lag_ms: int
) -> None:
    """Note the new last record of each key; its predecessor goes, at once where it may.

    `newest` holds (part, offset, ts, key, whether it is a tombstone) in the order of the log.
    """
    for part, offset, ts, key, ends in newest:
        if ends:
            connection.execute("insert into stale values(?, ?, ?)", (part, offset, ts + lag_ms))
        before = connection.execute(
            "select offset from newest where part=? and key=?", (part, key)
        ).fetchone()
        connection.execute("insert or replace into newest values(?, ?, ?)", (part, key, offset))
        if before is None:
            continue
        (floor,) = connection.execute(f"select {_FLOOR.format(part='?')}", (part,)).fetchone()
        if lag_ms == 0 and before[0] < floor and _superseded(connection, part, before[0]):
            _remove(connection, [(part, before[0])])
        else:
            place = (part, before[0], ts + lag_ms)
            connection.execute("insert or replace into stale values(?, ?, ?)", place)


def remove_stale(connection: sqlite3.Connection, now_ms: int) -> bool:
    """Remove superseded records whose lag is over and which every reader has passed.

    True when there may be more than one call removes.
    """
    places = connection.execute(
        f"select part, offset from stale where ts<=? and offset<{_FLOOR.format(part='stale.part')}"
        " and offset < (select next - 1 from part where id=stale.part) order by offset limit ?",
        (now_ms, AT_ONCE),
    ).fetchall()
    _remove(connection, [place for place in places if _superseded(connection, *place)])
    _remove(connection, [place for place in places if _ended(connection, *place)])
    connection.executemany("delete from stale where part=? and offset=?", places)
    return len(places) == AT_ONCE


def expire(connection: sqlite3.Connection, now_ms: int) -> None:
    """Remove records past their topic's age, and the oldest of a topic past its size."""
    for name, retention_ms, retention_bytes, count in connection.execute(
        "select name, retention_ms, retention_bytes, partitions from topic where not compact"
    ).fetchall():
        share = None if retention_bytes is None else retention_bytes // count
        for part, size in connection.execute(
            "select id, bytes from part where topic=?", (name,)
        ).fetchall():
            excess = 0 if share is None else size - share
            _expire_part(connection, part, retention_ms, excess, now_ms)


def _expire_part(
    connection: sqlite3.Connection, part: int, age_ms: int | None, excess: int, now_ms: int
) -> None:
    old = []
    for offset, ts, size in connection.execute(
        "select offset, ts, coalesce(length(key), 0) + coalesce(length(value), 0) from record"
        f" where part=?1 and offset<{_FLOOR.format(part='?1')}"
        " and offset < (select next - 1 from part where id=?1) order by offset limit ?2",
        (part, AT_ONCE),
    ):
        if excess <= 0 and (age_ms is None or ts > now_ms - age_ms):
            break
        excess -= size
        old.append((part, offset))
    _remove(connection, old)


def drop_silent(connection: sqlite3.Connection, now_ms: int) -> list[str]:
    """Forget groups that lag behind and have not committed for a week."""
    names = [
        name
        for (name,) in connection.execute(
            "select reader from position join part on part.id=position.part group by reader"
            " having max(seen)<? and max(next-max(offset, 0))>0",
            (now_ms - SILENT_MS,),
        ).fetchall()
    ]
    connection.executemany("delete from position where reader=?", [(name,) for name in names])
    return names


def appended(connection: sqlite3.Connection) -> int:
    """Records ever appended, over all partitions."""
    (count,) = connection.execute("select coalesce(sum(next), 0) from part").fetchone()
    return int(count)


def _superseded(connection: sqlite3.Connection, part: int, offset: int) -> bool:
    """Whether the key of a record has a later one: notes of that carry no checksum."""
    found = connection.execute(
        "select 1 from record join newest using(part, key)"
        " where part=? and record.offset=? and newest.offset>record.offset",
        (part, offset),
    ).fetchone()
    return found is not None


def _ended(connection: sqlite3.Connection, part: int, offset: int) -> bool:
    """Whether a record is a tombstone and the last of its key: then the key is dropped."""
    forgotten = connection.execute(
        "delete from newest where part=?1 and offset=?2 and key=(select key from record"
        " where part=?1 and offset=?2 and value is null) returning 1",
        (part, offset),
    ).fetchall()
    return bool(forgotten)


def _remove(connection: sqlite3.Connection, places: list[tuple[int, int]]) -> None:
    touched = set()
    for part, offset in places:
        gone = connection.execute(
            "delete from record where part=? and offset=?"
            " returning coalesce(length(key), 0) + coalesce(length(value), 0)",
            (part, offset),
        ).fetchall()
        if gone:
            touched.add(part)
            connection.execute(
                "update part set bytes=bytes-?, rows=rows-1 where id=?", (gone[0][0], part)
            )
    seal_parts(connection, touched)
