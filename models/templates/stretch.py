"""The region of a page that tells of one thing: a stretch of texts, not a subtree."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..tree.tagtree import TagTree

Floats = NDArray[np.float64]


class Stretch(NamedTuple):
    """The nodes [start, stop)."""

    start: int
    stop: int


def best_stretch(worth: Floats, words: NDArray[np.int64], price: float) -> tuple[int, int]:
    """The texts [from, to) that hold most of what the page tells for their share of its words.

    Both are shares of the page, so that the price has no unit: a text belongs to the region when
    it brings more of the worth than `price` times what it brings of the words.

    Examples
    --------
    >>> best_stretch(np.array([0, 2.0, 0, 2, 0, 0]), np.array([5, 1, 1, 1, 5, 5]), price=0.6)
    (1, 4)
    """
    if not len(worth) or not worth.sum() or not words.sum():
        return 0, 0
    gain = worth / worth.sum() - price * words / words.sum()
    sums = np.concatenate([np.zeros(1), np.cumsum(gain)])
    stop = int(np.argmax(sums - np.minimum.accumulate(sums)))
    return int(np.argmin(sums[: stop + 1])), stop


def subtree_around(tree: TagTree, stretch: Stretch) -> Stretch:
    """The smallest element that holds a stretch."""
    node = stretch.start
    while tree.parents[node] >= 0 and tree.ends[node] < stretch.stop:
        node = tree.parents[node]
    return Stretch(node, tree.ends[node])
