"""The k maximum informative blocks of a page (WISDOM 3.2.2)."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass

from .coverage_tree import CoverageTree, Floats
from .structure_index import structure_index


@dataclass(frozen=True, slots=True)
class Criteria:
    """What a search for blocks goes by: f_A, the feature of its SII, and the type constraint."""

    feature: Floats
    fits: Callable[[int], bool]


def k_mib(tree: CoverageTree, criteria: Criteria, st: float, k: int) -> list[int]:
    """MIB(k, f_A, ST): at most k nodes with most of a feature, evenly spread, of the right type.

    Parameters
    ----------
    st
        SII threshold ST: the larger, the smaller the blocks.

    Reading
    -------
    SII needs two children: a leaf is taken when it meets its type, a node with one child is gone
    through. A uniform node that fails its type is searched further, not dropped (no difference on
    120 news pages).

    References
    ----------
    WISDOM 3.2.2; fig. 8.
    """
    feature = criteria.feature
    heap = [(-float(feature[0]), 0)]
    skeleton: list[int] = []
    while heap and len(skeleton) < k:
        size, node = heapq.heappop(heap)
        if size >= 0:
            break
        below = tree.children[node]
        whole = not below or (len(below) > 1 and _uniform(feature, below, st))
        if whole and criteria.fits(node):
            skeleton.append(node)
            continue
        for child in below:
            heapq.heappush(heap, (-float(feature[child]), child))
    return skeleton


def _uniform(feature: Floats, nodes: list[int], st: float) -> bool:
    return structure_index(float(feature[node]) for node in nodes) >= st
