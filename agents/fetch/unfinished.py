"""The position of a reader that finishes out of order: the lowest offset not finished."""

from __future__ import annotations

from heapq import heappop, heappush

from upwell.streams.log.port import TopicPartition


class Unfinished:
    """Offsets taken and finished, per partition.

    Examples
    --------
    >>> place = TopicPartition("requests", 0)
    >>> work = Unfinished()
    >>> [work.take(place, offset) for offset in (4, 5, 6, 5)]
    [True, True, True, False]
    >>> work.finish(place, 5)
    >>> work.positions()
    {TopicPartition(topic='requests', partition=0): 4}
    >>> work.finish(place, 4)
    >>> work.positions()
    {TopicPartition(topic='requests', partition=0): 6}
    """

    def __init__(self) -> None:
        self._open: dict[TopicPartition, set[int]] = {}
        self._order: dict[TopicPartition, list[int]] = {}
        self._next: dict[TopicPartition, int] = {}

    def __len__(self) -> int:
        return sum(map(len, self._open.values()))

    def places(self) -> list[TopicPartition]:
        """The partitions that anything was taken from."""
        return list(self._next)

    def forget(self, place: TopicPartition) -> None:
        """Forget a partition that moved to another worker; when it comes back it is as new."""
        for known in (self._open, self._order, self._next):
            known.pop(place, None)

    def take(self, place: TopicPartition, offset: int) -> bool:
        """False when it was taken before: a partition that went and came back unnoticed."""
        if offset < self._next.get(place, 0):
            return False
        self._open.setdefault(place, set()).add(offset)
        heappush(self._order.setdefault(place, []), offset)
        self._next[place] = offset + 1
        return True

    def finish(self, place: TopicPartition, offset: int) -> None:
        """Note that an offset is done; of a partition that was lost meanwhile nothing is noted."""
        if place in self._open:
            self._open[place].discard(offset)

    def positions(self) -> dict[TopicPartition, int]:
        """Per partition, the offset a restart has to begin from."""
        return {place: self._position(place) for place in self._next}

    def _position(self, place: TopicPartition) -> int:
        order, still_open = self._order[place], self._open[place]
        while order and order[0] not in still_open:
            heappop(order)
        return order[0] if order else self._next[place]
