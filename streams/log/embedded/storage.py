"""The embedded log itself, blocking: partitions, offsets, group positions, checksums (DESIGN 5).

Two connections: one only ever used by the thread that writes, one only by the thread that
reads. Offsets are given inside the write transaction, so other processes may append too.
"""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import structlog

from upwell.errors import ConfigError, StoreError
from upwell.streams.topics import Topic

from ..port import TopicPartition
from . import checksums, compaction, schema
from .acknowledged import Acknowledged
from .transaction import Transaction

READ_BYTES = 8 << 20  # of one read over all its partitions: 1,000 pages of 500 kB would not fit
READ_ROWS = 1000  # per partition of one read

log = structlog.get_logger(__name__)


class Row(NamedTuple):
    """A record on its way into the log."""

    place: TopicPartition
    timestamp_ms: int
    key: bytes | None
    value: bytes | None
    headers: str | None = None  # JSON of [name, latin-1 text] pairs


class Stored(NamedTuple):
    """A record as it stands in the log."""

    place: TopicPartition
    offset: int
    timestamp_ms: int
    key: bytes | None
    value: bytes | None
    headers: str | None


class Tidied(NamedTuple):
    """What one round of tidying left."""

    dropped: list[str]  # groups that were silent for a week
    more: bool  # there is more to remove


Method = TypeVar("Method", bound=Callable[..., Any])


def _named(method: Method) -> Method:
    """SQLite's errors as StoreErrors that name the file."""

    @wraps(method)
    def call(self: Storage, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, *args, **kwargs)
        except sqlite3.Error as error:
            raise StoreError(
                f"{self.path}: {error} ({method.__name__}); "
                "free some space if the disk is full, else restore the file or use --fresh"
            ) from error

    return cast(Method, call)


