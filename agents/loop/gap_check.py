"""Records of a partition are handled without a hole, whatever a rebalance did to the reader.

A record that is passed over is lost: the mark of its key moves beyond it, and so does the
group's position. So the first record of a partition must not lie beyond the committed position,
and each later one not beyond the one after the last. Going back is harmless, what was handled
does nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from upwell.errors import StoreError
from upwell.streams.log.port import Entry, Log, TopicPartition


class GapCheck:
    """Where each partition of one input goes on.

    Parameters
    ----------
    log
        Knows the committed positions, and whether a record is still there.
    group
        Of the agent.
    """

    def __init__(self, log: Log, group: str) -> None:
        self._log = log
        self._group = group
        self._next: dict[TopicPartition, int] = {}
        self._generation = -1

    async def check(self, entries: Iterable[Entry], generation: int) -> dict[TopicPartition, int]:
        """Where each partition goes on after these entries; a hole before one raises.

        After a rebalance what counts is the committed position, not what we remember.
        """
        if generation != self._generation:
            self._next, self._generation = {}, generation
        after: dict[TopicPartition, int] = {}
        for entry in entries:
            place = TopicPartition(entry.topic, entry.partition)
            due = after.get(place)
            if due is None:
                due = await self._due(place)
            if entry.offset > due and await self._left_out(entry):
                raise StoreError(
                    f"{entry.topic} {entry.partition}: offset {due} comes next and {entry.offset} "
                    "was handed out; what lies between is read after a fresh start"
                )
            after[place] = max(due, entry.offset + 1)
        return after

    def passed(self, after: dict[TopicPartition, int]) -> None:
        """Note that entries were handled."""
        self._next |= after

    async def _due(self, place: TopicPartition) -> int:
        if place not in self._next:
            self._next[place] = (await self._log.positions(self._group)).get(place, 0)
        return self._next[place]

    async def _left_out(self, entry: Entry) -> bool:
        """Whether the record before it is still in the log, and not gone by retention."""
        before = await self._log.entry(entry.topic, entry.partition, entry.offset - 1)
        return before is not None
