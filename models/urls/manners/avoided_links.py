"""Links that a crawler does not open: those that act, are private, or say `nofollow`."""

from __future__ import annotations

from upwell.models.tree.tagtree import Link, TagTree

from .acting import acts, is_private


def is_avoided(link: Link, page: str = "") -> bool:
    """Whether a link of a page acts, leads to a person's own pages, or is marked `nofollow`.

    Examples
    --------
    >>> [is_avoided(Link(0, "http://a.example" + path, "")) for path in ("/cart/add", "/books")]
    [True, False]
    """
    return "nofollow" in link.rel.lower().split() or acts(link.url) or is_private(link.url, page)


def sign_only_links(tree: TagTree) -> frozenset[str]:
    """URLs whose links on a page show a sign and never a word: a cross, a pen, three dots.

    Reading
    -------
    What is done to a lone record has no other beside it that would tell. A picture without text
    may be what leads to the record.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> page = "<a href=/x/1>\u00d7</a> <a href=/b>\u00bb</a> <a href=/b>Books</a>"
    >>> sorted(sign_only_links(parse(page.encode(), url="http://a.example/")))
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
