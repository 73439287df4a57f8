"""A page as the search for runs wants it: small numbers for places, plain lists for walks."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..tree.tagtree import TagTree
from .openings import Openings

Floats = NDArray[np.float64]
Longs = NDArray[np.int64]


class Outline:
    """Views of one `TagTree` that are asked for thousands of times, made once.

    Names of places are 63-bit hashes; counting wants small numbers, climbing wants lists.
    """

    def __init__(self, tree: TagTree) -> None:
        self.tree = tree
        self.path: list[int] = tree.path.tolist()
        self.parent: list[int] = tree.parent.tolist()
        self.end: list[int] = tree.end.tolist()
        self.word_sums: list[int] = tree.word_sums.tolist()
        self.link_sums: list[int] = tree.linked_sums.tolist()
        self.openings = Openings(tree)

    @cached_property
    def by_path(self) -> Longs:
        """A small number for the path of each node."""
        return _small(self.tree.path)

    @cached_property
    def by_key(self) -> Longs:
        """A small number for the key of each node."""
        return _small(self.tree.key)

    @property
    def namings(self) -> list[Longs]:
        """By path; and by key too, where classes tell places of one path apart."""
        alike = self.by_path.max() == self.by_key.max()
        return [self.by_path] if alike else [self.by_path, self.by_key]

    def words(self, start: int, stop: int) -> int:
        """Words of the nodes [start, stop)."""
        return self.word_sums[stop] - self.word_sums[start]


def weight_sums(weights: Floats) -> Floats:
    """Prefix sums of weights, a zero in front: negative weights do not count.

    >>> weight_sums(np.array([2.0, -1.0, 3.0])).tolist()
    [0.0, 2.0, 2.0, 5.0]
    """
    out = np.zeros(len(weights) + 1)
    np.cumsum(np.maximum(weights, 0), out=out[1:])
    return out


def _small(column: NDArray[np.int64]) -> Longs:
    return np.unique(column, return_inverse=True)[1].astype(np.int64)
