"""When a delete may be forgotten: an hour after it was written, a slice of the table at a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

SLICE = 2_000  # keys of one look: some ten milliseconds
PAUSE_S = 1.0  # between two looks


@dataclass(slots=True)
class _Round:
    """One partition's way to its next look."""

    began: float
    newest: int  # offset of the marks when it began: higher ones are younger
    looked: float = 0.0
    cursor: bytes | None = field(default=None)  # where the next slice begins
    next_newest: int = -1


class Collector:
    """Tells which marks are old enough, from the offsets that go by.

    Marks say where in the input they were made, not when. So the newest offset is noted, and
    once the time is over whatever is not above it is older.

    Parameters
    ----------
    after_s
        As long as a late write of an earlier owner may have to be told from a better one.
    clock
        In seconds.
    """

    def __init__(self, after_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._after_s = after_s
        self._clock = clock
        self._rounds: dict[int, _Round] = {}

    def due(self, partition: int, offset: int) -> int | None:
        """After a write with this offset: up to which one marks are old, if it is time to look."""
        now = self._clock()
        one = self._rounds.setdefault(partition, _Round(now, offset - 1))
        if now - one.began < self._after_s or now - one.looked < PAUSE_S:
            return None
        if one.cursor is None:
            one.next_newest = offset - 1
        one.looked = now
        return one.newest

    def cursor(self, partition: int) -> bytes | None:
        """Where the look goes on; None: at the start."""
        return self._rounds[partition].cursor

    def note_slice(self, partition: int, cursor: bytes | None) -> None:
        """Note that a slice was looked at, up to this key; None: it was the last one."""
        one = self._rounds[partition]
        one.cursor = cursor
        if cursor is None:
            self._rounds[partition] = _Round(self._clock(), one.next_newest)

    def forget(self, partition: int) -> None:
        """Forget a partition that is not ours any more."""
        self._rounds.pop(partition, None)
