"""Hit rate and overlap rate of a sequence of queries (TXT 2.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Step(NamedTuple):
    """One query asked: what it brought, and the rates up to it."""

    step: int  # from 1
    query: str
    matches: int  # how many the source says there are
    returned: int
    new: int  # of those returned, never returned before
    hit_rate: float
    overlap_rate: float


class Curve:
    """Rates as queries are answered.

    HR = distinct returned / all documents; OR = returned / distinct, 1 is perfect.

    Examples
    --------
    >>> curve = Curve(10)
    >>> curve.add("red", matches=5, returned=3, new=3).hit_rate
    0.3
    >>> curve.add("bus", matches=3, returned=3, new=1).overlap_rate
    1.5

    References
    ----------
    TXT 2.4.1, 2.4.2; definition 1, 2.
    """

    def __init__(self, n_documents: int) -> None:
        self.n_documents = n_documents
        self.steps = self.returned = self.distinct = 0

    def add(self, query: str, matches: int, returned: int, new: int) -> Step:
        """Count one answer."""
        self.steps += 1
        self.returned += returned
        self.distinct += new
        hit_rate = self.distinct / self.n_documents if self.n_documents else 0.0
        overlap_rate = self.returned / self.distinct if self.distinct else 1.0
        return Step(self.steps, query, matches, returned, new, hit_rate, overlap_rate)


def at_hit_rate(steps: Sequence[Step], hit_rate: float) -> Step | None:
    """The first step that reaches a hit rate; None when none does.

    >>> curve = Curve(2)
    >>> at_hit_rate([curve.add("red", 1, 1, 1), curve.add("bus", 2, 2, 1)], 0.6).step
    2
    """
    return next((step for step in steps if step.hit_rate >= hit_rate - 1e-12), None)
