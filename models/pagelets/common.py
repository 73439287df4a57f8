"""Common subtree sets: the same region on every page of a cluster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

import numpy as np

from ..tree.tagtree import TagTree
from .candidates import candidate_subtrees
from .distance import ALL, DistanceWeights, distances, shapes

CommonSubtreeSet = dict[int, int]  # number of the page -> node
Matching = Literal["nearest", "key"]


def common_subtree_sets(
    trees: Sequence[TagTree],
    prototype: int = 0,
    weights: DistanceWeights = ALL,
    matching: Matching = "nearest",
) -> list[CommonSubtreeSet]:
    """One set for each candidate subtree of the prototype page.

    Parameters
    ----------
    trees
        The pages of one cluster.
    prototype
        Number of the page whose candidates the sets are built around.
    weights
        Of the four terms of the distance.
    matching
        "nearest": on every other page the candidate of the most similar shape, as printed; a
        nearest one is always found, and several sets may take the same. "key": the candidate at
        the same place of the same rank among its equals, where there is one.

    Reading
    -------
    The prototype is drawn at random; a number is asked for, so that a run can be repeated.

    References
    ----------
    THOR VI-B (step 1).
    """
    found = [candidate_subtrees(tree) for tree in trees]
    sets: list[CommonSubtreeSet] = [{prototype: node} for node in found[prototype]]
    for page, tree in enumerate(trees):
        if page == prototype or not found[page] or not sets:
            continue
        if matching == "key":
            _match_keys(trees[prototype], tree, found[prototype], found[page], sets, page)
            continue
        matrix = distances(
            shapes(trees[prototype], found[prototype]), shapes(tree, found[page]), weights
        )
        for held, nearest in zip(sets, np.argmin(matrix, axis=1).tolist(), strict=True):
            held[page] = found[page][nearest]
    return sets


def _match_keys(
    prototype: TagTree,
    tree: TagTree,
    ours: Sequence[int],
    theirs: Sequence[int],
    sets: Sequence[CommonSubtreeSet],
    page: int,
) -> None:
    there = dict(zip(_ranked(tree, theirs), theirs, strict=True))
    for held, name in zip(sets, _ranked(prototype, ours), strict=True):
        if name in there:
            held[page] = there[name]


def _ranked(tree: TagTree, nodes: Sequence[int]) -> list[tuple[int, int]]:
    rank: Counter[int] = Counter()
    out = []
    for node in nodes:
        key = int(tree.key[node])
        out.append((key, rank[key]))
        rank[key] += 1
    return out
