"""The query pool of a crawl: it knows only what came back, and says what to ask next.

Words are strings here; the pool numbers them as they come, so nothing of the source's own is
needed. Everything learnt is a count over the objects seen or a short list of numbers; it is
written in parts, of which an answer changes few.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf

import msgspec
import numpy as np

from ..params import MOST_NEW, PAGED, AdaptiveParams, PoolParams
from ..selection.adaptive import Adaptive, Expectation
from ..selection.listed import Selection
from ..selection.pairs import Query
from .head import HEAD, Head, Recent
from .journal import Journal
from .listing import next_listed
from .memory import Memory
from .proposal import Proposal

GIVEN = "given"  # the source whose queries are asked before anything learnt


class QueryPool:
    """Learns from answers which query promises most new objects for its price.

    Parameters
    ----------
    seed
        Decides between queries that look the same.
    overhead
        Price of asking in units of a full answer: .2 lowest overlap, 5 fewest queries.
    params
        Bounds.
    select
        How words are chosen; all but `adaptive` ask lists, as the thesis does.

    Reading
    -------
    The return limit is not known: it is the largest number of distinct objects that one page of an
    answer brought, because further pages are requests that have to be worth it by themselves. An
    answer read again counts only objects that are new to the pool.

    Examples
    --------
    >>> pool = QueryPool()
    >>> pool.fold_answer("bus", [(1, ["red", "bus"]), (2, ["red", "car"])], matches=2)
    2
    >>> pool.next()
    'red'

    References
    ----------
    TXT 3.1, 5.3; fig. 6; ENT 4.
    """

    def __init__(
        self,
        seed: int = 0,
        overhead: float = 1.0,
        params: PoolParams | None = None,
        select: Selection = "adaptive",
    ) -> None:
        self.select = select
        self.params = params or PoolParams()
        self.chooser = Adaptive(np.zeros(0), AdaptiveParams(overhead))
        self.memory = Memory(self.chooser, self.params, seed)
        self.head = Head(limit=self.params.first_limit)
        self._stored_head = b""

    @property
    def n_objects(self) -> int:
        """Distinct objects ever seen, but for those that turned out to be none."""
        return self.memory.n_items - len(self.memory.forgotten)

    @property
    def is_answered(self) -> bool:
        """Whether a question brought an object that stands."""
        returns, none = self.chooser.books.returns, self.memory.forgotten
        return any(times and number not in none for number, times in returns.items())

    @property
    def limit(self) -> int:
        """Return limit, as far as answers showed it."""
        return self.head.limit

    @property
    def new_share(self) -> float:
        """Share of what comes back that is new (Good and Turing)."""
        return self.chooser.site_rate()

    # ---- the next question

    def next(self, limit: int | None = None) -> str | None:
        """The best query not asked yet; None when there is none. Nothing is learnt by it."""
        best = self.best(limit)
        return best.query if best else None

    def best(self, limit: int | None = None) -> Proposal | None:
        """The best query not asked yet, with the new objects expected on its first page."""
        limit = limit or self.limit
        offer, hope = self._best_offer(limit)
        query = self._chosen(limit) if hope < inf else None
        if query is None:
            return Proposal(offer, hope) if offer is not None else None
        expected = self.chooser.expectation(query, limit)
        new = expected.new if expected else 0.0
        if self.select != "adaptive":
            new = max(new, self.unseen_per_request())  # a list is asked to its end
        if offer is not None and new < hope:
            return Proposal(offer, hope)
        return Proposal(" ".join(self.memory.names[word] for word in query), new)

    def _chosen(self, limit: int) -> Query | None:
        listed = next_listed(self.select, self.chooser, self.head, self.memory.seed)
        return listed or self.chooser.choose(limit)

    def next_given(self) -> str | None:
        """The first given query that was not asked yet."""
        offers = self.memory.offers.items()
        return next((q for q, s in offers if s == GIVEN and q not in self.memory.asked), None)

    def returned(self) -> tuple[int, int]:
        """Objects that the last hundred questions returned, and how many of them were new."""
        return sum(r for r, _ in self.head.window), sum(n for _, n in self.head.window)

    def _best_offer(self, limit: int) -> tuple[str | None, float]:
        """The first open query of the source that is hoped to bring most new objects."""
        first: dict[str, str] = {}
        for query, source in self.memory.offers.items():
            if query not in self.memory.asked:
                first.setdefault(source, query)
        if GIVEN in first:
            return first[GIVEN], inf
        trust, best, hope = self.params.trust, None, 0.0
        for source, query in first.items():
            asked, new = self.head.yields.get(source, (0.0, 0.0))
            expected = (new + trust * self.params.hope) / (asked + trust)
            if expected > hope:
                best, hope = query, expected
        return best, hope

    def ask(self, query: str) -> None:
        """The query is asked: it is not chosen again, whether or not an answer comes."""
        if query in self.memory.asked:
            return
        pair = self.memory.terms(query)
        expected = self.chooser.expectation(pair, self.limit) if len(pair) == 2 else None
        if expected:
            self.head.pairs[query] = expected
        self.memory.ask(query)
        self._yield(query, 1, 0)

    def add_words(self, words: Iterable[str], source: str) -> None:
        """Offer queries of some source: `given` ones are asked first, others as they pay."""
        for query in words:
            self.memory.offer(query, source)

    def _yield(self, query: str, asked: int, new: int) -> None:
        if (source := self.memory.offers.get(query)) is not None:
            self.head.note_yield(source, asked, new, self.params.fading**asked)

    # ---- what came back

    def fold_answer(
        self,
        query: str,
        returned: Iterable[tuple[int, list[str] | None]],
        matches: int | None = None,
        again: bool = False,
    ) -> int:
        """Learn from an answer, or from its first page; returns how many objects are new.

        Parameters
        ----------
        query
            What was asked.
        returned
            Hash of each object, and its words when the site shows it for the first time.
        matches
            How many the page says there are.
        again
            A page is read once more: nobody asked for it anew.
        """
        objects = dict(returned)
        self.head.matches = max(self.head.matches, matches or 0)
        reread = query in self.memory.answered
        self.ask(query)
        recent = self._recent(query, matches, len(objects))
        counted = set(recent.objects) if recent else set()
        new = fresh = 0
        for digest, words in objects.items():
            number, first = self.memory.item(digest, words)
            new += first
            if first or (number not in counted and (recent or not again)):
                self.memory.count(number)
                counted.add(number)
                fresh += 1
        if recent:
            recent.objects = sorted(counted)
            self.head.limit = max(self.head.limit, len(objects))
            if recent.bin >= 0 and not reread:
                self.chooser.corrections.find(recent.bin, new)
        self._yield(query, 0, new)
        if fresh or not reread or not again:
            self.head.remember(fresh, new)
        self.memory.seal()
        return new

    def fold_page(self, shown: Iterable[tuple[int, list[str] | None]], again: bool = False) -> int:
        """Learn from a further page of an answer; returns how many objects are new.

        They were returned by its question like those of the first page; what was believed of the
        question is tested by that one alone. `again`: the page was counted before, read otherwise.

        Examples
        --------
        >>> pool = QueryPool()
        >>> _ = pool.fold_answer("red", [(1, ["red"])])
        >>> pool.fold_page([(2, ["red"]), (3, ["red"])]), pool.chooser.books.objects_once
        (2, 3)
        """
        new = 0
        for digest, words in dict(shown).items():
            number, first = self.memory.item(digest, words)
            if first or not again:
                self.memory.count(number)
            new += first
        self.memory.seal()
        return new

    def fold_list(self, shown: Iterable[tuple[int, list[str] | None]]) -> int:
        """Learn from a page that no question was asked for; returns how many objects are new.

        Reading
        -------
        Objects of a list come without being drawn: each stands there once, however many are
        missing. They count as known, not as returned, so that the share of single returns goes on
        telling what a question brings beyond them.

        Examples
        --------
        >>> pool = QueryPool()
        >>> pool.fold_list((i, ["red"]) for i in range(100)), pool.n_objects
        (100, 100)
        >>> _ = pool.fold_answer("red", [(i, None) for i in range(100)])
        >>> pool.new_share < 0.01
        True
        """
        new = 0
        for digest, words in dict(shown).items():
            number, first = self.memory.item(digest, words)
            self.memory.count_listed(number)
            new += first
        self.memory.seal()
        return new

    def forget(self, objects: Iterable[int]) -> None:
        """Withdraw objects that no page shows any more under the newest model."""
        for digest in objects:
            self.memory.forget(digest)
        self.memory.seal()

    def hide(self, query: str, hidden: bool, matches: int | None = None) -> None:
        """Whether an answer hides matches that none of its pages showed: only then pairs with its
        word are asked.

        Examples
        --------
        >>> pool = QueryPool()
        >>> _ = pool.fold_answer("room", [(i, ["room", f"w{i}"]) for i in range(10)], matches=30)
        >>> len(pool.chooser.cut)
        1
        >>> pool.hide("room", False)
        >>> len(pool.chooser.cut)
        0
        """
        word = self.memory.terms(query)
        if len(word) == 1 and (hidden or word[0] in self.chooser.cut):
            self.memory.hide(word[0], (matches or 0) if hidden else 0)

    def _recent(self, query: str, matches: int | None, n_objects: int) -> Recent | None:
        """The answer this page belongs to; None for one that was complete long ago."""
        if query in self.memory.answered:
            return next((recent for recent in self.head.recent if recent.query == query), None)
        expected = self._tested(query, matches, n_objects)
        recent = Recent(query, expected.bin if expected else -1, [])
        self.head.recent = [*self.head.recent, recent][-PAGED:]
        self.memory.answer(query)
        return recent

    def _tested(self, query: str, matches: int | None, n_objects: int) -> Expectation | None:
        """Beliefs are tested once a query, as they stood before its objects are counted."""
        expected = self.head.take_expected(query)
        word = self.memory.terms(query)
        if len(word) == 1:
            expected = self.chooser.expectation(word, self.limit)
            self.chooser.learn_matches(word, matches, n_objects)
            self.memory.cut(word[0])
        if expected:
            self.chooser.corrections.expect(*expected)
        return expected

    def unseen(self) -> float:
        """Objects that no answer has shown yet, about: at least, where answers prefer some.

        Reading
        -------
        Good and Turing: the share of the next object returned that is new is the share of the site
        that is missing. No answer can have more matches than there are objects.

        Examples
        --------
        >>> pool = QueryPool()
        >>> _ = pool.fold_answer("red", [(i, ["red"]) for i in range(10)], matches=300)
        >>> _ = pool.fold_answer("bus", [(i, None) for i in range(10)], matches=10)
        >>> pool.unseen()
        290.0
        """
        books = self.chooser.books
        share = min(books.objects_once / books.answers if books.answers else 1.0, MOST_NEW)
        missing = (self.n_objects + self.limit) * share / (1 - share)
        return max(missing, float(self.head.matches - self.n_objects))

    def unseen_per_request(self) -> float:
        """New objects that a further request is expected to bring, whatever it asks.

        Reading
        -------
        Good and Turing: of what comes back, the share is new that has come back only once so far.
        Questions are chosen, not drawn, so that share, times the objects of a page, is what is
        believed before and counts as ten requests; what the last fifty brought speaks against it.

        Examples
        --------
        >>> pool = QueryPool()
        >>> _ = pool.fold_answer("red", [(1, ["red"]), (2, ["red"])])
        >>> pool.unseen_per_request() > 1
        True
        >>> for i in range(50):
        ...     _ = pool.fold_answer(f"query {i}", [(1, None), (2, None)])
        >>> pool.unseen_per_request() < 0.01
        True
        """
        last = self.head.window[-self.params.window :]
        returned, new = sum(r for r, _ in last), sum(n for _, n in last)
        page = (returned + self.params.first_limit) / (len(last) + 1)
        believed = self.params.belief * self.new_share * page
        return (new + believed) / (len(last) + self.params.belief)

    # ---- persistence

    def encode_dirty(self) -> dict[str, bytes | None]:
        """Parts that changed since the last call; None: the part is no more."""
        dirty = self.memory.journal.take_dirty()
        head = self.head.encode(self.chooser)
        if head != self._stored_head:
            dirty[HEAD] = self._stored_head = head
        return dirty

    def encode_parts(self) -> dict[str, bytes]:
        """Every part as it stands."""
        return {**self.memory.journal.all_parts(), HEAD: self.head.encode(self.chooser)}

    @classmethod
    def decode_parts(
        cls,
        parts: Mapping[str, bytes],
        seed: int = 0,
        overhead: float = 1.0,
        params: PoolParams | None = None,
        select: Selection = "adaptive",
    ) -> QueryPool:
        """A pool that goes on exactly as the one that was written."""
        pool = cls(seed, overhead, params, select)
        if HEAD in parts:
            journal = Journal.restored({name: parts[name] for name in parts if name != HEAD})
            pool.memory = Memory(pool.chooser, pool.params, seed, journal)
            pool.head = Head.decode(parts[HEAD], pool.chooser)
            pool._stored_head = parts[HEAD]
        return pool

    def encode(self) -> bytes:
        """The whole pool as one value."""
        return msgspec.msgpack.encode(self.encode_parts())

    @classmethod
    def decode(
        cls, data: bytes, seed: int = 0, overhead: float = 1.0, params: PoolParams | None = None
    ) -> QueryPool:
        """The pool that `encode` wrote."""
        parts = msgspec.msgpack.decode(data, type=dict[str, bytes])
        return cls.decode_parts(parts, seed, overhead, params)
