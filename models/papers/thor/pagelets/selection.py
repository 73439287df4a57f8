"""Selection: which of the dynamic subtrees of a page is its pagelet."""

from __future__ import annotations

from collections.abc import Iterable

from upwell.models.tree.tagtree import TagTree


def select_pagelet(
    tree: TagTree, dynamic: Iterable[int], delta: int = 2, as_printed: bool = False
) -> int | None:
    """The dynamic content subtree that holds nearly all others and is deep.

    Parameters
    ----------
    tree
        The page.
    dynamic
        DCS(p): roots of the subtrees that passed both filters.
    delta
        How many dynamic subtrees a step down may lose; the paper found 2 good.
    as_printed
        Stop as figure 6 prints it.

    Reading
    -------
    Figure 6 lacks `u <- u'`, and its stop is the wrong way round: it returns at the first step
    that loses *little* and takes a great loss as a reason to go on, into one record. The prose
    wants the deepest subtree that still holds nearly all: go down to the child with most
    dynamic subtrees while at most delta are lost, and return the last. As printed, with the
    missing step added, stays selectable; it does not go on into a subtree with none below it.

    References
    ----------
    THOR VI-C; fig. 6.
    """
    below = dynamic_children(tree, dynamic)
    if not below:
        return None
    count: dict[int, int] = {}
    for v in sorted(below, reverse=True):
        count[v] = sum(1 + count[w] for w in below[v])
    u = max(count, key=lambda v: (count[v], -v))
    while below[u]:
        deeper = max(below[u], key=lambda v: (count[v], -v))
        lost = count[u] - count[deeper]
        if as_printed and lost < delta:
            return deeper
        if lost > delta if not as_printed else not below[deeper]:
            return u
        u = deeper
    return u


def dynamic_children(tree: TagTree, dynamic: Iterable[int]) -> dict[int, list[int]]:
    """For each dynamic subtree those one hop below it: none other is rooted between.

    References
    ----------
    THOR VI-C (hops).
    """
    below: dict[int, list[int]] = {}
    open_: list[int] = []
    for u in sorted(set(dynamic)):
        while open_ and int(tree.end[open_[-1]]) <= u:
            open_.pop()
        if open_:
            below[open_[-1]].append(u)
        below[u] = []
        open_.append(u)
    return below
