"""Where runs may start: nodes of one place, and the ancestors at which they part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from .outline import Longs, Outline

KID = "kid"  # parts begin at children of the region
FLAT = "flat"  # parts begin deeper: cells, lists under group headings


class Candidate(NamedTuple):
    """Parts may begin at `starts`, inside `region`."""

    kind: str
    region: int
    starts: list[int]


def candidates(page: Outline, names: Longs, least_words: int = 3) -> Iterator[Candidate]:
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

    Reading
    -------
    OBJ looks for separator tags inside one fragment. Starting from places needs neither the
    fragment nor a list of tags: `hr`, `dt` or a bold word separate like any sibling.

    References
    ----------
    OBJ 3.
    """
    order = np.argsort(names, kind="stable")
    for group in np.split(order, np.flatnonzero(np.diff(names[order])) + 1):
        nodes: list[int] = group.tolist()
        if len(nodes) > 1 and page.words(nodes[0], page.end[nodes[-1]]) >= least_words:
            yield from _climb(page.parent, nodes)


def _climb(parent: list[int], group: list[int]) -> Iterator[Candidate]:
    level = [(node, [node]) for node in group]
    while level:
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
