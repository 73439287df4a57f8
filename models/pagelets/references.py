"""What objects lead to: their links, the link of a value, their picture."""

from __future__ import annotations

from bisect import bisect_left

from ..tree.tagtree import TagTree
from .cells import Stretch

_LEAD = frozenset(("a", "area"))


class References:
    """Absolute URLs of a page's references.

    `tree.links` tells each URL once, at its first place on the page; that may be another object
    or a menu, so the references are looked up as they are written.
    """

    def __init__(self, tree: TagTree) -> None:
        self._tree = tree
        self._written = {
            node: href.partition("#")[0].strip()
            for node, stated in tree.stated.items()
            if (href := stated.get("href")) is not None and tree.tag[node] in _LEAD
        }
        self._nodes = sorted(self._written)
        self._url_of = {self._written.get(link.node): link.url for link in tree.links}

    def of(self, span: Stretch) -> list[str]:
        """Distinct URLs of the links inside an object, in document order."""
        found = [self._url(node) for node in _within(self._nodes, span)]
        return list(dict.fromkeys(url for url in found if url is not None))

    def around(self, node: int) -> str | None:
        """The URL that a text leads to."""
        tag, parent = self._tree.tag, self._tree.parent
        while node >= 0 and tag[node] != "a":
            node = int(parent[node])
        return self._url(node)

    def _url(self, node: int) -> str | None:
        return self._url_of.get(self._written.get(node))


def span_links(tree: TagTree, span: Stretch) -> list[str]:
    """Distinct absolute URLs of the links inside an object, in document order."""
    return References(tree).of(span)


class Pictures:
    """Sources of a page's pictures as they are written; one inside the page is none."""

    def __init__(self, tree: TagTree) -> None:
        self._sources: dict[int, str] = {}
        tag = tree.tag
        for node, stated in tree.stated.items():
            source = (stated.get("src") or "") if tag[node] == "img" else ""
            if source and not source.startswith("data:"):
                self._sources[node] = source
        self._nodes = sorted(self._sources)

    def __len__(self) -> int:
        return len(self._nodes)

    def first(self, span: Stretch) -> str | None:
        """The first picture of an object."""
        held = _within(self._nodes, span)
        return self._sources[held[0]] if held else None


def _within(nodes: list[int], span: Stretch) -> list[int]:
    return nodes[bisect_left(nodes, span.start) : bisect_left(nodes, span.stop)]
