"""Pages that the frame of their site leads to: about, help, terms; they answer nothing."""

from __future__ import annotations

from upwell.models.tree.tagtree import TagTree

from ..page.outline import Floats


def is_site_page(tree: TagTree, weights: Floats, url: str) -> bool:
    """Whether what all pages say leads to this very page.

    Parameters
    ----------
    tree
        The page.
    weights
        Of its nodes: below 0 what stays from page to page. A box that rotates does not, and
        leads to records.
    url
        Where the page is from; empty: nothing leads to it.

    Reading
    -------
    THOR's pages are all answers, and static ones are left to the clustering. Nobody asked for
    these, yet their text is new and their template may be that of records: who links to them
    tells. A record is found in answers, a static page by a link that stands on every page.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> import numpy as np
    >>> page = b"<a href=/help>Help</a><p>Type one word"
    >>> tree = parse(page, url="http://a.example/help")
    >>> stays = np.where(tree.linked > 0, -0.25, 1.0) * tree.words
    >>> is_site_page(tree, stays, "http://a.example/help#top")
    True
    >>> is_site_page(tree, -stays, "http://a.example/help")
    False

    References
    ----------
    THOR VIII-B.
    """
    end = tree.end
    return any((weights[node : end[node]] < 0).any() for node in links_to_itself(tree, url))


def links_to_itself(tree: TagTree, url: str) -> list[int]:
    """The links of a page that lead to where it is."""
    own = url.partition("#")[0]
    return [link.node for link in tree.links if link.url == own] if own else []
