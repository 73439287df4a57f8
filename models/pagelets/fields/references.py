"""What objects lead to: their links, the link of a value, their picture."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container
from functools import cached_property

from upwell.models.tree.tagtree import TagTree

from ..page.attributes import Stated, stated_of
from .cells import Stretch


class References:
    """Absolute URLs of a page's references.

    `tree.markup.links` tells each URL once, at its first place on the page; that may be another
    object or a menu, so the references are looked up as they are written.
    """

    def __init__(self, tree: TagTree, stated: Stated | None = None) -> None:
        self._tag, self._parent = tree.tag, tree.parents
        self._written = written = (stated or stated_of(tree)).references
        self._urls = {written[link[0]]: link[1] for link in tree.links if link[0] in written}
        self._nodes = sorted(written)

    def of(self, span: Stretch) -> list[str]:
        """Distinct URLs of the links inside an object, in document order."""
        first = bisect_left(self._nodes, span.start)
        held = self._targets[first : bisect_left(self._nodes, span.stop, first)]
        return [url for url in dict.fromkeys(held) if url is not None]

    def placed(self, span: Stretch) -> list[tuple[int, str]]:
        """Nodes of the links inside an object with the URLs that they lead to."""
        first = bisect_left(self._nodes, span.start)
        stop = bisect_left(self._nodes, span.stop, first)
        held = zip(self._nodes[first:stop], self._targets[first:stop], strict=True)
        return [(node, url) for node, url in held if url is not None]

    @cached_property
    def _targets(self) -> list[str | None]:
        return [self._urls.get(self._written[node]) for node in self._nodes]

    def around(self, node: int) -> str | None:
        """The URL that a text leads to."""
        tag, parent = self._tag, self._parent
        while node >= 0 and tag[node] != "a":
            node = parent[node]
        return self._urls.get(self._written[node]) if node in self._written else None


def span_links(tree: TagTree, span: Stretch) -> list[str]:
    """Distinct absolute URLs of the links inside an object, in document order."""
    return References(tree).of(span)


class Pictures:
    """Sources of a page's pictures as they are written; one inside the page is none, nor a sign."""

    def __init__(
        self, tree: TagTree, stated: Stated | None = None, signs: Container[int] = ()
    ) -> None:
        self._sources = (stated or stated_of(tree)).pictures
        self._nodes = [node for node in sorted(self._sources) if node not in signs]

    def __len__(self) -> int:
        return len(self._nodes)

    def first(self, span: Stretch) -> str | None:
        """The first picture of an object."""
        at = bisect_left(self._nodes, span.start)
        held = at < len(self._nodes) and self._nodes[at] < span.stop
        return self._sources[self._nodes[at]] if held else None
