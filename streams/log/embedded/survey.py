"""The survey of an embedded log, on a connection of its own that only reads."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any

from upwell.errors import StoreError

from ..port import Entry, TopicPartition
from ..survey import PartitionSize, Retention
from .log import EmbeddedLog

WALK_BYTES = 8 << 20

_HELD = """
select part.partition, coalesce(min(record.offset), part.next), part.next, count(record.offset),
       part.bytes
from part left join record on record.part=part.id
where part.topic=? group by part.id order by part.partition
"""


class EmbeddedSurvey:
    """Looks at the SQLite file of a log."""

    def __init__(self, log: EmbeddedLog) -> None:
        self._log = log
        self._path = log.engine.storage.path

    async def partition_sizes(self, topic: str) -> list[PartitionSize]:
        """Counted, not estimated."""
        return [PartitionSize(*row) for row in await self._rows(_HELD, topic)]

    async def retention(self, topic: str) -> Retention:
        """The settings with which the topic was made."""
        ((age_ms, size, compact),) = await self._rows(
            "select retention_ms, retention_bytes, compact from topic where name=?", topic
        )
        return Retention(None if age_ms is None else age_ms / 1000, size, bool(compact))

    async def groups(self) -> list[str]:
        """Readers that are registered."""
        rows = await self._rows("select distinct reader from position order by reader")
        return [name for (name,) in rows]

    async def walk(self, topic: str) -> AsyncIterator[Sequence[Entry]]:
        """All entries of a topic in their order, partition by partition."""
        engine = self._log.engine
        for partition, end in (await self._log.ends(topic)).items():
            place, at = TopicPartition(topic, partition), 0
            while at < end:
                read = partial(engine.storage.read, {place: at}, max_bytes=WALK_BYTES)
                rows = (await engine.read(read)).get(place, [])
                yield [
                    Entry(*row.place, row.offset, row.timestamp_ms, row.key or b"", row.value)
                    for row in rows
                    if row.offset < end
                ]
                at = rows[-1].offset + 1 if rows else end

    async def _rows(self, question: str, *values: str) -> list[Any]:
        return await self._log.engine.read(partial(self._ask, question, values))

    def _ask(self, question: str, values: tuple[str, ...]) -> list[Any]:
        try:
            connection = sqlite3.connect(f"{self._path.as_uri()}?mode=ro", uri=True, timeout=30)
            try:
                return connection.execute(question, values).fetchall()
            finally:
                connection.close()
        except sqlite3.Error as error:
            raise StoreError(f"{self._path}: {error}; restore the file or use --fresh") from error
