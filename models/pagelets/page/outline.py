"""A page as the search for runs wants it: nodes by their names, plain lists for walks."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from upwell.models.tree.tagtree import TagTree

from .attributes import stated_of
from .node_groups import NodeGroups
from .part_starts import PartStarts

Floats = NDArray[np.float64]


class Outline:
    """Views of one `TagTree` that are asked for thousands of times, made once.

    Single values of numpy arrays cost ten times what those of lists do.
    """

    def __init__(self, tree: TagTree) -> None:
        self.tree = tree
        self.part_starts = PartStarts(tree)

    @cached_property
    def parent(self) -> list[int]:
        """The parent of each node."""
        return self.tree.parents

    @cached_property
    def end(self) -> list[int]:
        """The end of each subtree: the number behind its last node."""
        return self.tree.ends

    @cached_property
    def word_sums(self) -> list[int]:
        """Prefix sums of words."""
        sums: list[int] = self.tree.word_sums.tolist()
        return sums

    @cached_property
    def link_sums(self) -> list[int]:
        """Prefix sums of words inside a link."""
        sums: list[int] = self.tree.linked_sums.tolist()
        return sums

    @cached_property
    def path(self) -> list[int]:
        """The hash of the tags from the root, of each node."""
        paths: list[int] = self.tree.path.tolist()
        return paths

    @cached_property
    def place(self) -> list[int]:
        """The place of each node."""
        places: list[int] = self.tree.place.tolist()
        return places

    @cached_property
    def by_path(self) -> NodeGroups:
        """Nodes of equal path."""
        return NodeGroups(self.tree, self.tree.path)

    @cached_property
    def by_place(self) -> NodeGroups:
        """Nodes of equal place, where classes tell places of one path apart."""
        return NodeGroups(self.tree, self.tree.place, self.by_path)

    @cached_property
    def leads(self) -> tuple[list[int], dict[int, str]]:
        """The links of the page in document order, and where each leads, as it is written."""
        references = stated_of(self.tree).references
        return sorted(references), references

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
