"""How often the objects of a site mention the names of a list, beside what chance would do.

A list of people mentions two in three first names of a language, a list of titles most of its
words: that a name *could* stand in a text tells little. So every list is set beside one that was
made of it by giving each name the first word of its neighbour: as common in every word, and no
name any more. What is mentioned oftener than that is what the site is about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from .params import SURE

Words = tuple[int, ...]  # of a name, as numbers


class Mentions(NamedTuple):
    """Names of a list that a site mentions."""

    names: list[str]
    by_chance: int  # of as many mixed names

    @property
    def is_match(self) -> bool:
        """Whether the site is about the things of the list (ENT 4.2, without a second site).

        >>> Mentions(["red bus"] * 9, 1).is_match, Mentions(["red bus"] * 9, 7).is_match
        (True, False)
        """
        n, m = len(self.names), self.by_chance
        return n - m > SURE * sqrt(n + m)


def mentions(
    objects: Sequence[Set[int]], names: Iterable[str], numbers: Mapping[str, int]
) -> Mentions:
    """Names of more than one word that an object has all words of, beside mixed ones.

    Parameters
    ----------
    objects
        Word numbers of each object.
    names
        In lower case, words parted by single spaces.
    numbers
        Of the words that the site has.

    Reading
    -------
    The paper compares a type with all sites, as vectors; a crawl knows one site, and asks whether
    its type is mentioned there more than by chance. One word alone is no mention: names of one
    word are words, and are asked as such.

    Examples
    --------
    >>> numbers = {"red": 0, "bus": 1, "old": 2, "tram": 3}
    >>> found = mentions([{0, 1}, {2, 3}], ["red bus", "old tram", "blue bus"], numbers)
    >>> found.names, found.by_chance
    (['red bus', 'old tram'], 0)

    References
    ----------
    ENT 4.2; table 5.
    """
    split = [(name, words) for name in names if len(words := name.split()) > 1]
    postings = _postings(objects, {numbers[w] for _, ws in split for w in ws if w in numbers})
    found = [name for name, words in split if _stands(words, numbers, postings)]
    mixed = [
        [before[0], *words[1:]]
        for (_, before), (_, words) in pairwise([*split, *split[:1]])
        if before[0] != words[0]
    ]
    return Mentions(found, sum(_stands(words, numbers, postings) for words in mixed))


def _postings(objects: Sequence[Set[int]], wanted: Set[int]) -> dict[int, set[int]]:
    out: dict[int, set[int]] = {}
    for at, held in enumerate(objects):
        for word in held & wanted:
            out.setdefault(word, set()).add(at)
    return out


def _stands(
    words: Sequence[str], numbers: Mapping[str, int], postings: Mapping[int, set[int]]
) -> bool:
    places = [postings.get(numbers.get(word, -1), set()) for word in set(words)]
    return bool(set.intersection(*sorted(places, key=len)))
