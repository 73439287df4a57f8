"""Labels that no tag and no colon tells: texts that recur from object to object before values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple
from zlib import crc32

import msgspec

from ..page.sheet import Sheet
from .cells import Cell, is_short

_PLACES, _TEXTS = 16, 64  # that are remembered of a template


class Heads(msgspec.Struct, frozen=True, array_like=True):
    """Texts of one place, of which an object has several, each with something else behind it."""

    place: int
    texts: tuple[int, ...]  # hashes
    behind: int  # the place that most often comes next


class RecurringParams(NamedTuple):
    """Set by looking at records of libraries and estate agents."""

    least: int = 6  # texts
    objects: int = 3
    distinct: float = 0.5  # distinct texts of all, at most


@dataclass(slots=True)
class HeadCounts:
    """Sums over the objects that have texts at a place."""

    n_objects: int = 0
    texts: Counter[int] = field(default_factory=Counter)
    behind: int = 0

    @property
    def variety(self) -> float:
        """Distinct texts of all: labels have the least."""
        return len(self.texts) / self.texts.total()


def heads(page: Sheet, rows: Iterable[Sequence[Cell]]) -> tuple[Heads, ...]:
    """The texts of each object that may turn out to be labels."""
    out = []
    for row in rows:
        texts: dict[int, list[int]] = {}
        behind: dict[int, list[int]] = {}
        for one, two in pairwise(row):
            if one.label or page.linked[one.node] or not is_short(one.text):
                continue
            texts.setdefault(one.place, []).append(crc32(one.text.encode("utf-8", "replace")))
            behind.setdefault(one.place, []).append(two.place)
        for place, found in texts.items():
            next_place = Counter(behind[place]).most_common(1)[0][0] if len(found) > 1 else place
            if next_place != place:
                out.append(Heads(place, tuple(found), next_place))
    return tuple(out)


def fold_heads(counts: dict[int, HeadCounts], seen: Iterable[Heads]) -> None:
    """Count what further objects have."""
    for one in seen:
        if one.place not in counts and len(counts) >= _PLACES:
            continue
        row = counts.setdefault(one.place, HeadCounts())
        row.n_objects += 1
        row.behind = one.behind
        for text in one.texts:
            if text in row.texts or len(row.texts) < _TEXTS:
                row.texts[text] += 1


def label_places(counts: dict[int, HeadCounts], params: RecurringParams) -> tuple[int, ...]:
    """Places of labels: their texts recur, and those behind them recur less.

    Examples
    --------
    >>> rooms, values = HeadCounts(3, Counter({1: 3, 2: 3}), 9), HeadCounts(3, Counter("abcdef"), 7)
    >>> label_places({7: rooms, 9: values}, RecurringParams())
    (7,)
    """
    p = params
    return tuple(
        sorted(
            place
            for place, row in counts.items()
            if row.n_objects >= p.objects
            and row.texts.total() >= p.least
            and row.variety <= p.distinct
            and (row.behind not in counts or counts[row.behind].variety > row.variety)
        )
    )
