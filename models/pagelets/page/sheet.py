"""A page's columns as lists: single values of numpy arrays cost ten times as much."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from functools import cached_property

from upwell.models.tree.tagtree import Attributes, TagTree

from .attributes import Stated, stated_of
from .table_heads import Head, table_heads


class Sheet:
    """Columns of a page as lists, for reading fields: text, links, heads, attributes by node."""

    def __init__(self, tree: TagTree) -> None:
        self.tree = tree
        self.tag = tree.tag
        self.text = tree.text
        self.parent: list[int] = tree.parents
        self.end: list[int] = tree.ends
        self.has_cells = bool(tree.tagged("td"))
        self.tagged: dict[int, bool] = {}  # by path: whether its texts are labels by their tag

    @cached_property
    def attributes(self) -> Stated:
        """The attributes of the page's elements."""
        return stated_of(self.tree)

    @cached_property
    def key(self) -> list[int]:
        """The hash of tags, class and id from the root, of each node."""
        keys: list[int] = self.tree.key.tolist()
        return keys

    @cached_property
    def heads(self) -> dict[int, Head]:
        """The heads of table cells, by node."""
        return table_heads(self.tree)

    @cached_property
    def linked(self) -> list[int]:
        """Words of each node itself that are inside a link."""
        linked: list[int] = self.tree.linked.tolist()
        return linked

    @cached_property
    def path(self) -> list[int]:
        """The hash of the tags from the root, of each node."""
        paths: list[int] = self.tree.path.tolist()
        return paths

    @cached_property
    def words(self) -> list[int]:
        """Words of each node itself."""
        words: list[int] = self.tree.words.tolist()
        return words

    @cached_property
    def _content(self) -> list[int]:
        return [node for node, string in enumerate(self.text) if string is not None]

    def classes(self, node: int) -> list[str]:
        """The classes of an element, as written."""
        held = self.tree.named[node] if node >= 0 else None
        stated = held if held is not None else self.tree.stated.get(node) or {}
        return (stated.get("class") or "").split()

    @cached_property
    def class_counts(self) -> Counter[str]:
        """How many elements have each class."""
        found: Counter[str] = Counter()
        for node in range(self.tree.n):
            if self.text[node] is None:
                found.update(set(self.classes(node)))
        return found

    def texts(self, start: int, stop: int) -> list[int]:
        """The content nodes among [start, stop)."""
        content = self._content
        return content[bisect_left(content, start) : bisect_left(content, stop)]

    def is_headed(self, node: int, stop: int) -> bool:
        """Whether a text stands under the head of a column, in an object that is one row."""
        at, headed = self.parent[node], False
        while at >= 0 and self.tag[at] != "tr":
            headed = headed or at in self.heads
            at = self.parent[at]
        return headed and self.end[at] >= stop

    def visible(self, start: int, stop: int) -> str:
        """The text of nodes [start, stop) as displayed."""
        return self.tree.visible(start, stop)

    def number(self, node: int) -> int:
        """Position of an element among its siblings of one tag, from 1."""
        return self.tree.position(node)

    def stated(self, node: int) -> Attributes:
        """Attributes of an element as written, where it has more than class and id."""
        return self.tree.stated.get(node) or {}
