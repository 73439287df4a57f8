"""Strings at places: the unit that is static or dynamic on a site (THOR VI-B, made a count).

THOR asks how alike the contents of matched subtrees are. A string at a place, counted over
the pages that have the place, answers the same question exactly, without matching.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from upwell.models.tree.tagtree import TagTree

_WORD = re.compile(r"\w+")
DIGITS = re.compile(r"\d+")
_MASK = "\x01"
_ECHO_WORDS = 12  # an echo is short: "results 1-10 of 87 for X"; longer texts keep their numbers
_LONG = 256  # letters of a text that is not remembered
_REMEMBERED = 1 << 15  # texts that are, in all
_HASH_MASK = np.int64(0x7FFFFFFFFFFFFFFF)


def query_terms(query: str | None) -> tuple[str, ...]:
    """Distinct words of a query, longest first, single letters left out.

    >>> query_terms("The sea, the SEA-wolf")
    ('wolf', 'sea', 'the')
    """
    found = {w for w in _WORD.findall((query or "").lower()) if len(w) > 1}
    return tuple(sorted(found, key=lambda w: (-len(w), w)))


def normal_form(terms: tuple[str, ...]) -> Callable[[str], str]:
    """How a text is compared over pages: white space folded, the page's own query masked.

    With the query its numbers go too, so that the line that repeats the query is static.

    Examples
    --------
    >>> normal_form(("wolf",))("Results 1-10 of 87  for Wolf")
    'results #-# of # for \\x01'
    >>> normal_form(())("Results  1-10")
    'results 1-10'
    """
    own = _any_of(terms) if terms else None

    def normal(text: str) -> str:
        folded = " ".join(text.lower().split())
        if own is None:
            return folded
        masked, n_masked = own.subn(_MASK, folded)
        if n_masked and len(_WORD.findall(masked)) <= _ECHO_WORDS:
            masked = DIGITS.sub("#", masked)
        return masked

    return normal


class PlacedStrings(NamedTuple):
    """The content nodes of a page and the names of their strings at their places."""

    nodes: NDArray[np.int64]
    names: NDArray[np.int64]


def placed_strings(tree: TagTree, terms: tuple[str, ...]) -> PlacedStrings:
    """Name every text of the page by its place and its normal form."""
    nodes = [node for node, text in enumerate(tree.text) if text is not None]
    at = np.array(nodes, np.int64)
    return PlacedStrings(at, names_at(tree, at, terms))


def names_at(tree: TagTree, nodes: NDArray[np.int64], terms: tuple[str, ...]) -> NDArray[np.int64]:
    """The names of the strings of these content nodes at their places."""
    text = tree.text
    strings = [text[node] or "" for node in nodes.tolist()]
    checks = [CHECKS[string] for string in strings]
    if terms:
        for i, check in _masked(tree, nodes.tolist(), terms, strings).items():
            checks[i] = check
    return (tree.place[nodes] * np.int64(1000003) ^ np.array(checks, np.int64)) & _HASH_MASK


def _masked(
    tree: TagTree, nodes: Sequence[int], terms: tuple[str, ...], strings: Sequence[str]
) -> dict[int, int]:
    """Checksums of the strings that hold one of the terms, by their numbers, and of the numbers
    beside a term that is set off."""
    normal = normal_form(terms)
    holding = _with_any(terms, strings)
    checks = {i: _check(normal(strings[i])) for i in holding}
    number = {node: i for i, node in enumerate(nodes)}
    for sentence in _echoes(tree, {nodes[i] for i in holding}):
        for i in [number[node] for node in sentence if node in number]:
            checks[i] = _check(DIGITS.sub("#", normal(strings[i])))
    return checks


def _echoes(tree: TagTree, hits: set[int]) -> Iterator[list[int]]:
    """Short texts in which the query is set off, and that are all that sets it off at their place:
    the line above an answer, perhaps once more below it; records say different things."""
    texts: dict[int, list[list[int]]] = {}
    for sentence in tree.sentences:
        if len(sentence) > 1 and not hits.isdisjoint(sentence):
            texts.setdefault(int(tree.place[sentence[0]]), []).append(sentence)
    for sentences in texts.values():
        said = {tree.visible(sentence[0], sentence[-1] + 1) for sentence in sentences}
        if len(said) == 1 and tree.words[sentences[0]].sum() <= _ECHO_WORDS:
            yield from sentences


class Checks(dict[str, int]):
    """Checksums of the normal forms of texts on a page without a query.

    A site's pages have most of their texts in common; long ones are not remembered.
    """

    def __missing__(self, text: str) -> int:
        check = _check(" ".join(text.lower().split()))
        if len(text) <= _LONG:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[text] = check
        return check


CHECKS = Checks()


def _check(normal: str) -> int:
    return crc32(normal.encode("utf-8", "replace"))


def _with_any(terms: tuple[str, ...], texts: Sequence[str]) -> list[int]:
    """Numbers of the texts that hold one of the terms; all texts are looked at in one go."""
    joined = "\n".join(texts)
    lower = joined.lower()
    if len(lower) != len(joined):  # a letter that is two in lower case
        return [i for i, text in enumerate(texts) if _any_of(terms).search(text.lower())]
    met = [at for term in terms for at in _all_of(term, lower)]
    if not met:
        return []
    stops = list(accumulate([len(text) + 1 for text in texts]))
    return sorted({bisect_right(stops, at) for at in met})


def _all_of(term: str, text: str) -> Iterator[int]:
    """Where a term stands; quicker than an expression."""
    at = text.find(term)
    while at >= 0:
        yield at
        at = text.find(term, at + len(term))


@lru_cache(64)
def _any_of(terms: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, terms)))


@dataclass(slots=True)
class StringCounts:
    """How often a string stands at its place: pages, fewest and most on one of them."""

    place: int
    pages: int = 0
    fewest: int = 0
    most: int = 0


@dataclass(slots=True)
class StringTable:
    """(place, string) -> counts, with a cap.

    Near the cap the strings on the smallest share of their place's pages are forgotten: a string
    that is not in the table is dynamic, and so were they.
    """

    cap: int = 20_000
    rows: dict[int, StringCounts] = field(default_factory=dict)

    def fold(self, names: list[int], places: list[int], times: list[int]) -> None:
        """Count the strings of one page."""
        rows = self.rows
        for name, place, n in zip(names, places, times, strict=True):
            row = rows.get(name)
            if row is None:
                rows[name] = StringCounts(place, 1, n, n)
                continue
            row.pages += 1
            if n < row.fewest:
                row.fewest = n
            elif n > row.most:
                row.most = n

    def shrink(self, pages_of: Callable[[int], int]) -> None:
        """Back to half the cap once it is passed."""
        if len(self.rows) <= self.cap:
            return

        def share(item: tuple[int, StringCounts]) -> tuple[float, int, int]:
            name, row = item
            return row.pages / max(1, pages_of(row.place)), row.pages, name

        # a string of one page only is dynamic by definition, whatever its share
        kept = [item for item in self.rows.items() if item[1].pages > 1]
        kept.sort(key=share, reverse=True)
        self.rows = dict(sorted(kept[: self.cap // 2]))
