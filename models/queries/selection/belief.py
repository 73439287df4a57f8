"""What is believed of a query not yet asked: how many match, and how many of those are new.

Both beliefs are learnt while the crawl runs, and both forget slowly, so that a source which
changes, or whose order is not what it seemed, corrects them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..params import N_BINS, PRIOR, RIDGE

Floats = NDArray[np.float64]


class MatchEstimate:
    """Matches of a word from the objects already known to hold it.

    log2 m = θ·(1, log2 known, -log2(1 - rate)): known objects are the share (1 - rate) of all.
    θ comes by ridge regression towards (0, 1, 1) from every match count the source reports.

    Examples
    --------
    >>> estimate = MatchEstimate(decay=0.99)
    >>> estimate.sizes(np.array([10.0]), np.array([0.5])).round(6).tolist()
    [20.0]
    """

    def __init__(self, decay: float) -> None:
        self.decay = decay
        self.a: Floats = np.zeros((3, 3))
        self.b: Floats = np.zeros(3)
        self.theta: Floats = np.array([0.0, 1.0, 1.0])

    def sizes(self, known: Floats, rate: Floats) -> Floats:
        """Expected matches of words."""
        base, hidden = _features(known, rate)
        power = self.theta[0] + self.theta[1] * base + self.theta[2] * hidden
        return np.asarray(np.exp2(np.minimum(power, 40.0)), np.float64)

    def learn(self, known: float, rate: float, matches: int) -> None:
        """The source says how many match a word that was believed to have (known, rate)."""
        base, hidden = _features(np.array([known]), np.array([rate]))
        x = np.array([1.0, base[0], hidden[0]])
        self.a = self.decay * self.a + np.outer(x, x)
        self.b = self.decay * self.b + x * np.log2(matches)
        start = np.array([0.0, 1.0, 1.0])
        solved = np.linalg.solve(self.a + RIDGE * np.eye(3), self.b + RIDGE * start)
        self.theta = np.asarray(solved, np.float64)


class Corrections:
    """Really new over expected new, by matches against the return limit.

    This is what learns the order of a source: when one order serves all queries, large answers
    bring the same objects again, their bins sink, and words that just fit the limit win.

    Examples
    --------
    >>> corrections = Corrections(decay=0.99)
    >>> large = corrections.bins(np.array([400.0]), limit=50)
    >>> corrections.expect(int(large[0]), 40.0)
    >>> corrections.factor(large).round(2).tolist()
    [0.17]
    """

    def __init__(self, decay: float) -> None:
        self.decay = decay
        self.found: Floats = np.full(2 * N_BINS, PRIOR)
        self.expected: Floats = np.full(2 * N_BINS, PRIOR)

    @staticmethod
    def bins(sizes: Floats, limit: int) -> NDArray[np.int64]:
        """Bin of queries by their expected matches."""
        octaves = np.log2(np.maximum(sizes, 1.0) / limit)
        return np.asarray(np.clip(np.floor(2 * octaves) + 6, 0, N_BINS - 1), np.int64)

    def factor(self, bins: NDArray[np.int64]) -> Floats:
        """The factors that correct expectations in these bins."""
        return np.asarray(self.found[bins] / self.expected[bins], np.float64)

    def expect(self, bin_: int, new: float) -> None:
        """Learn how many new objects were expected of a query of this bin."""
        self.found = PRIOR + (self.found - PRIOR) * self.decay
        self.expected = PRIOR + (self.expected - PRIOR) * self.decay
        self.expected[bin_] += new

    def find(self, bin_: int, new: int) -> None:
        """Learn how many new objects a query of this bin brought."""
        self.found[bin_] += new


def _features(known: Floats, rate: Floats) -> tuple[Floats, Floats]:
    return np.log2(np.maximum(known, 0.5)), -np.log2(1 - rate)
