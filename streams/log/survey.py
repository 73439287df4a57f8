"""What a log holds, looked at from outside: ranges, sizes, groups, settings, all its records.

Operators ask for it while workers run; nothing here moves a position or waits for a group.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple, Protocol

from .embedded import EmbeddedLog
from .kafka import KafkaLog
from .port import Entry


class PartitionSize(NamedTuple):
    """One partition of a topic."""

    partition: int
    first: int  # lowest offset that is still there
    end: int  # offset of the next record
    records: int  # on Kafka the width of the range: compaction leaves holes nobody counts
    size: int | None  # bytes; None where the broker does not tell


class Retention(NamedTuple):
    """How long a topic is kept, as the log has it."""

    retention_s: float | None
    retention_bytes: int | None  # of the whole topic
    compact: bool


class Survey(Protocol):
    """How one kind of log is looked through."""

    async def partition_sizes(self, topic: str) -> list[PartitionSize]: ...

    async def retention(self, topic: str) -> Retention: ...

    async def groups(self) -> list[str]:
        """Consumer groups that have a position, without the prefix."""
        ...

    def walk(self, topic: str) -> AsyncIterator[Sequence[Entry]]:
        """All records to the end as of now, partition by partition, a few megabytes at a time."""
        ...


@asynccontextmanager
async def surveying(log: EmbeddedLog | KafkaLog) -> AsyncIterator[Survey]:
    """A survey of an open log."""
    if isinstance(log, EmbeddedLog):
        from .embedded.survey import EmbeddedSurvey

        yield EmbeddedSurvey(log)
        return
    from .kafka.survey import KafkaSurvey

    survey = KafkaSurvey(log)
    await survey.open()
    try:
        yield survey
    finally:
        await survey.close()
