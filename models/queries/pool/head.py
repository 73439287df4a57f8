"""The few numbers of a pool that change with every answer, and how they are written."""

from __future__ import annotations

from collections import deque

import msgspec
import numpy as np

from ..params import WINDOW
from ..selection.adaptive import Adaptive, Expectation
from ..selection.pairs import Pair

HEAD = "head"  # name of this part


class Recent(msgspec.Struct, array_like=True):
    """A query answered lately: further pages of its answer still come."""

    query: str
    bin: int  # of its correction; -1: nothing was expected
    objects: list[int]


class Head(msgspec.Struct, array_like=True):
    """The counters and beliefs of a pool that every answer changes.

    Parameters
    ----------
    limit
        Most distinct objects one query brought.
    yields
        Source of queries -> queries asked, new objects.
    pairs
        Pairs asked and not answered -> what is expected of them.
    recent
        The last queries answered.
    window
        (returned, new) of the last answers.
    matches
        Most matches that a page reported.
    listed
        Words of a list that are still to be asked.
    """

    limit: int
    yields: dict[str, tuple[float, float]] = {}
    pairs: dict[str, tuple[int, float]] = {}
    recent: list[Recent] = []
    window: list[tuple[int, int]] = []
    matches: int = 0
    listed: list[int] = []

    def remember(self, returned: int, new: int) -> None:
        """Count an answer for the stop rule."""
        self.window = list(deque([*self.window, (returned, new)], WINDOW))

    def note_yield(self, source: str, asked: int, new: int, fading: float) -> None:
        """A query of some source was asked, or brought so many new objects."""
        before = self.yields.get(source, (0.0, 0.0))
        self.yields[source] = (fading * before[0] + asked, fading * before[1] + new)

    def take_expected(self, pair: str) -> Expectation | None:
        """What was expected of a pair when it was asked; it is given out once."""
        found = self.pairs.pop(pair, None)
        return Expectation(*found) if found else None

    def encode(self, chooser: Adaptive) -> bytes:
        """With the beliefs of the chooser, bit for bit."""
        sizes, corrections = chooser.sizes, chooser.corrections
        arrays = (sizes.a, sizes.b, sizes.theta, corrections.found, corrections.expected)
        floats = np.concatenate([array.ravel() for array in arrays]).astype("<f8").tobytes()
        return msgspec.msgpack.encode((self, floats, chooser.queue))

    @classmethod
    def decode(cls, data: bytes, chooser: Adaptive) -> Head:
        """Beliefs go into the chooser."""
        head, raw, queue = msgspec.msgpack.decode(data, type=tuple[Head, bytes, list[Pair]])
        floats = np.frombuffer(raw, "<f8").astype(np.float64)
        a, b, theta, found, expected = np.split(floats, [9, 12, 15, 15 + (len(floats) - 15) // 2])
        chooser.sizes.a, chooser.sizes.b, chooser.sizes.theta = a.reshape(3, 3), b, theta
        chooser.corrections.found, chooser.corrections.expected = found, expected
        chooser.queue = queue
        return head
