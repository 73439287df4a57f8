"""A page's columns as lists: single values of numpy arrays cost ten times as much."""

from __future__ import annotations

from ..tree.tagtree import Attributes, TagTree


class Sheet:
    """What reading fields asks of a page, by node."""

    __slots__ = ("end", "has_cells", "key", "linked", "parent", "tag", "text", "tree", "words")

    def __init__(self, tree: TagTree) -> None:
        self.tree = tree
        self.tag = tree.tag
        self.text = tree.text
        self.key: list[int] = tree.key.tolist()
        self.parent: list[int] = tree.parent.tolist()
        self.end: list[int] = tree.end.tolist()
        self.linked: list[int] = tree.linked.tolist()
        self.words: list[int] = tree.words.tolist()
        self.has_cells = "td" in tree.tag

    def visible(self, start: int, stop: int) -> str:
        """The text of nodes [start, stop) as displayed."""
        return self.tree.visible(start, stop)

    def number(self, node: int) -> int:
        """Position of an element among its siblings of one tag, from 1."""
        return self.tree.position(node)

    def stated(self, node: int) -> Attributes:
        """Attributes of an element as written, where it has more than class and id."""
        return self.tree.stated.get(node) or {}
