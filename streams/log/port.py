"""The log port: what upwell asks of a log, whichever side it has (embedded SQLite or Apache Kafka).

Two sides, one meaning: partitions keep order, an append is durable when it returns, a group's
position is the offset of the next record it wants.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import NamedTuple, Protocol


class TopicPartition(NamedTuple):
    """One partition of one topic."""

    topic: str
    partition: int


class Outgoing(NamedTuple):
    """A record to append. Its partition follows from the key, as on Kafka."""

    topic: str
    key: bytes
    value: bytes | None  # None: a tombstone
    timestamp_ms: int | None = None


class Entry(NamedTuple):
    """A record that stands in the log."""

    topic: str
    partition: int
    offset: int
    timestamp_ms: int
    key: bytes
    value: bytes | None

    @property
    def is_empty(self) -> bool:
        """Whether it is the place of a record of a forgotten site: nobody does anything with it."""
        return not self.key and self.value is None


class Reader(Protocol):
    """A member of a consumer group. Closing it commits nothing by itself."""

    def batches(
        self, max_records: int = 200, timeout_s: float = 0.5
    ) -> AsyncIterator[Sequence[Entry]]:
        """Batches in partition order, from the group's position; may yield empty ones."""
        ...

    async def commit(self, positions: Mapping[TopicPartition, int]) -> None:
        """Store the offsets of the next records wanted."""
        ...

    def assignment(self) -> frozenset[TopicPartition]:
        """The partitions that this member owns now."""
        ...

    async def close(self) -> None: ...


class Log(Protocol):
    """Append, read, follow. Every method is safe to call from many tasks of one loop."""

    url: str

    async def open(self) -> None:
        """Connect and declare every topic of the table (`streams.topics`) that is missing."""
        ...

    async def close(self) -> None: ...

    async def append(self, records: Sequence[Outgoing]) -> list[Entry]:
        """Append all; returns when every one is acknowledged, in order, with its offset."""
        ...

    def partition(self, topic: str, key: bytes) -> int:
        """The partition a key belongs to: Kafka's default partitioner on both sides."""
        ...

    async def entry(self, topic: str, partition: int, offset: int) -> Entry | None:
        """One record by its place; None when retention took it."""
        ...

    async def scan(self, topic: str, start: Mapping[int, int] | None = None) -> list[Entry]:
        """All records from `start` (default: the beginning) to the end as of now."""
        ...

    def reader(self, group: str, topics: Sequence[str]) -> Reader: ...

    async def positions(self, group: str) -> dict[TopicPartition, int]:
        """Committed positions of a group."""
        ...

    async def ends(self, topic: str) -> dict[int, int]:
        """Per partition, the offset the next record will get."""
        ...