class Storage:
    """A durable, partitioned log in one SQLite file.

    Parameters
    ----------
    directory
        Where `log.sqlite` lies; made when missing.
    synchronous
        `normal` survives kill -9, `full` also a power cut.
    """

    def __init__(self, directory: Path, synchronous: str = "normal") -> None:
        self.path = directory / schema.FILE
        self._writer, self.boot_id = schema.prepare(self.path, synchronous)
        self._reader = schema.connect(self.path, synchronous)
        self._acknowledged = Acknowledged(directory)
        self._version = -1
        self.partitions: dict[str, int] = {}  # topic -> its partition count
        self.ends: dict[TopicPartition, int] = {}  # offset of the next record
        self._compact: dict[str, int] = {}  # compact topics -> lag in ms
        self._ids: dict[TopicPartition, int] = {}
        self._look_over()

    @_named
    def _look_over(self) -> None:
        """Check that everything is there that counts, and everything that was acknowledged."""
        with self._transaction() as connection:
            checksums.check(connection)
            checksums.check_counts(connection)
            appended = compaction.appended(connection)
            lost = self._acknowledged.lost(self.boot_id, appended)
            if lost:
                log.warning("log_lost_its_last_commits", path=str(self.path), records=lost)
                self.boot_id = schema.new_boot_id(connection)
        self._acknowledged.note(self.boot_id, appended)
        self._load(self._writer)

    @_named
    def close(self) -> None:
        self._reader.close()
        self._writer.close()
        self._acknowledged.close()

    # ---- what others did

    @_named
    def refresh(self) -> bool:
        """Take in what other processes wrote; True when there may be something."""
        (version,) = self._reader.execute("pragma data_version").fetchone()
        if version == self._version:
            return False
        self._version = version
        self._load(self._reader)
        return True

    def _load(self, connection: sqlite3.Connection) -> None:
        for name, count, compact, after_ms in connection.execute(
            "select name, partitions, compact, compact_after_ms from topic"
        ).fetchall():
            self.partitions[name] = count
            if compact:
                self._compact[name] = after_ms
        for part, topic, partition, end in connection.execute(
            "select id, topic, partition, next from part"
        ).fetchall():
            place = TopicPartition(topic, partition)
            self._ids[place] = part
            # the other thread may have seen more than this snapshot
            self.ends[place] = max(end, self.ends.get(place, 0))

    # ---- topics

    @_named
    def declare(self, topics: Sequence[Topic]) -> None:
        """Make the topics that are missing; one with another partition count is an error."""
        for topic in topics:
            self._check_partitions(topic)
        with self._transaction() as connection:
            for topic in topics:
                _insert_topic(connection, topic)
        self._load(self._writer)
        for topic in topics:
            self._check_partitions(topic)

    def _check_partitions(self, topic: Topic) -> None:
        found = self.partitions.get(topic.name, topic.partitions)
        if found != topic.partitions:
            raise ConfigError(
                f"{self.path}: topic {topic.name} has {found} partitions, {topic.partitions} "
                "were asked for; the number is fixed when a log is made"
            )

    def part_id(self, place: TopicPartition) -> int:
        """The row number of a partition in the file."""
        try:
            return self._ids[place]
        except KeyError:
            raise ConfigError(
                f"{self.path}: no partition {place.partition} of a topic {place.topic}; "
                f"topics are {', '.join(sorted(self.partitions))}"
            ) from None

    # ---- append

    @_named
    def append(self, rows: Sequence[Row]) -> list[int]:
        """All or nothing, in one transaction; the offsets the rows got, in their order."""
        with self._transaction() as connection:
            ends = self._ends_in(connection, {row.place for row in rows})
            grown: dict[TopicPartition, int] = dict.fromkeys(ends, 0)
            offsets: list[int] = []
            stored = []
            for row in rows:
                offset, part = ends[row.place], self._ids[row.place]
                ends[row.place] = offset + 1
                offsets.append(offset)
                grown[row.place] += len(row.key or b"") + len(row.value or b"")
                total = checksums.checksum(part, offset, row.timestamp_ms, row.key, row.value)
                stored.append(
                    (part, offset, row.timestamp_ms, total, row.headers, row.key, row.value)
                )
            connection.executemany("insert into record values(?,?,?,?,?,?,?)", stored)
            counts = Counter(row.place for row in rows)
            connection.executemany(
                "update part set next=?, bytes=bytes+?, rows=rows+? where id=?",
                [
                    (end, grown[place], counts[place], self._ids[place])
                    for place, end in ends.items()
                ],
            )
            for topic, lag_ms in self._compact.items():
                newest = [
                    (self._ids[row.place], offset, row.timestamp_ms, row.key, row.value is None)
                    for row, offset in zip(rows, offsets, strict=True)
                    if row.place.topic == topic and row.key is not None
                ]
                if newest:
                    compaction.supersede(connection, newest, lag_ms)
            checksums.seal_parts(connection, {self._ids[place] for place in ends})
            appended = compaction.appended(connection)
        self._acknowledged.note(self.boot_id, appended)
        self.ends.update(ends)
        return offsets

    def _ends_in(
        self, connection: sqlite3.Connection, places: set[TopicPartition]
    ) -> dict[TopicPartition, int]:
        found = {}
        for place in places:
            row = connection.execute(
                f"select next, sum=seal({checksums.PART}) from part where id=?",
                (self.part_id(place),),
            ).fetchone()
            if not row[1]:
                checksums.check(connection)
            found[place] = int(row[0])
        return found

    # ---- read

    @_named
    def read(
        self,
        wanted: Mapping[TopicPartition, int],
        max_rows: int = READ_ROWS,
        max_bytes: int = READ_BYTES,
    ) -> dict[TopicPartition, list[Stored]]:
        """Records from the wanted offsets on; partitions without any are left out.

        `max_rows` holds per partition, `max_bytes` over all (at least one row of each is read).
        """
        share = max(64 << 10, max_bytes // max(1, len(wanted)))
        out: dict[TopicPartition, list[Stored]] = {}
        for place, start in wanted.items():
            self._reader.execute("begin")  # count and records as of one moment
            try:
                rows = self._read_part(place, start, max_rows, share)
                if place.topic not in self._compact:
                    self._check_gaps(place, start, rows)
            finally:
                self._reader.execute("commit")
            if rows:
                out[place] = rows
        return out

    def _check_gaps(self, place: TopicPartition, start: int, rows: list[Stored]) -> None:
        """Only the oldest leave a topic that is not compacted, so its offsets have no gaps."""
        end, count = self._reader.execute(
            "select next, rows from part where id=?", (self.part_id(place),)
        ).fetchone()
        expected = min(end, max(start, end - count))
        found = [row.offset for row in rows]
        if (expected < end and not found) or found != list(range(expected, expected + len(found))):
            raise StoreError(
                f"{self.path}: records of {place.topic}/{place.partition} from {expected} on are "
                f"missing, {found[:1] or 'nothing'} comes next; the file is damaged: restore it, "
                "or start over with --fresh"
            )

    def _read_part(
        self, place: TopicPartition, start: int, max_rows: int, max_bytes: int
    ) -> list[Stored]:
        part, rows, size = self.part_id(place), [], 0
        cursor = self._reader.execute(
            "select offset, ts, sum, headers, key, value from record"
            " where part=? and offset>=? order by offset limit ?",
            (part, start, max_rows),
        )
        for offset, ts, total, headers, key, value in cursor:
            if total != checksums.checksum(part, offset, ts, key, value):
                raise StoreError(
                    f"{self.path}: record {offset} of {place.topic}/{place.partition} is damaged "
                    "(its checksum differs); restore the file, or start over with --fresh"
                )
            rows.append(Stored(place, offset, ts, key, value, headers))
            size += len(value or b"")
            if size >= max_bytes:
                break
        cursor.close()  # an open cursor keeps its snapshot, and the WAL from shrinking
        return rows

    @_named
    def first(self, place: TopicPartition) -> int:
        """The lowest offset that is still there; the end of an empty partition."""
        (offset,) = self._reader.execute(
            "select min(offset) from record where part=?", (self.part_id(place),)
        ).fetchone()
        return self.ends[place] if offset is None else int(offset)

    # ---- positions

    @_named
    def register(self, group: str, places: Sequence[TopicPartition]) -> None:
        """Make a group known, or alive: nothing it has not passed is removed from now on."""
        now = _now_ms()
        parts = [self.part_id(place) for place in places]
        with self._transaction() as connection:
            connection.executemany(
                "insert into position(reader, part, offset, seen) values(?, ?, -1, ?)"
                " on conflict do update set seen=excluded.seen",
                [(group, part, now) for part in parts],
            )
            connection.executemany(
                f"update position set sum=seal({checksums.POSITION}) where reader=? and part=?",
                [(group, part) for part in parts],
            )

    @_named
    def commit(self, group: str, positions: Mapping[TopicPartition, int]) -> None:
        """Store the offsets of the next records a group wants."""
        now = _now_ms()
        with self._transaction() as connection:
            connection.executemany(
                "insert or replace into position(reader, part, offset, seen, sum)"
                " values(?, ?, ?, ?, ?)",
                [
                    (
                        group,
                        (part := self.part_id(place)),
                        at,
                        now,
                        checksums.seal(group, part, at, now),
                    )
                    for place, at in positions.items()
                ],
            )

    @_named
    def positions(self, group: str) -> dict[TopicPartition, int]:
        """The positions that a group has committed."""
        checksums.check(self._reader)
        rows = self._reader.execute(
            "select topic, partition, offset from position join part on part.id=position.part"
            " where reader=? and offset>=0",
            (group,),
        ).fetchall()
        return {TopicPartition(topic, partition): offset for topic, partition, offset in rows}

    # ---- retention

    @_named
    def tidy(self, now_ms: int) -> Tidied:
        """Remove what its age, size or successor allows and no reader needs any more."""
        with self._transaction() as connection:
            checksums.check(connection)
            dropped = compaction.drop_silent(connection, now_ms)
            more = compaction.remove_stale(connection, now_ms)
            compaction.expire(connection, now_ms)
        return Tidied(dropped, more)

    def _transaction(self) -> Transaction:
        return Transaction(self._writer)


def _insert_topic(connection: sqlite3.Connection, topic: Topic) -> None:
    connection.execute(
        "insert or ignore into topic(name, partitions, compact, compact_after_ms, retention_ms,"
        " retention_bytes) values(?,?,?,?,?,?)",
        (
            topic.name,
            topic.partitions,
            int(topic.compact),
            int(topic.compact_after_s * 1000),
            None if topic.retention_s is None else int(topic.retention_s * 1000),
            topic.retention_bytes,
        ),
    )
    (count,) = connection.execute(
        "select partitions from topic where name=?", (topic.name,)
    ).fetchone()
    connection.executemany(
        "insert or ignore into part(topic, partition) values(?, ?)",
        [(topic.name, partition) for partition in range(count)],
    )
    for table, columns in (("topic", checksums.TOPIC), ("part", checksums.PART)):
        connection.execute(f"update {table} set sum=seal({columns}) where sum=0")


def _now_ms() -> int:
    return int(time.time() * 1000)
