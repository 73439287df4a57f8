"""What a page says it is: product, forum, article."""

from __future__ import annotations

import re
from typing import NamedTuple

_TYPE = re.compile(rb'"@type"\s*:\s*\[?\s*"([a-z]+)"')
_PRODUCT = (
    b'schema.org/product"',
    b"add to cart",
    b"add-to-cart",
    b"add to bag",
    b"add-to-bag",
    b"add to basket",
    b"add-to-basket",
)
_FORUM = (b"discussionforumposting", b"qapage", b"phpbb", b"vbulletin", b"xenforo", b"discourse")
_ARTICLE = frozenset(
    (
        b"article",
        b"newsarticle",
        b"blogarticle",
        b"blogposting",
        b"newsposting",
        b"posting",
    )
)


class PageKind(NamedTuple):
    """1 for what the page says it is, else 0."""

    product: float
    forum: float
    article: float


def page_kind(body: bytes) -> PageKind:
    """Read types of JSON-LD, og:type and a few literals off the bytes.

    The bytes are lowered once and searched for literals: patterns that ignore case would cost
    as much as five parses.

    Examples
    --------
    >>> page_kind(b'<meta property="og:type" content="article">')
    PageKind(product=0.0, forum=0.0, article=1.0)
    """
    low = body.lower()
    types = set(_TYPE.findall(low))
    at = low.find(b"og:type")
    og = low[at : at + 40] if at >= 0 else b""
    product = b"product" in types or b"product" in og or any(x in low for x in _PRODUCT)
    forum = any(x in low for x in _FORUM)
    article = b"article" in og or bool(types & _ARTICLE)
    return PageKind(float(product), float(forum), float(article))
