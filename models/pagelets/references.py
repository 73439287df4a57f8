"""What objects lead to: their links, the link of a value, their picture."""

from __future__ import annotations

from bisect import bisect_left

from ..tree.tagtree import TagTree
from .cells import Stretch


class References:
    """Absolute URLs of a page's references.

    `tree.links` tells each URL once, at its first place on the page; that may be another object
    or a menu, so the references are looked up as they are written.
    """

    def __init__(self, tree: TagTree) -> None:
        self._tree = tree
        self._url_of = {_written(tree, link.node): link.url for link in tree.links}
        self._urls: dict[int, str] = {}
        for node in tree.stated:
            if tree.tag[node] in ("a", "area"):
                url = self._url_of.get(_written(tree, node))
                if url is not None:
                    self._urls[node] = url
        self._nodes = sorted(self._urls)

    def of(self, span: Stretch) -> list[str]:
        """Distinct URLs of the links inside an object, in document order."""
        held = _within(self._nodes, span)
        return list(dict.fromkeys(self._urls[node] for node in held))

    def around(self, node: int) -> str | None:
        """The URL that a text leads to."""
        tag, parent = self._tree.tag, self._tree.parent
        while node >= 0 and tag[node] != "a":
            node = int(parent[node])
        return self._urls.get(node)


def span_links(tree: TagTree, span: Stretch) -> list[str]:
    """Distinct absolute URLs of the links inside an object, in document order."""
    return References(tree).of(span)


class Pictures:
    """Sources of a page's pictures as they are written; one inside the page is none."""

    def __init__(self, tree: TagTree) -> None:
        self._sources: dict[int, str] = {}
        for node, stated in tree.stated.items():
            source = (stated.get("src") or "") if tree.tag[node] == "img" else ""
            if source and not source.startswith("data:"):
                self._sources[node] = source
        self._nodes = sorted(self._sources)

    def first(self, span: Stretch) -> str | None:
        """The first picture of an object."""
        held = _within(self._nodes, span)
        return self._sources[held[0]] if held else None


def _within(nodes: list[int], span: Stretch) -> list[int]:
    return nodes[bisect_left(nodes, span.start) : bisect_left(nodes, span.stop)]


def _written(tree: TagTree, node: int) -> str | None:
    href = (tree.stated.get(node) or {}).get("href")
    return None if href is None else href.partition("#")[0].strip()
