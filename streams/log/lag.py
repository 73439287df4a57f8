"""How far every reader of the log is, for `status` and `doctor`."""

from __future__ import annotations

from typing import NamedTuple

from ..topics import TOPICS
from .port import Log, TopicPartition
from .survey import Survey


class Position(NamedTuple):
    """One group on one topic, over all partitions."""

    reader: str
    topic: str
    position: int
    end: int
    partitions: dict[int, int]  # partition -> lag

    @property
    def lag(self) -> int:
        """Records that are still to be handled."""
        return sum(self.partitions.values())


async def positions(log: Log, survey: Survey) -> list[Position]:
    """In the order of the table of topics. A topic's end is asked after its positions."""
    by_group = {group: await log.positions(group) for group in await survey.groups()}
    found = []
    for topic in TOPICS:
        ends = await log.ends(topic.name)
        for group, at in by_group.items():
            mine = {p: at[TopicPartition(topic.name, p)] for p in ends if (topic.name, p) in at}
            if mine:
                lag = {p: end - mine.get(p, 0) for p, end in ends.items()}
                total = sum(ends.values())
                found.append(Position(group, topic.name, total - sum(lag.values()), total, lag))
    return found
