"""What a query pool remembers: words, objects, queries, each numbered as it came."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import numpy as np

from ..corpus import Ids
from ..jitter import jitter, word_hash
from ..params import PoolParams
from ..selection.adaptive import Adaptive
from ..selection.pairs import Query
from .journal import Journal


class Memory:
    """Numbers for words and objects, and the journal from which all of it comes again.

    Examples
    --------
    >>> memory = Memory(Adaptive(np.zeros(0)), PoolParams(), seed=0)
    >>> memory.item(77, ["red", "bus"]), memory.item(77, None)
    ((0, True), (0, False))
    >>> memory.terms("red"), memory.terms("red bus"), memory.terms("blue")
    ((1,), (0, 1), ())
    """

    def __init__(
        self, chooser: Adaptive, params: PoolParams, seed: int, journal: Journal | None = None
    ) -> None:
        self.chooser, self.params, self.seed = chooser, params, seed
        self.journal = journal or Journal()
        self.words: dict[str, int] = {}
        self.names: list[str] = []
        self.items: dict[int, int] = {}  # hash of an object -> its number, oldest first
        self.n_items = 0  # numbers given out
        self.forgotten: set[int] = set()  # of what turned out to be no object
        self.asked: dict[str, int] = {}  # query -> its place
        self.answered: set[str] = set()
        self.offers: dict[str, str] = {}  # query -> source
        if journal:
            self._replay(journal)

    # ---- words and queries

    def number(self, word: str) -> int:
        """Number of a word, given out when it is first seen; -1 when the vocabulary is full."""
        number = self.words.get(word, -1)
        if number < 0 and len(self.names) < self.params.vocabulary:
            number = len(self.names)
            self._name([word])
            self.journal.open.words.append(word)
        return number

    def terms(self, query: str) -> Query:
        """A query as numbers, rising; empty unless it is one known word or two."""
        numbers = {self.words.get(word, -1) for word in query.lower().split()}
        if len(numbers) > 2 or min(numbers, default=-1) < 0:
            return ()
        return tuple(sorted(numbers))

    def ask(self, query: str) -> Query:
        """Remember that a query is asked; its numbers, if it is a word or a pair."""
        self.asked[query] = len(self.asked)
        self.journal.open.asked.append(query)
        words = query.lower().split()
        if len(words) == 1:
            self.number(words[0])
        numbers = self.terms(query)
        if numbers:
            self.chooser.ask(numbers)
        if len(numbers) == 2:
            self.journal.open.pairs.append((numbers[0], numbers[1]))
        return numbers

    def answer(self, query: str) -> None:
        """Remember that a query was answered."""
        self.answered.add(query)
        self.journal.open.answered.append(self.asked[query])

    def offer(self, query: str, source: str) -> None:
        """Remember a query that is offered from outside."""
        if query and query not in self.offers and len(self.offers) < self.params.offered:
            self.offers[query] = source
            self.journal.open.offered.append((source, query))

    def cut(self, word: int) -> None:
        """Remember that the answer of a word was cut off, if it was."""
        if word in self.chooser.cut:
            self.journal.open.cut[word] = self.chooser.cut[word]

    def hide(self, word: int, matches: int) -> None:
        """Remember how many match a word whose answer hides some; 0: it hides none."""
        if matches:
            self.chooser.cut[word] = matches
        else:
            self.chooser.cut.pop(word, 0)
        self.journal.open.cut[word] = matches

    # ---- objects

    def item(self, digest: int, words: Iterable[str] | None) -> tuple[int, bool]:
        """Number of an object, and whether it is new."""
        number = self.items.get(digest)
        if number is not None:
            was_none = number in self.forgotten
            if was_none:
                self._turn(number)
            return number, was_none
        number = self.n_items
        self.n_items += 1
        self.items[digest] = number
        numbers = [self.number(word) for word in self._kept(words or ())]
        held: Ids = np.array(sorted(n for n in numbers if n >= 0), np.int32)
        self.chooser.books.words_of[number] = held
        self.journal.open.hashes.append(digest)
        self.journal.open.held.append(held)
        return number, True

    def _kept(self, words: Iterable[str]) -> list[str]:
        """Distinct words in an order of their own; of too many, those a hash chooses."""
        distinct, most = sorted(set(words)), self.params.words_per_object
        if len(distinct) > most:
            distinct = sorted(distinct, key=lambda word: word_hash(word, self.seed))[:most]
        return distinct

    def count(self, number: int) -> None:
        """Count an object that an answer returned."""
        books = self.chooser.books
        books.fold(number, books.words_of[number])
        returns = self.journal.open.returns
        returns[number] = returns.get(number, 0) + 1

    def count_listed(self, number: int) -> None:
        """Count an object that stands on a list nobody asked for."""
        books = self.chooser.books
        if number not in books.listed:
            books.count_listed(number, books.words_of[number])
            self.journal.open.listed.append(number)

    def forget(self, digest: int) -> None:
        """Count an object no more; its words keep what they gained from it."""
        number = self.items.get(digest)
        if number is not None and number not in self.forgotten:
            self._turn(number)

    def _turn(self, number: int) -> None:
        """Withdraw an object, or count it again."""
        self.forgotten ^= {number}
        self.journal.open.turned.append(number)

    def seal(self) -> None:
        """Close the delta of a complete answer, and drop what is too old."""
        surplus = max(0, len(self.items) - self.params.objects)
        for digest in list(islice(self.items, surplus)):
            self.chooser.books.forget(self.items.pop(digest))
        self.journal.seal(low=self.n_items - len(self.items))

    # ---- from the journal

    def _name(self, words: list[str]) -> None:
        self.chooser.name(len(self.names), jitter(words, self.seed))
        for word in words:
            self.words[word] = len(self.names)
            self.names.append(word)

    def _replay(self, journal: Journal) -> None:
        books, returns = self.chooser.books, dict[int, int]()
        items: dict[int, tuple[int, Ids]] = {}
        queries: list[str] = []
        listed: list[int] = []
        for delta in journal.deltas():
            listed += delta.listed
            for number in delta.turned:
                self.forgotten ^= {number}
            self._name(delta.words)
            for at, item in enumerate(zip(delta.hashes, delta.held, strict=True)):
                items[delta.first + at] = item
            self.n_items = max(self.n_items, delta.first + len(delta.hashes))
            for number, times in delta.returns.items():
                returns[number] = returns.get(number, 0) + times
            queries += delta.asked
            self.chooser.pairs_asked.update(delta.pairs)
            self.chooser.cut.update(delta.cut)
            self.offers.update({query: source for source, query in delta.offered})
            self.answered.update(queries[place] for place in delta.answered)
        self.chooser.cut = {word: n for word, n in self.chooser.cut.items() if n}
        for query in queries:
            self.asked[query] = len(self.asked)
            if query.lower() in self.words:
                self.chooser.used[self.words[query.lower()]] = True
        for number, (digest, held) in items.items():
            if number >= self.n_items - self.params.objects:
                self.items[digest] = number
                books.fold(number, held, returns.get(number, 0))
        for number in listed:
            if number >= self.n_items - self.params.objects:
                books.count_listed(number)
