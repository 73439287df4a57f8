"""The entropy of every term of a site, learned page by page in bounded memory (WISDOM 3.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import log

import msgspec

from .entropy import entropy


@dataclass(slots=True)
class TermEntropy:
    """Two sums a term and one count of pages; a page without a term costs nothing.

    Parameters
    ----------
    max_terms
        Terms kept. Above it the rarest quarter is dropped: a term that is not known weighs as
        much as one seen once, so this changes the weight of rare terms a little and no other.

    Examples
    --------
    >>> site = TermEntropy()
    >>> for page in (["home", "gps"], ["home", "tv"], ["home"]):
    ...     site.fold(page)
    >>> [round(site.weight(term), 3) for term in ("home", "gps", "never seen")]
    [0.0, 1.0, 1.0]

    References
    ----------
    WISDOM 3.1; eq. A.2; fig. 11.
    """

    max_terms: int = 100_000
    n_pages: int = 0
    sums: dict[str, tuple[int, float]] = field(default_factory=dict)  # term: Σ tf, Σ tf·ln tf

    def fold(self, terms: Iterable[str]) -> None:
        """Learn the terms of one page."""
        self.n_pages += 1
        for term, tf in Counter(terms).items():
            total, log_sum = self.sums.get(term, (0, 0.0))
            self.sums[term] = (total + tf, log_sum + tf * log(tf))
        if len(self.sums) > self.max_terms:
            ranked = sorted(self.sums, key=lambda term: (-self.sums[term][0], term))
            self.sums = {term: self.sums[term] for term in ranked[: self.max_terms * 3 // 4]}

    def entropy(self, term: str) -> float:
        """EN(term), 0 for a term never seen."""
        if term not in self.sums:
            return 0.0
        return entropy(*self.sums[term], self.n_pages)

    def weight(self, term: str) -> float:
        """W(term) = 1 - EN(term): how much it tells where it stands."""
        return 1.0 - self.entropy(term)

    def encode(self) -> bytes:
        """The state as bytes."""
        return msgspec.msgpack.encode((self.max_terms, self.n_pages, self.sums))

    @classmethod
    def decode(cls, data: bytes) -> TermEntropy:
        """The state that `encode` wrote."""
        kind = tuple[int, int, dict[str, tuple[int, float]]]
        return cls(*msgspec.msgpack.decode(data, type=kind))
