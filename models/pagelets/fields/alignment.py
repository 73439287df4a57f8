"""Cells of one object against the columns of its template: partial alignment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from ..page.value_kinds import kind
from .cells import Cell

_LONGEST = 10_000  # pairs of a cell and a column that are weighed
_REMEMBERED = 1_000  # forms of objects of a template
_new = tuple.__new__  # half of what a call of the class costs


class Key(NamedTuple):
    """A column: a place, and below zero its label, else its rank among equals at the place."""

    place: int
    slot: int


class Spot(NamedTuple):
    """A column as cells are aligned to it."""

    key: Key
    kind: int


class Star:
    """Columns of a template in page order, as its richest objects show them."""

    def __init__(self, spots: Sequence[Spot]) -> None:
        self.spots = spots
        self._matched: dict[tuple[tuple[Key, ...], tuple[int, ...]], dict[int, Key]] = {}
        self._at: dict[int, list[int]] = defaultdict(list)
        for i, spot in enumerate(spots):
            self._at[spot.key.place].append(i)
        at: dict[int, list[int]] = defaultdict(list)
        for i, spot in enumerate(spots):
            if spot.key.slot >= 0:
                at[spot.key.place].append(i)
        self.most = {place: len(found) for place, found in at.items()}
        # only what stands between columns of a place, or their kinds, can tell them apart
        self.telling = {
            place
            for place, found in at.items()
            if found[-1] - found[0] >= len(found) or len({spots[i].kind for i in found}) > 1
        }

    def matched(self, keys: tuple[Key, ...], kinds: tuple[int, ...]) -> dict[int, Key]:
        """The columns of cells of these kinds; objects of one form are matched once."""
        if (keys, kinds) not in self._matched:
            if len(self._matched) >= _REMEMBERED:
                self._matched.clear()
            self._matched[keys, kinds] = _matched(keys, kinds, self)
        return self._matched[keys, kinds]

    def likenesses(self, key: Key, of_kind: int) -> dict[int, float]:
        """The columns that a cell can stand for, and how well."""
        likely = {i: _likeness(key, of_kind, self.spots[i]) for i in self._at.get(key.place, ())}
        return {i: likeness for i, likeness in likely.items() if likeness}


@lru_cache(1 << 12)
def labelled(label: str) -> int:
    """The slot of a label: the same wherever it stands among others."""
    return -1 - crc32(label.encode())


def aligned(row: Sequence[Cell], star: Star) -> list[Key]:
    """The column of each cell.

    Parameters
    ----------
    row
        Cells of one object.
    star
        Columns of the template.

    Reading
    -------
    Most places stand once in an object, and a labelled cell is known by its label: one look-up.
    Only where an object has fewer cells at a place than its template are both sequences aligned,
    so that what is left out in the middle does not shift what follows.

    Examples
    --------
    The second of three dates and numbers at one place is missing:

    >>> star = Star([Spot(Key(1, 0), 2), Spot(Key(1, 1), 0), Spot(Key(1, 2), 4)])
    >>> row = [Cell(0, 1, "", "2021-03-04"), Cell(1, 1, "", "17")]
    >>> [key.slot for key in aligned(row, star)]
    [0, 2]
    """
    ranks: dict[int, int] = {}
    keys: list[Key] = []
    for _, place, label, _, _ in row:
        rank = labelled(label) if label else ranks.get(place, 0)
        keys.append(_new(Key, (place, rank)))
        if not label:
            ranks[place] = rank + 1
    short = {place for place in star.telling if 0 < ranks.get(place, 0) < star.most[place]}
    if not short or len(row) * len(star.spots) > _LONGEST:
        return keys
    matched = star.matched(tuple(keys), tuple([kind(cell.text) for cell in row]))
    return [
        matched.get(i, key) if key.place in short and key.slot >= 0 else key
        for i, key in enumerate(keys)
    ]


def _matched(keys: Sequence[Key], kinds: Sequence[int], star: Star) -> dict[int, Key]:
    """The heaviest matching in order: a cell may stand for a column of its place, kinds count."""
    n, m = len(keys), len(star.spots)
    like = [star.likenesses(*cell) for cell in zip(keys, kinds, strict=True)]
    best = [[0.0] * (m + 1) for _ in range(n + 1)]  # of the cells from i and the columns from j
    for i in range(n - 1, -1, -1):
        likely, below, here = like[i], best[i + 1], best[i]
        value = 0.0
        for j in range(m - 1, -1, -1):
            value = max(value, below[j])
            if j in likely:
                value = max(value, below[j + 1] + likely[j])
            here[j] = value
    found: dict[int, Key] = {}
    i = j = 0
    while i < n and j < m:
        if j in like[i] and best[i][j] == best[i + 1][j + 1] + like[i][j]:
            found[i] = star.spots[j].key
            i, j = i + 1, j + 1
        elif best[i][j] == best[i][j + 1]:
            j += 1
        else:
            i += 1
    return found


def _likeness(key: Key, of_kind: int, spot: Spot) -> float:
    if key.slot < 0:
        return (1.0 + (of_kind == spot.kind)) * (key == spot.key)
    return 0.0 if spot.key.slot < 0 else 1.0 + (of_kind == spot.kind)
