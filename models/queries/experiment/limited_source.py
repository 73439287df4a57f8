"""A simulated source: a keyword search that says how many match and returns at most k (TXT 3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..corpus import Corpus, Ids

Sort = Literal["none", "relevance", "rank"]
Match = Literal["and", "or"]


class Source:
    """A collection behind a search form with a return limit.

    Parameters
    ----------
    corpus
        What it holds.
    limit
        k, documents returned at most.
    sort
        Which k of the matches come back: `none`, `relevance` or `rank`.
    match
        A document of several words' answer holds all of them (`and`) or any (`or`).
    seed
        Of the orders `none` and `rank`.

    Reading
    -------
    `none` ("any random order"): a random order per query, the same whenever it is asked again.
    `rank`: one random order of all documents for all queries; an index order is the same case.
    `relevance`: sqrt(tf)·idf²/sqrt(length) summed over the words, idf = 1 + ln(n/(df + 1)).

    Examples
    --------
    >>> source = Source(Corpus.of(["red car", "red bus", "blue bus"]), limit=1)
    >>> matches, returned = source.search([source.corpus.numbers["red"]])
    >>> matches, len(returned)
    (2, 1)

    References
    ----------
    TXT 3.4.
    """

    def __init__(
        self, corpus: Corpus, limit: int, sort: Sort = "none", match: Match = "and", seed: int = 0
    ) -> None:
        self.corpus, self.limit, self.sort, self.match, self.seed = corpus, limit, sort, match, seed
        self._idf = 1 + np.log(corpus.n / (corpus.frequency + 1))
        owner = np.repeat(np.arange(corpus.n), np.diff(corpus.offsets))
        length = np.bincount(owner, weights=corpus.tf, minlength=corpus.n)
        self._norm = 1 / np.sqrt(np.maximum(length, 1))
        self._rank = np.random.default_rng(seed).permutation(corpus.n)

    def search(self, terms: Sequence[int]) -> tuple[int, Ids]:
        """How many match, and those of them that come back."""
        found = self._matches(terms)
        order = np.argsort(self._keys(terms, found), kind="stable")
        return len(found), found[order[: self.limit]]

    def _matches(self, terms: Sequence[int]) -> Ids:
        lists = sorted((self.corpus.documents(term) for term in terms), key=len)
        if self.match == "or":
            return np.unique(np.concatenate(lists))
        found = lists[0]
        for other in lists[1:]:
            found = found[np.isin(found, other, assume_unique=True)]
        return found

    def _keys(self, terms: Sequence[int], found: Ids) -> NDArray[np.generic]:
        if self.sort == "rank":
            return self._rank[found]
        if self.sort == "relevance":
            return -self._relevance(terms, found)
        query = 0
        for term in sorted(terms):
            query = int(_mix(np.array([(query * 1000003 + term + 1) % 2**63], np.uint64))[0])
        return _mix(found.astype(np.uint64) ^ np.uint64(query ^ (self.seed * 7919)))

    def _relevance(self, terms: Sequence[int], found: Ids) -> NDArray[np.float64]:
        score = np.zeros(len(found))
        for term in terms:
            postings, first = self.corpus.documents(term), self.corpus.post_offsets[term]
            at = np.minimum(np.searchsorted(postings, found), len(postings) - 1)
            tf = np.where(postings[at] == found, self.corpus.post_tf[first + at], 0)
            score += np.sqrt(tf) * self._idf[term] ** 2 * self._norm[found]
        return score


def _mix(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """SplitMix64: every bit of the result depends on every bit of the number."""
    with np.errstate(over="ignore"):
        x = numbers + np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return np.asarray(x ^ (x >> np.uint64(31)), np.uint64)
