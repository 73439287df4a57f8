"""A topic followed from outside, a few megabytes at a time, without a position on the log."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from functools import partial

from .embedded import EmbeddedLog
from .kafka import KafkaLog
from .port import Entry, TopicPartition

CHUNK_BYTES = 4 << 20  # read at a time, so that who follows from the beginning holds little


class Follow:
    """Follows a topic: its entries from the beginning, then what is appended.

    Whoever follows is no member of a group: nothing waits for it, and nothing is kept for it.
    """

    def __init__(self, log: EmbeddedLog | KafkaLog, topic: str) -> None:
        self._log = log
        self._topic = topic
        self._next: dict[int, int] = {}

    async def news(self) -> AsyncIterator[Sequence[Entry]]:
        """Records since the last call, in batches; each partition in its order."""
        if isinstance(self._log, KafkaLog):
            found = await self._log.scan(self._topic, self._next)
            self._next |= {entry.partition: entry.offset + 1 for entry in found}
            yield found
            return
        storage = self._log.engine.storage
        for partition, end in (await self._log.ends(self._topic)).items():
            place = TopicPartition(self._topic, partition)
            while (at := self._next.get(partition, 0)) < end:
                read = partial(storage.read, {place: at}, max_bytes=CHUNK_BYTES)
                rows = (await self._log.engine.read(read)).get(place, [])
                self._next[partition] = rows[-1].offset + 1 if rows else end
                yield [
                    Entry(*row.place, row.offset, row.timestamp_ms, row.key or b"", row.value)
                    for row in rows
                ]
