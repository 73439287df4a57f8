"""Stable cluster ids: old ids go to new groups, vanished ids lead on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from .kmeans import Labels


def inherit(groups: Sequence[Labels], old: Sequence[int], next_id: int) -> list[int]:
    """An id for each group: the old id most of its pages carry, new ones counted from `next_id`.

    Greedily by common pages, ties to the older id. Ids are never used again.

    Examples
    --------
    Id 0 was two templates; its larger part keeps it:

    >>> import numpy as np
    >>> inherit([np.array([0, 1, 2]), np.array([3, 4])], old=[0, 0, 0, 0, 0], next_id=1)
    [0, 1]
    """
    common = (
        (-n, id_, group)
        for group, rows in enumerate(groups)
        for id_, n in Counter(old[row] for row in rows.tolist()).items()
    )
    given: dict[int, int] = {}
    for _, id_, group in sorted(common):
        if group not in given and id_ not in given.values():
            given[group] = id_
    for group in range(len(groups)):
        if group not in given:
            given[group] = next_id
            next_id += 1
    return [given[group] for group in range(len(groups))]


def successors(old: Sequence[int], new: Sequence[int]) -> dict[int, int]:
    """Where each vanished id leads: to the id most of its pages carry now, ties to the older.

    >>> successors(old=[0, 0, 4, 4, 4], new=[0, 0, 0, 0, 5])
    {4: 0}
    """
    pairs = Counter(zip(old, new, strict=True))
    gone = sorted(set(old) - set(new))
    return {
        id_: min(
            (now for before, now in pairs if before == id_), key=lambda now: (-pairs[id_, now], now)
        )
        for id_ in gone
    }


def resolve(alias: Mapping[int, int], id_: int) -> int:
    """The living id an id leads to.

    >>> resolve({4: 2, 2: 0}, 4)
    0
    """
    while id_ in alias:
        id_ = alias[id_]
    return id_
