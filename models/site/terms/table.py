"""The running table of a site's terms: bounded by hash in terms and in pages."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby

import msgspec
import numpy as np

from .model import TermModel, frozen
from .page_terms import PageTerms, rank
from .params import PAGES, TERMS
from .sums import TermSums


class _Packed(msgspec.Struct, array_like=True):
    words: list[str]
    rows: list[tuple[bytes, bytes]]  # numbers of words (uint16), times; equal ones are spelled once
    runs: list[tuple[int, int]]  # number of a row, on how many pages that follow each other
    pages: list[int] | None  # hashes, ascending; None: the lowest of those known elsewhere


@dataclass(slots=True)
class TermTable:
    """Sums over the pages of lowest hash, of the terms of lowest hash that any page ever held.

    Both are sets that only what was seen decides and not the order it came in. A page that comes
    again replaces what it said; sums are whole numbers, so adding and taking away leaves no trace.

    Reading
    -------
    WISDOM corrects the entropy of every term with every page (A.2); two sums a term give the same
    number at any time, and grow with the vocabulary. So only some terms are counted, drawn by
    hash: of those everything is exact.

    References
    ----------
    WISDOM 3.1; eq. A.1, A.2.
    """

    terms: int = TERMS
    pages: int = PAGES
    order: list[tuple[int, str]] = field(default_factory=list)  # ranks of the terms, ascending
    rows: dict[int, PageTerms] = field(default_factory=dict)  # by page, what it says of them
    sums: TermSums = field(default_factory=TermSums, compare=False)

    def news(self, page: int, found: PageTerms) -> PageTerms | None:
        """The part of a page that would change this table; None: nothing."""
        counted = self._counted(found)
        if self._admits(page):
            return None if self._trimmed(self.rows.get(page)) == counted else counted
        new = {word for word in counted.words if not self._has(word)}
        return _only(counted, new) if new else None

    def fold(self, page: int, found: PageTerms) -> None:
        """Count what a page says, by its hash."""
        for word in found.words:
            self._take(word)
        if not self._admits(page):
            return
        before = self.rows.pop(page, None)
        if before is not None:
            self.sums.take_away(self._trimmed(before))
        counted = self.rows[page] = self._counted(found)
        self.sums.add(counted)
        while len(self.rows) > self.pages:
            self.sums.take_away(self._trimmed(self.rows.pop(max(self.rows))))

    def publish(self, kinds: Mapping[int, int]) -> TermModel:
        """The entropies as of now, of the site and of each kind its pages are grouped by.

        A term that a single page holds tells of that page alone: its entropy is 0, and so is one
        that is not published.
        """
        by_kind: defaultdict[int, TermSums] = defaultdict(TermSums)
        for page in sorted(self.rows):
            if page in kinds:
                by_kind[kinds[page]].add(self._trimmed(self.rows[page]))
        words = [word for _, word in self.order if self.sums.pages(word) > 1]
        return frozen(words, self.sums, dict(sorted(by_kind.items())))

    def encode(self, known: Iterable[int] = ()) -> bytes:
        """MessagePack, the same bytes for the same table; sums come from the rows.

        Parameters
        ----------
        known
            Pages whose hashes are stored beside this; most often they are the same.
        """
        words = [word for _, word in self.order]
        number = {word: i for i, word in enumerate(words)}
        rows = {}
        for page in sorted(self.rows):
            counted = self._trimmed(self.rows[page])
            numbers = np.array([number[word] for word in counted.words], "<u2")
            rows[page] = numbers.tobytes(), counted.times
        at = {row: i for i, row in enumerate(sorted(set(rows.values())))}
        runs = [(i, len(list(run))) for i, run in groupby(at[row] for row in rows.values())]
        same = list(rows) == sorted(known)[: len(rows)]
        return msgspec.msgpack.encode(_Packed(words, list(at), runs, None if same else list(rows)))

    @classmethod
    def decode(cls, data: bytes, known: Iterable[int] = ()) -> TermTable:
        """What `encode` wrote beside the same pages; no bytes are an older state, without terms."""
        table = cls()
        if not data:
            return table
        packed = msgspec.msgpack.decode(data, type=_Packed)
        table.order = [rank(word) for word in packed.words]
        counted = [
            PageTerms(tuple(packed.words[i] for i in np.frombuffer(row, "<u2").tolist()), times)
            for row, times in packed.rows
        ]
        numbers = [number for number, n in packed.runs for _ in range(n)]
        pages = packed.pages if packed.pages is not None else sorted(known)[: len(numbers)]
        for page, number in zip(pages, numbers, strict=True):
            table.rows[page] = counted[number]
            table.sums.add(counted[number])
        return table

    def _admits(self, page: int) -> bool:
        """Whether a page of this hash is among those that are counted."""
        return page in self.rows or len(self.rows) < self.pages or page < max(self.rows)

    def _take(self, word: str) -> None:
        """A term is counted from now on, if its hash is low enough; the highest leaves."""
        at = rank(word)
        if self._has(word) or (len(self.order) >= self.terms and at > self.order[-1]):
            return
        insort(self.order, at)
        if len(self.order) > self.terms:
            self.sums.forget(self.order.pop()[1])

    def _has(self, word: str) -> bool:
        at = rank(word)
        i = bisect_left(self.order, at)
        return i < len(self.order) and self.order[i] == at

    def _counted(self, found: PageTerms) -> PageTerms:
        """The terms of a page that are counted: those of no higher hash than the highest kept."""
        if len(self.order) < self.terms:
            return PageTerms(found.words[: self.terms], found.times[: self.terms])
        n = bisect_right(found.words, self.order[-1], key=rank)
        return PageTerms(found.words[:n], found.times[:n])

    def _trimmed(self, counted: PageTerms | None) -> PageTerms:
        """A row without terms that are counted no more since."""
        return self._counted(counted or PageTerms())


def _only(counted: PageTerms, words: set[str]) -> PageTerms:
    kept = [i for i, word in enumerate(counted.words) if word in words]
    return PageTerms(tuple(counted.words[i] for i in kept), bytes(counted.times[i] for i in kept))
