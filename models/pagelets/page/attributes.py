"""What the attributes of a page's elements say, found in one pass: references, pictures, data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from upwell.models.columns.values.ratings import rating
from upwell.models.tree.tagtree import TagTree

_LAZY = ("data-src", "data-original", "data-lazy-src")
_CANDIDATE = re.compile(r"([^\s,]\S*[^\s,])(?:\s+(\d+(?:\.\d+)?)[wx])?\s*(?:,|$)")
_LEAD = frozenset(("a", "area"))
SAYING = {"meta": "content", "time": "datetime", "data": "value", "link": "href"}


class Stated(NamedTuple):
    """The attributes of a page's elements as written, by node."""

    references: dict[int, str]  # of links, without what names a place on the same page
    pictures: dict[int, str]  # their sources; one inside the page is none
    ratings: dict[int, str]  # that an attribute says, for those who cannot see stars
    items: list[int]  # elements whose value is in an attribute, with the name of a property


def stated_of(tree: TagTree) -> Stated:
    """The attributes of a page that reading its objects asks for.

    >>> from upwell.models.tree.parse import parse
    >>> tree = parse(b"<a href='/1#top'>one</a><img src=a.png><meta itemprop=sku content=7>")
    >>> [list(held) for held in stated_of(tree)]
    [[2], [4], [], [5]]
    """
    tag = tree.tag
    found = Stated({}, {}, {}, [])
    for node, attributes in tree.stated.items():
        href = attributes.get("href")
        if href is not None and tag[node] in _LEAD:
            found.references[node] = href.partition("#")[0].strip()
        source = picture_source(attributes) if tag[node] == "img" else ""
        if source:
            found.pictures[node] = source
        said = attributes.get("aria-label") or attributes.get("title") or ""
        if said and rating(said) is not None:
            found.ratings[node] = " ".join(said.split())
        if "itemprop" in attributes and tag[node] in SAYING:
            found.items.append(node)
    return found


def picture_source(attributes: Mapping[str, str]) -> str:
    """Where a picture is from: what a script puts in place of a blank one before its own source.

    >>> picture_source({"src": "/blank.gif", "data-src": "/1.jpg"})
    '/1.jpg'
    >>> picture_source({"src": "data:,", "srcset": "/s.jpg 320w, /l.jpg 640w"})
    '/l.jpg'
    """
    for name in (*_LAZY, "src"):
        source = (attributes.get(name) or "").strip()
        if source and not source.startswith("data:"):
            return source
    return _largest(attributes.get("data-srcset") or attributes.get("srcset") or "")


def _largest(candidates: str) -> str:
    """The widest of the sources of a `srcset`; of equally wide ones the first."""
    found = _CANDIDATE.findall(candidates)
    return max(found, key=lambda one: float(one[1] or 1), default=("", ""))[0]
