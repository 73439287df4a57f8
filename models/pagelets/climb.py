"""Where runs may start: nodes of one place, and the ancestors at which they part."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .outline import Longs, Outline

KID = "kid"  # parts begin at children of the region
FLAT = "flat"  # parts begin deeper: cells, lists under group headings


class Candidate(NamedTuple):
    """Parts may begin at `starts`, inside `region`."""

    kind: str
    region: int
    starts: list[int]


MOST_STEPS = 5_000_000  # of climbing on one page: 50,000 nodes 100 deep


def candidates(
    page: Outline, names: Longs, least_words: int = 3, most_steps: int = MOST_STEPS
) -> Iterator[Candidate]:
    """Climb from all nodes of one name together; wherever they part, two candidates.

    The children that hold them (kid), and the nodes themselves (flat). This one rule yields
    separators in running text, sibling runs, rows, nested lists and grids.

    Parameters
    ----------
    page
        The page.
    names
        Name of every node: its path or its key, as small numbers.
    least_words
        Groups over fewer words are not looked at.
    most_steps
        Nor are any more when climbing has cost so much: pages of many deep chains are made to be
        slow.

    Reading
    -------
    OBJ looks for separator tags inside one fragment. Starting from places needs neither the
    fragment nor a list of tags: `hr`, `dt` or a bold word separate like any sibling.

    References
    ----------
    OBJ 3.
    """
    order = np.argsort(names, kind="stable")
    bounds = np.flatnonzero(np.diff(names[order], prepend=-1, append=-1))
    chained: list[bool] = _chained(page, names, order, bounds).tolist()
    in_order: list[int] = order.tolist()
    steps = 0
    for (a, b), only in zip(pairwise(bounds.tolist()), chained, strict=True):
        first, last = in_order[a], in_order[b - 1]
        if b - a < 2 or only or page.words(first, page.end[last]) < least_words:
            continue
        steps += (b - a) * int(page.tree.depth[first])
        if steps > most_steps:
            return
        yield from _climb(page.parent, in_order[a:b])


def _chained(page: Outline, names: Longs, order: Longs, bounds: Longs) -> NDArray[np.bool_]:
    """Groups with one node below every node of another group: they climb the same way from one
    step further down, and part where the others do."""
    sizes, starts = np.diff(bounds), bounds[:-1]
    above = page.tree.parent[order]
    twins = np.zeros(len(order), np.int64)
    twins[1:] = above[1:] == above[:-1]
    twins[starts] = 0
    single: NDArray[np.bool_] = np.add.reduceat(twins, starts) == 0
    single &= sizes == np.bincount(names)[names[above[starts]]]
    return single


def _climb(parent: list[int], group: list[int]) -> Iterator[Candidate]:
    level = [(node, [node]) for node in group]
    while len(level) > 1:  # one node left cannot part from another
        above: dict[int, list[tuple[int, list[int]]]] = {}
        for node, below in level:
            if parent[node] >= 0:
                above.setdefault(parent[node], []).append((node, below))
        level = []
        for ancestor, held in above.items():
            if len(held) == 1:
                level.append((ancestor, held[0][1]))
                continue
            nodes = [node for _, below in held for node in below]
            yield Candidate(KID, ancestor, [child for child, _ in held])
            if len(nodes) > len(held):
                yield Candidate(FLAT, ancestor, nodes)
            level.append((ancestor, nodes))
