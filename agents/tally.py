"""What a worker has appended, counted on its way to the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from upwell.streams.log.port import Entry, Log, Outgoing, Reader, TopicPartition
from upwell.streams.topics import FINDINGS


class Tally:
    """Counts since the start, and the sites of the time since somebody last asked."""

    def __init__(self) -> None:
        self.appended: Counter[str] = Counter()  # by topic
        self._sites: set[bytes] = set()

    def note(self, records: Sequence[Outgoing]) -> None:
        """Count records that were appended."""
        self.appended.update(record.topic for record in records)
        self._sites.update(record.key for record in records if record.topic == FINDINGS)

    def sites(self) -> int:
        """Sites of which a page was read since this was asked last."""
        found, self._sites = len(self._sites), set()
        return found


class TalliedLog:
    """A log on which all that is appended is counted."""

    def __init__(self, log: Log, tally: Tally) -> None:
        self._log = log
        self._tally = tally
        self.url = log.url

    async def append(self, records: Sequence[Outgoing]) -> list[Entry]:
        """Append to the log, and count what was appended."""
        entries = await self._log.append(records)
        self._tally.note(records)
        return entries

    async def open(self) -> None:
        await self._log.open()

    async def close(self) -> None:
        await self._log.close()

    def partition(self, topic: str, key: bytes) -> int:
        return self._log.partition(topic, key)

    async def entry(self, topic: str, partition: int, offset: int) -> Entry | None:
        return await self._log.entry(topic, partition, offset)

    async def scan(self, topic: str, start: Mapping[int, int] | None = None) -> list[Entry]:
        return await self._log.scan(topic, start)

    def reader(self, group: str, topics: Sequence[str]) -> Reader:
        return self._log.reader(group, topics)

    async def positions(self, group: str) -> dict[TopicPartition, int]:
        return await self._log.positions(group)

    async def ends(self, topic: str) -> dict[int, int]:
        return await self._log.ends(topic)
