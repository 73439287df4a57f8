"""Nodes of a page that have a name in common: where repetition is looked for."""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from upwell.models.tree.tagtree import TagTree

_T = TypeVar("_T", bound=np.generic)


class NodeGroups:
    """The nodes of each name, names in rising order.

    Parameters
    ----------
    tree
        The page.
    names
        Of its nodes: their paths or their keys.
    before
        A coarser naming, whose groups are not given once more.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> tree = parse(b"<ul><li class=a>x<li class=a>y<li class=b>z</ul>")
    >>> paths = NodeGroups(tree, tree.path)
    >>> sorted(paths.groups), NodeGroups(tree, tree.key, paths).groups
    ([[3, 5, 7]], [[3, 5]])
    """

    def __init__(
        self, tree: TagTree, names: NDArray[np.int64], before: NodeGroups | None = None
    ) -> None:
        self._tree = tree
        self.order = np.argsort(names, kind="stable")
        ordered = names[self.order]
        bounds = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
        self._starts = np.concatenate(([0], bounds))
        self._sizes = np.diff(self._starts, append=len(ordered))
        self._before = before

    @cached_property
    def groups(self) -> list[list[int]]:
        """Nodes of the names that are worth climbing from, each group in document order."""
        kept = (self._sizes > 1) & ~self._chained
        if self._before is not None:
            first = self.order[self._starts]
            kept &= ~self._before.climbed[first] | (self._before.size_at[first] != self._sizes)
        order: list[int] = self.order.tolist()
        starts: list[int] = self._starts[kept].tolist()
        sizes: list[int] = self._sizes[kept].tolist()
        return [order[a : a + n] for a, n in zip(starts, sizes, strict=True)]

    @cached_property
    def size_at(self) -> NDArray[np.int64]:
        """How many nodes have the name of each node."""
        return self._by_node(self._sizes)

    @cached_property
    def climbed(self) -> NDArray[np.bool_]:
        """Whether the nodes of the name of each node are climbed from."""
        return ~self._by_node(self._chained)

    @cached_property
    def _chained(self) -> NDArray[np.bool_]:
        """Groups with one node below every node of another group: they climb the same way from one
        step further down, and part where the others do."""
        above = self._tree.parent[self.order]
        twins = np.zeros(len(above), np.int64)
        twins[1:] = above[1:] == above[:-1]
        twins[self._starts] = 0
        single: NDArray[np.bool_] = np.add.reduceat(twins, self._starts) == 0
        single &= self._sizes == self.size_at[above[self._starts]]
        return single

    def _by_node(self, values: NDArray[_T]) -> NDArray[_T]:
        out = np.empty(len(self.order), values.dtype)
        out[self.order] = np.repeat(values, self._sizes)
        return out
