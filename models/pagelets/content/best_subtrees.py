"""The cut: several regions at once, where no list tells them."""

from __future__ import annotations

import numpy as np

from upwell.models.tree.tagtree import TagTree

from ..page.outline import Floats


def cut(tree: TagTree, weights: Floats, cost: float) -> list[int]:
    """Disjoint subtrees of greatest total weight, each paying `cost`; in document order.

    One backward pass: a node is taken when it is worth no less than the best choice below it.

    Parameters
    ----------
    tree
        The page.
    weights
        Of its nodes: positive what belongs to an answer, negative what does not.
    cost
        Price of one more region; 1 to 1.5 gives three regions a detail page on `swde`.

    Reading
    -------
    THOR reports one subtree and leaves several to the application; OBJ recommends the top two.
    Here as many are returned as pay.

    References
    ----------
    THOR VI-C; OBJ 4.
    """
    sums = np.zeros(tree.n + 1)
    np.cumsum(weights, out=sums[1:])
    parent: list[int] = tree.parent.tolist()
    end: list[int] = tree.end.tolist()
    own: list[float] = (sums[tree.end] - sums[:-1] - cost).tolist()
    below = [0.0] * tree.n
    taken = [False] * tree.n
    for u in range(tree.n - 1, -1, -1):
        taken[u] = own[u] > 0 and own[u] >= below[u]
        if parent[u] >= 0:
            below[parent[u]] += own[u] if taken[u] else below[u]
    regions, u = [], 0
    while u < tree.n:
        if taken[u]:
            regions.append(u)
        u = end[u] if taken[u] or below[u] <= 0 else u + 1
    return regions
