"""Stable cluster ids: old ids go to new groups, vanished ids lead on, and may come back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..grouping.vectors import Labels


class Names(NamedTuple):
    """The ids of new groups, and where the ids that name none lead."""

    ids: list[int]
    leads: dict[int, int]


def inherit(
    groups: Sequence[Labels], answered: Sequence[int], now: Sequence[int], next_id: int
) -> Names:
    """An id for each group, new ones counted from `next_id`; each old id leads to one group.

    An id goes with most of the pages that were answered with it, so that as few as can be get
    another one than before. A group is named by the id most of its pages have now among those
    that lead to it, ties to the older. Ids are never used for other pages.

    Parameters
    ----------
    groups
        Rows of the sampled pages.
    answered
        The id each sampled page was answered with when it came.
    now
        The id it has had since the last clustering.

    Examples
    --------
    Id 0 was two templates; its larger part keeps it:

    >>> import numpy as np
    >>> inherit([np.array([0, 1, 2]), np.array([3, 4])], [0] * 5, [0] * 5, next_id=1)
    Names(ids=[0, 1], leads={})

    Id 2 had been led on to 0 when both looked alike; now its pages part again:

    >>> inherit([np.array([0, 1, 2]), np.array([3, 4])], [0, 0, 0, 2, 2], [0] * 5, next_id=3)
    Names(ids=[0, 2], leads={})
    """
    group_of = {row: group for group, rows in enumerate(groups) for row in rows.tolist()}
    by_answered = _votes(answered, group_of)
    by_now = _votes(now, group_of)
    homes = {**_most(by_now), **_most(by_answered)}
    names: dict[int, int] = {}
    for id_ in sorted(homes, key=lambda id_: (-by_now[id_, homes[id_]], id_)):
        names.setdefault(homes[id_], id_)
    for group in range(len(groups)):
        if group not in names:
            names[group] = next_id
            next_id += 1
    leads = {id_: names[home] for id_, home in homes.items() if names[home] != id_}
    return Names([names[group] for group in range(len(groups))], leads)


def _votes(ids: Sequence[int], group_of: Mapping[int, int]) -> Counter[tuple[int, int]]:
    """Pages of each id in each group."""
    return Counter((id_, group_of[row]) for row, id_ in enumerate(ids))


def _most(votes: Counter[tuple[int, int]]) -> dict[int, int]:
    """The group of most pages of each id, ties to the first."""
    found: dict[int, int] = {}
    for (id_, group), _ in sorted(votes.items(), key=lambda vote: (-vote[1], vote[0][1])):
        found.setdefault(id_, group)
    return found


def resolve(alias: Mapping[int, int], id_: int) -> int:
    """The living id an id leads to.

    >>> resolve({4: 2, 2: 0}, 4)
    0
    """
    while id_ in alias:
        id_ = alias[id_]
    return id_
