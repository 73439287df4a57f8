"""The links of an object, and where inside it they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
import xxhash

from ..tree.tagtree import TagTree


class Anchor(msgspec.Struct, frozen=True, array_like=True):
    """One link of an object.

    Parameters
    ----------
    place
        Of the link in the object, and of the object on the page: all objects of a list have their
        links at the same places, and so has the same list on another page.
    url
        Absolute.
    text
        What it says; empty for a picture.
    """

    place: int
    url: str
    text: str = ""


def anchors_of(
    tree: TagTree, spans: Sequence[tuple[int, int]], links: Sequence[Iterable[tuple[int, str]]]
) -> list[list[Anchor]]:
    """The links of each object of a page, in page order.

    Parameters
    ----------
    tree
        The page.
    spans
        Nodes [start, stop) of its objects.
    links
        Of each object the nodes of its links, and the URLs that they lead to.

    Reading
    -------
    A place is the tags from the object's parent down to the link, the rank among equals inside the
    object, and the parent's own place on the site. Classes inside an object may be its data, so
    they are left out.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> tree = parse(b"<ul><li><a href=/1>one</a> <a href=/by/5>Eve</a><li><a href=/2>two</a></ul>")
    >>> items = [(u, int(tree.end[u])) for u in range(tree.n) if tree.tag[u] == "li"]
    >>> nodes = [[u for u in range(a, b) if tree.tag[u] == "a"] for a, b in items]
    >>> found = anchors_of(tree, items, [[(u, f"http://a.org/{u}") for u in us] for us in nodes])
    >>> [anchor.text for row in found for anchor in row]
    ['one', 'Eve', 'two']
    >>> found[0][0].place == found[1][0].place != found[0][1].place
    True
    """
    held = [list(row) for row in links]
    nodes = [node for row in held for node, _ in row]
    texts = iter(tree.visibles([(node, int(tree.end[node])) for node in nodes]))
    out: list[list[Anchor]] = []
    for (start, _), row in zip(spans, held, strict=True):
        parent, around = tree.parents[start], place_around(tree, start)
        met: Counter[str] = Counter()
        anchors = []
        for node, url in row:
            path = _path(tree, node, parent)
            place = xxhash.xxh3_64_intdigest(f"{around} {path} {met[path]}".encode()) >> 1
            met[path] += 1
            anchors.append(Anchor(place, url, next(texts)))
        out.append(anchors)
    return out


def place_around(tree: TagTree, start: int) -> int:
    """The place of the element that holds an object which begins at this node."""
    parent = tree.parents[start]
    return int(tree.key[parent]) if parent >= 0 else 0


def _path(tree: TagTree, node: int, stop: int) -> str:
    steps = []
    while node > stop >= 0 or (stop < 0 <= node):
        steps.append(tree.tag[node])
        node = tree.parents[node]
    return "/".join(reversed(steps))
