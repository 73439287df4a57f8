"""Where runs may start: nodes of one place, and the ancestors at which they part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..page.node_groups import NodeGroups
from ..page.outline import Outline

KID = "kid"  # parts begin at children of the region
FLAT = "flat"  # parts begin deeper: cells, lists under group headings


class Candidate(NamedTuple):
    """Parts may begin at `starts`, inside `region`."""

    kind: str
    region: int
    starts: list[int]


MOST_STEPS = 5_000_000  # of climbing on one page: 50,000 nodes 100 deep


def candidates(
    page: Outline,
    names: NodeGroups,
    least_words: int = 3,
    most_steps: int = MOST_STEPS,
    heavy: Sequence[bool] | None = None,
) -> Iterator[Candidate]:
    """Climb from all nodes of one name together; wherever they part, two candidates.

    The children that hold them (kid), and the nodes themselves (flat). This one rule yields
    separators in running text, sibling runs, rows, nested lists and grids.

    Parameters
    ----------
    page
        The page.
    names
        Nodes of equal path, or of equal key.
    least_words
        Groups over fewer words are not looked at.
    most_steps
        Nor are any more when climbing has cost so much: pages of many deep chains are made to be
        slow.
    heavy
        Whether a node holds enough to be a region; None: all do.

    Reading
    -------
    OBJ looks for separator tags inside one fragment. Starting from places needs neither the
    fragment nor a list of tags: `hr`, `dt` or a bold word separate like any sibling.

    References
    ----------
    OBJ 3.
    """
    steps = 0
    for nodes in names.groups:
        first, last = nodes[0], nodes[-1]
        if page.words(first, page.end[last]) < least_words:
            continue
        steps += len(nodes) * int(page.tree.depth[first])
        if steps > most_steps:
            return
        if heavy is None or heavy[_meeting(page, first, last)]:
            yield from _climb(page.parent, nodes, heavy)


def are_descriptions(page: Outline, starts: Sequence[int]) -> bool:
    """Whether what begins here are several `dd` to a `dt`, mostly unlinked.

    A term with several descriptions is one object. Under a heading marked up as a term there are
    objects, each with a link of its own.
    """
    tag, linked, end = page.tree.tag, page.tree.linked, page.end
    if any(tag[node] != "dd" for node in starts):
        return False
    terms = tag[page.parent[starts[0]] : starts[-1]].count("dt")
    own = sum(bool(linked[node : end[node]].any()) for node in starts)
    return 0 < terms < len(starts) and 2 * own < len(starts)


def _meeting(page: Outline, first: int, last: int) -> int:
    """The lowest ancestor of two nodes: all climbing from what is between them ends there."""
    parent, end = page.parent, page.end
    node = parent[first]
    while end[node] <= last:
        node = parent[node]
    return node


def _climb(
    parent: list[int], group: list[int], heavy: Sequence[bool] | None
) -> Iterator[Candidate]:
    level = [(node, [node]) for node in group]
    while len(level) > 1:  # one node left cannot part from another
        above: dict[int, list[tuple[int, list[int]]]] = {}
        for one in level:
            ancestor = parent[one[0]]
            if ancestor in above:
                above[ancestor].append(one)
            elif ancestor >= 0:
                above[ancestor] = [one]
        level = []
        for ancestor, held in above.items():
            if len(held) == 1:
                level.append((ancestor, held[0][1]))
                continue
            nodes = [node for _, below in held for node in below]
            if heavy is None or heavy[ancestor]:
                yield Candidate(KID, ancestor, [child for child, _ in held])
                if len(nodes) > len(held):
                    yield Candidate(FLAT, ancestor, nodes)
            level.append((ancestor, nodes))
