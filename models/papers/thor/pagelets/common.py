"""Common subtree sets: the same region on every page of a cluster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

import numpy as np

from upwell.models.tree.tagtree import TagTree

from .assignment import assignment
from .candidates import candidate_subtrees
from .distance import ALL, DistanceWeights, distances, shapes

CommonSubtreeSet = dict[int, int]  # number of the page -> node
Matching = Literal["nearest", "assigned", "key"]
Prototype = int | Literal["medoid"]


def common_subtree_sets(
    trees: Sequence[TagTree],
    prototype: Prototype = 0,
    weights: DistanceWeights = ALL,
    matching: Matching = "nearest",
) -> list[CommonSubtreeSet]:
    """One set for each candidate subtree of the prototype page.

    Parameters
    ----------
    trees
        The pages of one cluster.
    prototype
        Number of the page whose candidates the sets are built around; "medoid": the one whose
        tags are most like those of all.
    weights
        Of the four terms of the distance.
    matching
        "nearest": on every other page the candidate of the most similar shape, as printed; a
        nearest one is always found, and several sets may take the same. "assigned": no candidate
        is taken twice, and the sum of distances is the least that can be. "key": the candidate
        at the same place of the same rank among its equals, where there is one.

    Reading
    -------
    The prototype is drawn at random; a number is asked for, so that a run can be repeated.
    Taking the nearest gives one subtree of a page to several sets, and a short page's list to all
    of its neighbours'; an assignment leaves sets without a subtree on a page that lacks it.

    References
    ----------
    THOR VI-B (step 1).
    """
    found = [candidate_subtrees(tree) for tree in trees]
    prototype = medoid(trees) if prototype == "medoid" else prototype
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
        pairs = assignment(matrix) if matching == "assigned" else enumerate(matrix.argmin(axis=1))
        for row, column in pairs:
            sets[row][page] = found[page][column]
    return sets


def medoid(trees: Sequence[TagTree]) -> int:
    """Number of the page whose tags are most like those of all, by cosine; ties to the first.

    >>> from upwell.models.tree.parse import parse
    >>> medoid([parse(b"<p>a"), parse(b"<ul><li>b</ul>"), parse(b"<ul><li>c<li>d</ul>")])
    1
    """
    tags = [Counter(tree.tag) for tree in trees]
    order = sorted(set().union(*tags))
    counts = np.log1p([[bag[tag] for tag in order] for bag in tags])
    unit = counts / np.maximum(np.linalg.norm(counts, axis=1, keepdims=True), 1e-9)
    return int((unit @ unit.sum(axis=0)).round(9).argmax())


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
