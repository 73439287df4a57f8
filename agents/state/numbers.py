"""Which numbers were handled, when they may come in any order and come again."""

from __future__ import annotations

from bisect import bisect_right

import msgspec


class Numbers(msgspec.Struct, array_like=True):
    """A set of numbers: all below `low`, and runs above it.

    The sender says below which number everything is answered; between that and the newest
    number the holes are few, so runs stay short where a set would not.

    Examples
    --------
    >>> numbers = Numbers()
    >>> for number in (3, 1, 2, 7):
    ...     numbers.add(number, low=1)
    >>> numbers.runs
    [[1, 4], [7, 8]]
    >>> numbers.add(8, low=5)
    >>> numbers.runs, 4 in numbers, 6 in numbers
    ([[7, 9]], True, False)
    """

    low: int = 0
    runs: list[list[int]] = []  # [start, stop), ascending, apart from each other

    def __contains__(self, number: int) -> bool:
        if number < self.low:
            return True
        at = bisect_right(self.runs, number, key=_start) - 1
        return at >= 0 and number < self.runs[at][1]

    def add(self, number: int, low: int) -> None:
        if number not in self:
            self._join(number)
        if low > self.low:
            self.low = low
            self.runs = [[max(start, low), stop] for start, stop in self.runs if stop > low]

    def copy(self) -> Numbers:
        return Numbers(self.low, [list(run) for run in self.runs])

    def _join(self, number: int) -> None:
        at = bisect_right(self.runs, number, key=_start)
        start, stop = number, number + 1
        if at < len(self.runs) and self.runs[at][0] == stop:
            stop = self.runs.pop(at)[1]
        if at > 0 and self.runs[at - 1][1] == start:
            at -= 1
            start = self.runs.pop(at)[0]
        self.runs.insert(at, [start, stop])


def _start(run: list[int]) -> int:
    return run[0]
