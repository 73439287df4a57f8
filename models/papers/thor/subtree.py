"""Content, subtree content and minimal subtrees (THOR III-A, III-B)."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from upwell.models.tree.tagtree import TagTree, step_of

_STEPS = re.compile(r'/((?:[^/"]|"[^"]*")+)')


def content(tree: TagTree, node: int) -> str:
    """Content of a node: the string of a content node, nothing of a tag node.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> tree = parse(b"<p>a <b>b</b></p>")
    >>> [content(tree, node) for node in range(2, tree.n)]
    ['', 'a ', '', 'b']

    References
    ----------
    THOR III-A.
    """
    return tree.text[node] or ""


def subtree_content(tree: TagTree, node: int) -> list[str]:
    """Contents of the content nodes reachable from a node, in document order.

    Reading
    -------
    The paper says "union"; a word that stands twice is counted twice in VI-B, so strings are
    kept with their repetitions.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> subtree_content(parse(b"<p>a <b>b</b><i>b</i></p>"), 2)
    ['a ', 'b', 'b']

    References
    ----------
    THOR III-A.
    """
    return [string for string in tree.text[node : int(tree.end[node])] if string is not None]


def node_at(tree: TagTree, xpath: str) -> int | None:
    """The node of an XPath that `TagTree.xpath` gives; None when the page has no such node.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> tree = parse(b"<ul><li>one<li><b>two</b></ul>")
    >>> [node_at(tree, tree.xpath(u)) == u for u in range(tree.n) if tree.text[u] is None]
    [True, True, True, True, True, True]
    >>> node_at(tree, "/html[1]/table[1]")

    References
    ----------
    THOR III-A.
    """
    parents: list[int] = tree.source_parent.tolist()
    kids = {
        (parents[node], step_of(tree, node)): node
        for node in range(tree.n)
        if tree.text[node] is None
    }
    node: int | None = -1
    for step in _STEPS.findall(xpath):
        node = kids.get((node, step)) if node is not None else None
    return None if node == -1 else node


def minimal_subtrees(
    tree: TagTree, holds: NDArray[np.bool_] | Callable[[int], bool]
) -> NDArray[np.intp]:
    """Nodes whose subtree has a property that no subtree below it has.

    Parameters
    ----------
    holds
        The property by node, or a function of the node.

    Reading
    -------
    Definition 3, word by word, allows one such node on a page: every other node with the
    property must be its ancestor. Several disjoint regions are on a page, so the minimal ones of
    each branch are returned; if there is one only, it is the paper's.

    Examples
    --------
    The deepest node that holds two words:

    >>> from upwell.models.tree.parse import parse
    >>> tree = parse(b"<div><ul><li>a b</ul><p>a</p></div>")
    >>> words = tree.word_sums[tree.end] - tree.word_sums[:-1]
    >>> [tree.tag[node] for node in minimal_subtrees(tree, words >= 2)]
    ['#text']

    References
    ----------
    THOR III-B; definition 3.
    """
    if callable(holds):
        having = np.fromiter((holds(node) for node in range(tree.n)), bool, tree.n)
    else:
        having = holds
    sums = np.concatenate(([0], np.cumsum(having)))
    below = sums[tree.end] - sums[1:]  # of the subtree without its root
    return np.flatnonzero(having & (below == 0)).astype(np.intp)
