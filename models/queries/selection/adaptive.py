"""The running selection: the query expected to bring most new objects for its price.

Where the thesis fixes its list before the first question, this one listens to the answers: new
rates by Good-Turing over a word's own objects, matches by regression on the reported counts, and
a correction by size of answer that finds out how the source orders what it cuts off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..corpus import Ids
from ..params import MOST_NEW, TIE, AdaptiveParams
from .belief import Corrections, Floats, MatchEstimate
from .bookkeeping import Bookkeeping
from .pairs import Pair, Query, propose
from .snapshot import Snapshot


class Expectation(NamedTuple):
    """The bin of corrections of a query, and how many new objects are expected of it."""

    bin: int
    new: float


class Adaptive:
    """Chooses by expected new objects over price; words and objects are numbers.

    Parameters
    ----------
    jitter
        One number in [0, 1) a word: decides between words that look the same.
    params
        See there.
    sample
        Documents known beforehand, if the sample is uniform.

    Examples
    --------
    >>> chooser = Adaptive(np.array([0.1, 0.2]))
    >>> answer = [(0, np.array([0, 1], np.int32)), (1, np.array([1], np.int32))]
    >>> chooser.fold((0,), 2, answer)
    2
    >>> chooser.choose(limit=10)
    (1,)

    References
    ----------
    TXT 5.3 (Ntoulas' adaptive method is this one when nothing is learnt from answers).
    """

    def __init__(
        self,
        jitter: Floats,
        params: AdaptiveParams | None = None,
        sample: Mapping[int, Ids] | None = None,
    ) -> None:
        self.params = params or AdaptiveParams()
        self.jitter = jitter * TIE
        self.books = Bookkeeping(len(jitter))
        self.used: NDArray[np.bool_] = np.zeros(len(jitter), bool)
        self.snapshot = Snapshot(sample, len(jitter)) if sample else None
        self.sizes = MatchEstimate(self.params.decay)
        self.corrections = Corrections(self.params.decay)
        self.cut: dict[int, int] = {}  # words whose answer was cut off -> matches
        self.pairs_asked: set[Query] = set()
        self.queue: list[Pair] = []

    def name(self, first: int, jitter: Floats) -> None:
        """New words, numbered from `first` on; room for more is made in doubling steps."""
        if first + len(jitter) > len(self.jitter):
            room = max(2 * len(self.jitter), first + len(jitter), 64) - len(self.jitter)
            self.jitter = np.concatenate([self.jitter, np.zeros(room)])
            self.used = np.concatenate([self.used, np.zeros(room, bool)])
            self.books.grow(len(self.jitter))
        self.jitter[first : first + len(jitter)] = jitter * TIE

    # ---- what is believed

    def site_rate(self) -> float:
        """Share of a further answer that is new, over all words (g)."""
        foreign, drawn, unseen = 1.0, 0, 0
        if self.snapshot:
            foreign = self.snapshot.foreign_share()
            drawn, unseen = self.snapshot.n_drawn, self.snapshot.n_unseen
        return (unseen + foreign * self.books.objects_once + 1) / (
            drawn + foreign * self.books.answers + 1
        )

    def new_rates(self, words: NDArray[np.int64]) -> Floats:
        """Share of each word's further returns that is new (Good-Turing, smoothed)."""
        # (once + a·g) / (times + a), and with a sample (unseen + f(once + a·g)) / (drawn + f(..))
        a, g = self.params.prior, self.site_rate()
        new = self.books.once[words].astype(np.float64) + a * g
        seen = self.books.times[words].astype(np.float64) + a
        if self.snapshot:
            foreign = self.snapshot.foreign_share()
            new = self.snapshot.unseen[words] + foreign * new
            seen = np.maximum(self.snapshot.drawn[words] + foreign * seen, 1e-9)
        return np.minimum(new / seen, MOST_NEW)

    def match_sizes(self, words: NDArray[np.int64], rates: Floats) -> Floats:
        """Expected matches of words; never fewer than are known."""
        known = self.books.known[words].astype(np.float64)
        return np.maximum(self.sizes.sizes(*self._evidence(words, known, rates)), known)

    def _evidence(
        self, words: NDArray[np.int64], known: Floats, rates: Floats
    ) -> tuple[Floats, Floats]:
        if self.snapshot:
            return self.snapshot.drawn[words].astype(np.float64), np.zeros(len(words))
        return known, rates

    def values(
        self, sizes: Floats, rates: Floats, bins: NDArray[np.int64], limit: int
    ) -> tuple[Floats, Floats]:
        """Expected new objects per price, and expected new objects."""
        returned = np.minimum(sizes, limit)
        new = returned * rates * self.corrections.factor(bins)
        return new / (self.params.overhead * limit + returned), new

    # ---- the next question

    def choose(self, limit: int) -> Query | None:
        """The best query under a return limit; None when there is nothing left to ask."""
        words = np.flatnonzero(self._askable())
        best: Query | None = None
        value = 0.0
        if len(words):
            rates = self.new_rates(words)
            sizes = self.match_sizes(words, rates)
            scores, _ = self.values(sizes, rates, self.corrections.bins(sizes, limit), limit)
            at = int(np.argmax(scores + self.jitter[words]))
            best, value = (int(words[at]),), float(scores[at])
        if value * (1 + self.params.overhead) * limit < self.params.dry:
            best = self._pair(value, limit) or best or self._rare()
        return best

    def _askable(self) -> NDArray[np.bool_]:
        enough = self.books.known >= self.params.least
        if self.snapshot:
            enough |= self.snapshot.drawn >= self.params.least
        return np.asarray(enough & ~self.used)

    def _rare(self) -> Query | None:
        words = np.flatnonzero((self.books.known > 0) & ~self.used)
        return (int(words[np.argmax(self.jitter[words])]),) if len(words) else None

    def _pair(self, value: float, limit: int) -> Query | None:
        if self.params.pairs is None:
            return None
        self.queue = [pair for pair in self.queue if pair.query not in self.pairs_asked]
        if not self.queue:
            self.queue = propose(self, self.params.pairs, value, limit)
        return self.queue[0].query if self.queue else None

    def expectation(self, query: Query, limit: int) -> Expectation | None:
        """The expectation of a query about to be asked; None where nothing is known of it."""
        if len(query) > 1:
            queued = (pair for pair in self.queue if pair.query == query)
            return next((Expectation(pair.bin, pair.new) for pair in queued), None)
        words = np.array(query)
        if not (self.books.known[words].any() or self.snapshot):
            return None
        rates = self.new_rates(words)
        sizes = self.match_sizes(words, rates)
        bins = self.corrections.bins(sizes, limit)
        return Expectation(int(bins[0]), float(self.values(sizes, rates, bins, limit)[1][0]))

    # ---- what came back

    def ask(self, query: Query) -> None:
        """This query is not to be chosen again."""
        if len(query) == 1:
            self.used[query[0]] = True
        else:
            self.pairs_asked.add(query)

    def fold(
        self,
        query: Query,
        matches: int | None,
        objects: Sequence[tuple[int, Ids | None]],
        expected: Expectation | None = None,
    ) -> int:
        """Learn from an answer; returns how many of its objects are new."""
        self.ask(query)
        self.learn_matches(query, matches, len(objects))
        new = 0
        for item, words in objects:
            first = self.books.fold(item, words)
            new += first
            if self.snapshot:
                self.snapshot.fold(item, first)
        if expected:
            self.corrections.expect(*expected)
            self.corrections.find(expected.bin, new)
        return new

    def learn_matches(self, query: Query, matches: int | None, returned: int) -> None:
        """The source says how many match a single word; must come before its objects are."""
        if len(query) != 1 or not matches:
            return
        words = np.array(query)
        rates = self.new_rates(words)
        evidence, rate = self._evidence(words, self.books.known[words].astype(float), rates)
        if evidence[0] >= 1:
            self.sizes.learn(float(evidence[0]), float(rate[0]), matches)
        if matches > returned:
            self.cut[query[0]] = matches
