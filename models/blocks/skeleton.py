"""The informative structure of a page as a tree: its blocks, and where they branch (WISDOM 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from upwell.models.tree.tagtree import TagTree

from .informative import Block


@dataclass(slots=True)
class Branch:
    """A node of the page that is the root of a block, or below which several of them stand."""

    node: int
    type: str | None  # of the block; None: blocks branch here
    children: list[Branch] = field(default_factory=list)


def skeleton(tree: TagTree, blocks: Sequence[Block]) -> Branch | None:
    """The smallest tree that has every block of a page; None where it has none.

    >>> from upwell.models.tree.parse import parse
    >>> tree = parse(b"<main><div><p>one<p>two</div><ul><li>three</ul></main>")
    >>> nodes = {tree.tag[node]: node for node in range(tree.n)}
    >>> first = Block("article", (nodes["div"],), "", ())
    >>> top = skeleton(tree, [first, Block("toc", (nodes["ul"],), "", ())])
    >>> tree.tag[top.node], top.type, [(tree.tag[c.node], c.type) for c in top.children]
    ('main', None, [('div', 'article'), ('ul', 'toc')])
    """
    types = {node: block.type for block in reversed(blocks) for node in block.nodes}
    roots = sorted(types)
    nodes = sorted({*roots, *(_above(tree, one, other) for one, other in pairwise(roots))})
    top, path = None, list[Branch]()
    for node in nodes:
        branch = Branch(node, types.get(node))
        while path and node >= tree.end[path[-1].node]:
            path.pop()
        if path:
            path[-1].children.append(branch)
        else:
            top = branch
        path.append(branch)
    return top


def _above(tree: TagTree, one: int, other: int) -> int:
    """The lowest node that has both; `other` stands behind `one`."""
    while other >= tree.end[one]:
        one = int(tree.parent[one])
    return one
