"""Single-page filter: the subtrees of a page that may be pagelets."""

from __future__ import annotations

import numpy as np

from upwell.models.tree.tagtree import TagTree, prefix


def candidate_subtrees(tree: TagTree) -> list[int]:
    """Subtrees with content, one of each chain that holds the same content; document order.

    Reading
    -------
    "All descendants have fanout > 1", taken literally, leaves text nodes alone, for every leaf
    has fanout 0; "no ancestor with equal content" keeps the topmost of a chain while the text
    and definition 3 want the minimal one. Taken as: of a chain of subtrees with equal content,
    the deepest node of fanout > 1, and where none has, the deepest element: a record's single
    texts count as dynamic subtrees too (on `wien`, matched by key, P .84 to .93, R .81 to 1.00).

    References
    ----------
    THOR VI-A; definition 2, 3.
    """
    contents = prefix(np.array([text is not None for text in tree.text]))
    held: list[int] = (contents[tree.end] - contents[:-1]).tolist()
    fanout: list[int] = tree.fanout.tolist()
    parent: list[int] = tree.parent.tolist()
    below = [False] * tree.n  # a node of equal content and fanout > 1 stands below
    element = [False] * tree.n  # an element of equal content stands below
    above = [False] * tree.n  # a node of equal content and fanout > 1 stands above
    for u in range(tree.n - 1, 0, -1):
        if held[u] == held[parent[u]]:
            below[parent[u]] |= fanout[u] > 1 or below[u]
            element[parent[u]] |= tree.text[u] is None
    for u in range(1, tree.n):
        above[u] = held[u] == held[parent[u]] and (fanout[parent[u]] > 1 or above[parent[u]])
    deepest = [
        not below[u] if fanout[u] > 1 else not (element[u] or above[u]) for u in range(tree.n)
    ]
    return [u for u in range(tree.n) if held[u] and tree.text[u] is None and deepest[u]]
