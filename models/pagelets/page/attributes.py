"""What the attributes of a page's elements say, found in one pass: references, pictures, data."""

from __future__ import annotations

from typing import NamedTuple

from upwell.models.tree.tagtree import TagTree

_LEAD = frozenset(("a", "area"))
SAYING = {"meta": "content", "time": "datetime", "data": "value", "link": "href"}


class Stated(NamedTuple):
    """By node, as written."""

    references: dict[int, str]  # of links, without what names a place on the same page
    pictures: dict[int, str]  # their sources; one inside the page is none
    items: list[int]  # elements whose value is in an attribute, with the name of a property


def stated_of(tree: TagTree) -> Stated:
    """The attributes of a page that reading its objects asks for.

    >>> from upwell.models.tree.parse import parse
    >>> tree = parse(b"<a href='/1#top'>one</a><img src=a.png><meta itemprop=sku content=7>")
    >>> [list(held) for held in stated_of(tree)]
    [[2], [4], [5]]
    """
    tag = tree.tag
    found = Stated({}, {}, [])
    for node, attributes in tree.stated.items():
        href = attributes.get("href")
        if href is not None and tag[node] in _LEAD:
            found.references[node] = href.partition("#")[0].strip()
        source = (attributes.get("src") or "") if tag[node] == "img" else ""
        if source and not source.startswith("data:"):
            found.pictures[node] = source
        if "itemprop" in attributes and tag[node] in SAYING:
            found.items.append(node)
    return found
