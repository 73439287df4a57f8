"""Expanding a skeleton to its siblings, and condensing what came along (WISDOM 3.3)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from .coverage_tree import CoverageTree
from .k_mib import Criteria


def dstm(tree: CoverageTree, node: int, criteria: Criteria) -> set[int]:
    """Direct sibling tree merging: siblings of the right type with no more of the feature.

    Reading
    -------
    f_A is the searched feature; siblings with more of it were looked at on the way down.

    References
    ----------
    WISDOM 3.3; fig. 9.
    """
    parent = int(tree.tree.parent[node])
    if parent < 0:
        return set()
    feature = criteria.feature
    return {
        sibling
        for sibling in tree.children[parent]
        if sibling != node and feature[sibling] <= feature[node] and criteria.fits(sibling)
    }


def cstm(tree: CoverageTree, node: int, criteria: Criteria, k: int = 1) -> set[int]:
    """k-CSTM: direct sibling merging at the k-th ancestor that is not alone.

    Reading
    -------
    An ancestor is alone when its siblings have nothing of the feature (dummy nodes).

    References
    ----------
    WISDOM 3.3; fig. 9.
    """
    parents = tree.tree.parent
    ancestor = node
    for _ in range(k):
        ancestor = int(parents[ancestor])
        while ancestor > 0 and _alone(tree, ancestor, criteria):
            ancestor = int(parents[ancestor])
    return dstm(tree, ancestor, criteria) if ancestor > 0 else set()


def condensed(tree: CoverageTree, roots: Iterable[int], criteria: Criteria) -> NDArray[np.bool_]:
    """Nodes of the subtrees of `roots`, less the subtrees that fail the type constraint.

    Reading
    -------
    Leaves too; this can take out short real lines made of common words.

    References
    ----------
    WISDOM 3.3.
    """
    end = tree.tree.end
    kept = np.zeros(tree.tree.n, bool)
    for root in roots:
        kept[root : end[root]] = True
    for node in np.flatnonzero(kept).tolist():
        if tree.tree.text[node] is None and not criteria.fits(node):
            kept[node : end[node]] = False
    return kept


def _alone(tree: CoverageTree, node: int, criteria: Criteria) -> bool:
    siblings = tree.children[int(tree.tree.parent[node])]
    return sum(float(criteria.feature[sibling]) > 0 for sibling in siblings) < 2
