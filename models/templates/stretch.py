"""The region of a page that tells of one thing: a stretch of texts, not a subtree."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..tree.tagtree import TagTree
from .hashes import Counts, Hashes

Floats = NDArray[np.float64]


class Stretch(NamedTuple):
    """The nodes [start, stop)."""

    start: int
    stop: int


def best_stretch(
    worth: Floats, words: NDArray[np.int64], says: Hashes, price: float
) -> tuple[int, int]:
    """The texts [from, to) that hold most of what the page tells for their share of its words.

    Both are shares of the page, so that the price has no unit: a text belongs to the region when
    it brings more of the worth than `price` times what it brings of the words. What is said twice,
    as a trail repeats the title, is told once: where the region gains more by it.

    Examples
    --------
    >>> worth, words = np.array([0, 2.0, 0, 2, 0, 0]), np.array([5, 1, 1, 1, 5, 5])
    >>> best_stretch(worth, words, np.arange(6), price=0.6)
    (1, 4)
    >>> best_stretch(np.array([2.0, 0, 2, 2]), np.array([1, 5, 1, 1]), np.array([7, 8, 7, 9]), 0.6)
    (2, 4)
    """
    if not len(worth) or not worth.sum() or not words.sum():
        return 0, 0
    both = (_stretch(one, words, price) for one in _told_once(worth, says))
    _, start, stop = max(both, key=lambda found: found[0])
    return start, stop


def _stretch(worth: Floats, words: NDArray[np.int64], price: float) -> tuple[float, int, int]:
    """The gain of the best stretch, and the texts from and to which it goes."""
    gain = worth / worth.sum() - price * words / words.sum()
    sums = np.concatenate([np.zeros(1), np.cumsum(gain)])
    stop = int(np.argmax(sums - np.minimum.accumulate(sums)))
    start = int(np.argmin(sums[: stop + 1]))
    return float(sums[stop] - sums[start]), start, stop


def _told_once(worth: Floats, says: Hashes) -> tuple[Floats, Floats]:
    """The worth of texts where what is said counts where it stands first, or where it does last."""
    telling = np.flatnonzero(worth > 0)
    _, number = np.unique(says[telling], return_inverse=True)
    most = np.zeros(len(telling))
    np.maximum.at(most, number, worth[telling])
    first, last = np.zeros(len(worth)), np.zeros(len(worth))
    _, at = np.unique(number, return_index=True)
    first[telling[at]] = most[number[at]]
    _, back = np.unique(number[::-1], return_index=True)
    at = len(number) - 1 - back
    last[telling[at]] = most[number[at]]
    return first, last


def subtree_around(tree: TagTree, stretch: Stretch) -> Stretch:
    """The smallest element that holds a stretch."""
    node = stretch.start
    while tree.parents[node] >= 0 and tree.ends[node] < stretch.stop:
        node = tree.parents[node]
    return Stretch(node, tree.ends[node])


def most_around(tree: TagTree, around: Stretch, nodes: Counts, own: Counts) -> Stretch:
    """An element with most of what its page tells: this one, or the next above it that tells more
    than twice as much, as the heading of an article is an element of its own.

    Parameters
    ----------
    around
        The element that holds the values.
    nodes, own
        The texts of the page, and the words of those that it tells.
    """
    node, held = around.start, _within(around, nodes, own)
    while tree.parents[node] > 0:
        node = tree.parents[node]
        above = Stretch(node, tree.ends[node])
        told = _within(above, nodes, own)
        if told > 2 * held:
            around, held = above, told
    return around


def _within(stretch: Stretch, nodes: Counts, words: Counts) -> int:
    return int(words[(nodes >= stretch.start) & (nodes < stretch.stop)].sum())


def article_around(values: Stretch, around: Stretch, nodes: Counts, gain: Floats) -> Stretch:
    """A stretch with what stands to either side of it, as far as that gains most; the element that
    holds it, where that begins with it and most of its texts belong to it.

    Parameters
    ----------
    values, around
        The stretch, and the smallest element that holds it.
    nodes, gain
        The texts of the page, and what each of them brings: its words where it tells of this page,
        less where all pages say it.

    Examples
    --------
    >>> nodes, gain = np.arange(8), np.array([-1.0, 3, 0, -1, 5, -1, -1, -1])
    >>> article_around(Stretch(2, 3), Stretch(0, 8), nodes, gain)
    Stretch(start=1, stop=5)
    >>> article_around(Stretch(2, 3), Stretch(2, 6), nodes, gain)
    Stretch(start=2, stop=6)
    """
    before = np.flatnonzero((nodes < values.start) & (nodes >= around.start))[::-1]
    after = np.flatnonzero((nodes >= values.stop) & (nodes < around.stop))
    start = _furthest(nodes[before], gain[before], values.start)
    stop = _furthest(nodes[after], gain[after], values.stop - 1) + 1
    n_own = int(((nodes >= values.start) & (nodes < stop)).sum())
    n_after = int(((nodes >= stop) & (nodes < around.stop)).sum())
    return around if not len(before) and n_own > n_after else Stretch(start, stop)


def _furthest(nodes: Counts, gain: Floats, here: int) -> int:
    """The node up to which these bring most; `here`: they bring nothing."""
    sums = np.cumsum(gain)
    return int(nodes[np.argmax(sums)]) if len(sums) and sums.max() > 0 else here
