"""Links that nobody opens who only looks around."""

from __future__ import annotations

from upwell.models.tree.tagtree import Link, TagTree

from .acting import acts, is_private


def is_left_alone(link: Link, page: str = "") -> bool:
    """Whether a link of a page does something, leads to pages of a person, or asks not to be
    followed.

    Examples
    --------
    >>> [is_left_alone(Link(0, "http://a.example" + path, "")) for path in ("/cart/add", "/books")]
    [True, False]
    """
    return "nofollow" in link.rel.lower().split() or acts(link.url) or is_private(link.url, page)


def signs(tree: TagTree) -> frozenset[str]:
    """URLs of links that say a sign and no word anywhere on the page: a cross, a pen, three dots.

    Reading
    -------
    What is done to a lone record has no other beside it that would tell. A picture without text
    may be what leads to the record.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> page = "<a href=/x/1>\u00d7</a> <a href=/b>\u00bb</a> <a href=/b>Books</a>"
    >>> sorted(signs(parse(page.encode(), url="http://a.example/")))
    ['http://a.example/x/1']
    """
    found = {link.node: link.url for link in tree.links if link.text and not _has_words(link.text)}
    if not found:
        return frozenset()
    hrefs = {node: tree.stated[node].get("href") for node in found}
    worded = {
        stated["href"]
        for node, stated in tree.stated.items()
        if "href" in stated and _has_words(tree.visible(node, tree.ends[node]))
    }
    return frozenset(url for node, url in found.items() if hrefs[node] not in worded)


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))
