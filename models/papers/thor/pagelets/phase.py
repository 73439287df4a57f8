"""THOR's third phase in the paper's own form: filter, match, rank, select."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from upwell.models.tree.tagtree import TagTree

from .common import Matching, Prototype, common_subtree_sets
from .distance import ALL, DistanceWeights
from .diversity import diverse_sets
from .selection import select_pagelet


@dataclass(frozen=True, slots=True)
class ThorParams:
    """The paper's values; `as_printed` and `matching` choose between readings."""

    prototype: Prototype = 0
    weights: DistanceWeights = ALL
    matching: Matching = "nearest"
    threshold: float = 0.5
    tfidf: bool = True
    delta: int = 2
    as_printed: bool = True
    top: int = 1  # pagelets a page; OBJ recommends two


@dataclass(frozen=True, slots=True)
class ThorPagelet:
    """A pagelet's root, and the other dynamic subtrees inside it, to guide partitioning."""

    node: int
    dynamic: tuple[int, ...]


def thor_pagelets(
    trees: Sequence[TagTree], params: ThorParams | None = None
) -> list[list[ThorPagelet]]:
    """Pagelets of the pages of one cluster, best first, at most `top` a page.

    Reading
    -------
    A further pagelet is selected from what neither holds nor is held by an earlier one.

    References
    ----------
    THOR VI; OBJ 4.
    """
    p = params or ThorParams()
    if not trees:
        return []
    sets = common_subtree_sets(trees, p.prototype, p.weights, p.matching)
    dynamic: list[set[int]] = [set() for _ in trees]
    for _, held in diverse_sets(trees, sets, p.threshold, p.tfidf):
        for page, node in held.items():
            dynamic[page].add(node)
    return [_best(tree, nodes, p) for tree, nodes in zip(trees, dynamic, strict=True)]


def _best(tree: TagTree, dynamic: set[int], p: ThorParams) -> list[ThorPagelet]:
    out: list[ThorPagelet] = []
    left = set(dynamic)
    while len(out) < p.top:
        node = select_pagelet(tree, left, p.delta, p.as_printed)
        if node is None:
            break
        end = int(tree.end[node])
        out.append(ThorPagelet(node, tuple(sorted(v for v in dynamic if node < v < end))))
        left = {v for v in left if v >= end or int(tree.end[v]) <= node}
    return out
