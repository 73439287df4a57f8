"""What objects lead to: their links, the link of a value, their picture."""

from __future__ import annotations

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

    def of(self, span: Stretch) -> list[str]:
        """Distinct URLs of the links inside an object, in document order."""
        tree = self._tree
        found = (
            self._url_of.get(_written(tree, node))
            for node in range(span.start, span.stop)
            if tree.tag[node] in ("a", "area")
        )
        return list(dict.fromkeys(url for url in found if url is not None))

    def around(self, node: int) -> str | None:
        """The URL that a text leads to."""
        while node >= 0 and self._tree.tag[node] != "a":
            node = int(self._tree.parent[node])
        return self._url_of.get(_written(self._tree, node)) if node >= 0 else None


def span_links(tree: TagTree, span: Stretch) -> list[str]:
    """Distinct absolute URLs of the links inside an object, in document order."""
    return References(tree).of(span)


def picture(tree: TagTree, span: Stretch) -> str | None:
    """The first picture of an object, as its source is written; one inside the page is none."""
    for node in range(span.start, span.stop):
        if tree.tag[node] == "img":
            source = (tree.stated.get(node) or {}).get("src") or ""
            if source and not source.startswith("data:"):
                return source
    return None


def _written(tree: TagTree, node: int) -> str | None:
    href = (tree.stated.get(node) or {}).get("href")
    return None if href is None else href.partition("#")[0].strip()
