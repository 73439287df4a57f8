"""Tables of contents where the operator says that no region is."""

from __future__ import annotations

from collections.abc import Collection

from ...tree.tagtree import TagTree
from ..contents.reading import Contents


def is_refused(tree: TagTree, table: Contents, refused: Collection[int]) -> bool:
    """Whether most entries of a table stand at a place that is never the region."""
    if not refused:
        return False
    nodes = [node for node, place in enumerate(tree.place.tolist()) if place in refused]
    n = sum(any(a <= one.start < tree.end[a] for a in nodes) for one in table.entries)
    return 2 * n > len(table.entries)
