"""The embedded side of the log port: SQLite behind an event loop, no broker (DESIGN 5)."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping, Sequence
from functools import partial

from upwell.errors import StoreError
from upwell.streams.topics import PARTITIONS, declared

from ..address import parse_address
from ..partition import partition_of
from ..port import Entry, Outgoing, TopicPartition
from .boot_id import machine_start
from .engine import Engine
from .storage import Row, Stored

SCAN_BYTES = 32 << 20


class EmbeddedLog:
    """A log on this machine's disk; every process on it may append, read and follow.

    Parameters
    ----------
    url
        `upwell:///directory`, made when missing.
    partitions
        Of every topic, fixed when the log is made; None: what the log has, or the default.
    """

    def __init__(self, url: str, partitions: int | None = None) -> None:
        self.url = url
        self._address = parse_address(url)
        self._wanted_partitions = partitions
        self._engine: Engine | None = None

    @property
    def engine(self) -> Engine:
        """The open engine, shared with the transport of this process."""
        if self._engine is None:
            raise StoreError(f"{self.url} is not open; await open() first")
        return self._engine

    @property
    def boot_id(self) -> str:
        """Drawn when the log was made: tables filled from another log are not of this one."""
        return self.engine.storage.boot_id

    @property
    def incarnation(self) -> str:
        """What the tables of a worker have to be filled from, to be trusted (DESIGN 4.6).

        A power cut may take commits that the log acknowledged, while RocksDB kept what followed
        from them: with `synchronous=normal` another start of the machine makes another log.
        """
        if self._address.synchronous == "full":
            return self.boot_id
        return f"{self.boot_id} {machine_start()}"

    @property
    def partitions(self) -> int:
        """Partitions of every topic of the table."""
        return self.engine.storage.partitions[declared()[0].name]

    async def open(self) -> None:
        """Open or make the file and declare the topics that are missing."""
        if self._engine is not None:
            return
        engine = Engine.acquire(self._address.directory, self._address.synchronous)
        count = self._wanted_partitions or next(
            iter(engine.storage.partitions.values()), PARTITIONS
        )
        try:
            await engine.write(lambda: engine.storage.declare(declared(count)))
        except BaseException:
            await engine.release()
            raise
        self._engine = engine

    async def close(self) -> None:
        """Give the file back; what was queued is written first."""
        if self._engine is not None:
            engine, self._engine = self._engine, None
            await engine.release()

    async def append(self, records: Sequence[Outgoing]) -> list[Entry]:
        """One transaction; returns after its commit."""
        if not records:
            return []
        now_ms = int(time.time() * 1000)
        rows = [
            Row(
                TopicPartition(record.topic, self.partition(record.topic, record.key)),
                now_ms if record.timestamp_ms is None else record.timestamp_ms,
                record.key,
                record.value,
            )
            for record in records
        ]
        offsets = await self.engine.append(rows)
        return [
            Entry(*row.place, offset, row.timestamp_ms, row.key or b"", row.value)
            for row, offset in zip(rows, offsets, strict=True)
        ]

    def partition(self, topic: str, key: bytes) -> int:
        """The partition of a key, as on Kafka."""
        storage = self.engine.storage
        storage.part_id(TopicPartition(topic, 0))  # a ConfigError that lists the topics
        return partition_of(key, storage.partitions[topic])

    async def entry(self, topic: str, partition: int, offset: int) -> Entry | None:
        """One record by its place; None when retention or compaction took it."""
        place = TopicPartition(topic, partition)
        storage = self.engine.storage
        found = await self.engine.read(lambda: storage.read({place: offset}, max_rows=1))
        rows = found.get(place)
        return _entry(rows[0]) if rows and rows[0].offset == offset else None

    async def scan(self, topic: str, start: Mapping[int, int] | None = None) -> list[Entry]:
        """All records from `start` to the end as of now, partition by partition."""
        storage = self.engine.storage
        out: list[Entry] = []
        for partition, end in (await self.ends(topic)).items():
            place = TopicPartition(topic, partition)
            at = (start or {}).get(partition, 0)
            while at < end:
                read = partial(storage.read, {place: at}, max_bytes=SCAN_BYTES)
                rows = (await self.engine.read(read)).get(place, [])
                out += [_entry(row) for row in rows if row.offset < end]
                at = rows[-1].offset + 1 if rows else end
        return out

    def reader(self, group: str, topics: Sequence[str]) -> EmbeddedReader:
        """A member of a group; on the embedded log it is the only one and has all partitions."""
        return EmbeddedReader(self.engine, group, topics)

    async def positions(self, group: str) -> dict[TopicPartition, int]:
        """Committed positions of a group."""
        return await self.engine.read(lambda: self.engine.storage.positions(group))

    async def ends(self, topic: str) -> dict[int, int]:
        """Per partition, the offset the next record will get."""
        storage = self.engine.storage
        await self.engine.read(storage.refresh)
        count = storage.partitions.get(topic, 0)
        return {p: storage.ends[TopicPartition(topic, p)] for p in range(count)}


class EmbeddedReader:
    """Follows topics of the embedded log for one group."""

    def __init__(self, engine: Engine, group: str, topics: Sequence[str]) -> None:
        self._engine = engine
        self._group = group
        self._places = [
            TopicPartition(topic, partition)
            for topic in topics
            for partition in range(engine.storage.partitions[topic])
        ]
        self._at: dict[TopicPartition, int] = {}
        self._closed = False

    async def batches(
        self, max_records: int = 200, timeout_s: float = 0.5
    ) -> AsyncIterator[Sequence[Entry]]:
        """Batches from the group's position on; an empty one when nothing came in time.

        Partitions take turns at being first, so none waits behind a long one for ever.
        """
        engine = self._engine
        storage = engine.storage
        await engine.write(lambda: storage.register(self._group, self._places))
        committed = await engine.read(lambda: storage.positions(self._group))
        self._at = {place: committed.get(place, 0) for place in self._places}
        while not self._closed:
            signal = engine.signal
            behind = {p: self._at[p] for p in self._places if self._at[p] < storage.ends[p]}
            if not behind:
                await engine.wait(signal, timeout_s)
                if not any(self._at[p] < storage.ends[p] for p in self._places):
                    yield []
                continue
            yield await self._read(behind, max_records)
            self._places = self._places[1:] + self._places[:1]

    async def _read(self, behind: dict[TopicPartition, int], max_records: int) -> list[Entry]:
        storage = self._engine.storage
        ends = {place: storage.ends[place] for place in behind}
        share = max(1, max_records // len(behind))
        wanted = dict(list(behind.items())[:max_records])
        found = await self._engine.read(lambda: storage.read(wanted, max_rows=share))
        for place in wanted:
            rows = found.get(place)
            self._at[place] = rows[-1].offset + 1 if rows else ends[place]
        return [_entry(row) for rows in found.values() for row in rows]

    async def commit(self, positions: Mapping[TopicPartition, int]) -> None:
        """Store the offsets of the next records wanted."""
        storage, kept = self._engine.storage, dict(positions)
        await self._engine.write(lambda: storage.commit(self._group, kept))

    def assignment(self) -> frozenset[TopicPartition]:
        """All partitions of the topics."""
        return frozenset(self._places)

    async def close(self) -> None:
        """Ends `batches` after the batch in hand."""
        self._closed = True


def _entry(row: Stored) -> Entry:
    return Entry(*row.place, row.offset, row.timestamp_ms, row.key or b"", row.value)
