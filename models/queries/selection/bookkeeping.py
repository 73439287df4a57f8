"""Which objects came back, and how often: all that the running selection has to remember.

A returned object adds 1 to `times` of its words; its first return also 1 to `known` and `once`;
its second takes 1 from `once`. Objects are kept with their words, because an answer repeats an
object without repeating what is known about it. An object that was met on a list counts as known
without a return, and never again as one that came back once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..corpus import Ids

Counts = NDArray[np.int64]


class Bookkeeping:
    """Counts per word over the objects returned so far.

    Examples
    --------
    >>> books = Bookkeeping(3)
    >>> books.fold(7, np.array([0, 2], np.int32)), books.fold(7)
    (True, False)
    >>> books.known.tolist(), books.once.tolist(), books.times.tolist()
    ([1, 0, 1], [0, 0, 0], [2, 0, 2])
    """

    def __init__(self, n_words: int = 0) -> None:
        self.known: Counts = np.zeros(n_words, np.int64)  # objects that hold the word
        self.once: Counts = np.zeros(n_words, np.int64)  # of these, returned exactly once
        self.times: Counts = np.zeros(n_words, np.int64)  # returns of these, all told
        self.words_of: dict[int, Ids] = {}  # object -> its words, rising; oldest first
        self.returns: dict[int, int] = {}
        self.listed: set[int] = set()  # objects met on lists
        self.objects_once = 0
        self.answers = 0  # returns of all objects

    def grow(self, n_words: int) -> None:
        """Make room for new words."""
        more = np.zeros(n_words - len(self.known), np.int64)
        self.known = np.concatenate([self.known, more])
        self.once = np.concatenate([self.once, more])
        self.times = np.concatenate([self.times, more])

    def fold(self, item: int, words: Ids | None = None, returns: int = 1) -> bool:
        """Object `item` was returned; True when it is new. Words count the first time only."""
        new = item not in self.returns
        before = self.returns.get(item, 0)
        after = before + returns
        if new:
            self.words_of[item] = np.zeros(0, np.int32) if words is None else words
        held = self.words_of[item]
        self.returns[item] = after
        self.answers += returns
        self.times[held] += returns
        if new:
            self.known[held] += 1
        change = 0 if item in self.listed else (after == 1) - (before == 1)
        if change:
            self.once[held] += change
            self.objects_once += change
        return new

    def count_listed(self, item: int, words: Ids | None = None) -> bool:
        """Object `item` stands on a list; True when it is new.

        Examples
        --------
        >>> books = Bookkeeping(1)
        >>> books.count_listed(7, np.array([0], np.int32)), books.fold(7)
        (True, False)
        >>> books.known.tolist(), books.once.tolist(), books.objects_once, books.answers
        ([1], [0], 0, 1)
        """
        new = self.fold(item, words, returns=0)
        if item not in self.listed:
            if self.returns[item] == 1:
                self.once[self.words_of[item]] -= 1
                self.objects_once -= 1
            self.listed.add(item)
        return new

    def forget(self, item: int) -> None:
        """Take an object out of all counts."""
        held, returns = self.words_of.pop(item), self.returns.pop(item)
        once = returns == 1 and item not in self.listed
        self.listed.discard(item)
        self.answers -= returns
        self.objects_once -= once
        self.known[held] -= 1
        self.times[held] -= returns
        self.once[held] -= int(once)
