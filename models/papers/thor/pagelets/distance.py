"""Shape distance of two subtrees: path, fanout, depth, nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from upwell.models.tree.tagtree import TagTree

_FIRST_LETTER, _LETTERS = 0x4E00, 20_000


class Shape(NamedTuple):
    """The quadruple <P, F, D, N> of a subtree."""

    path: str  # one letter a tag, from the root
    fanout: int
    depth: int
    nodes: int


@dataclass(frozen=True, slots=True)
class DistanceWeights:
    """Weights of the four terms; they sum to 1. The paper weighs all alike."""

    path: float = 0.25
    fanout: float = 0.25
    depth: float = 0.25
    nodes: float = 0.25


ALL = DistanceWeights()
PATH = DistanceWeights(1, 0, 0, 0)
FANOUT = DistanceWeights(0, 1, 0, 0)
DEPTH = DistanceWeights(0, 0, 1, 0)
NODES = DistanceWeights(0, 0, 0, 1)


def letter(tag: str) -> str:
    """A tag as one letter, so that long names weigh no more than short ones (q = 1)."""
    return chr(_FIRST_LETTER + crc32(tag.encode()) % _LETTERS)


def shapes(tree: TagTree, nodes: Sequence[int]) -> list[Shape]:
    """Shapes of these subtrees of a page."""
    paths: list[str] = []
    for tag, parent in zip(tree.tag, tree.parent.tolist(), strict=True):
        paths.append((paths[parent] if parent >= 0 else "") + letter(tag))
    return [
        Shape(paths[u], int(tree.fanout[u]), int(tree.depth[u]), int(tree.end[u]) - u)
        for u in nodes
    ]


def distance(one: Shape, two: Shape, weights: DistanceWeights = ALL) -> float:
    """Distance of two shapes, 0 to 1.

    Reading
    -------
    The formula is lost in our copy of the paper; its text gives the terms:
    `w1·ed(Pi,Pj)/max(len) + w2·|Fi-Fj|/max(F) + w3·|Di-Dj|/max(D) + w4·|Ni-Nj|/max(N)`, with
    0/0 = 0.

    Examples
    --------
    html/head and html/head/title, the paper's own example: one edit, scaled by 3.

    >>> head = letter("html") + letter("head")
    >>> short, long = Shape(head, 2, 1, 4), Shape(head + letter("title"), 2, 1, 4)
    >>> round(distance(short, long, PATH), 4)
    0.3333

    No children against ten:

    >>> distance(short._replace(fanout=0), short._replace(fanout=10), FANOUT)
    1.0

    References
    ----------
    THOR VI-B (step 1).
    """
    return float(distances([one], [two], weights)[0, 0])


def distances(
    ones: Sequence[Shape], twos: Sequence[Shape], weights: DistanceWeights = ALL
) -> NDArray[np.float64]:
    """Distances of all pairs, a matrix of ones by twos."""
    out = weights.path * _path_distances(ones, twos)
    for weight, name in ((weights.fanout, 1), (weights.depth, 2), (weights.nodes, 3)):
        a = np.array([shape[name] for shape in ones], np.float64)[:, None]
        b = np.array([shape[name] for shape in twos], np.float64)[None, :]
        out += weight * np.abs(a - b) / np.maximum(np.maximum(a, b), 1)
    return out


def _path_distances(ones: Sequence[Shape], twos: Sequence[Shape]) -> NDArray[np.float64]:
    """Edit distance by the longer path; each pair of distinct paths is compared once."""
    first, at_first = np.unique([shape.path for shape in ones], return_inverse=True)
    second, at_second = np.unique([shape.path for shape in twos], return_inverse=True)
    a, b = first.tolist(), second.tolist()
    edits = cdist(a, b, scorer=Levenshtein.distance, dtype=np.int32).astype(np.float64)
    longer = np.maximum.outer([len(path) for path in a], [len(path) for path in b])
    matrix: NDArray[np.float64] = (edits / np.maximum(longer, 1))[np.ix_(at_first, at_second)]
    return matrix
