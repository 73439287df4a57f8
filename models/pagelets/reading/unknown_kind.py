"""Reading a page of a kind that the site has not shown before, or not for sure."""

from __future__ import annotations

import msgspec

from upwell.models.tree.tagtree import TagTree

from ..content.related_searches import asked_by, asking_links, encoding_of_links
from ..content.text_weights import text_weights
from ..model import NOTHING_KNOWN, PageletModel
from .params import ReadParams
from .reader import Reader
from .result import PageletReading
from .site_page import leads_here, listed_only


def read_unsettled(
    tree: TagTree, model: PageletModel, query: str | None = None, url: str = "", fits: bool = False
) -> PageletReading:
    """Pagelets and objects of a page whose kind is in question.

    Parameters
    ----------
    tree
        The page.
    model
        What the site has taught.
    query
        The query it answers; None: none is known.
    url
        Where the page is from.
    fits
        It may be of a known kind; else the lists of other kinds say nothing about it, and it is
        read by itself, without what the site's frame has.

    Reading
    -------
    THOR clusters before it reads, so its pages are always of a known kind. In a stream the first
    pages without a match come before anything is known of their kind, and most of what they say
    holds the query. The site's own search, whose address states the query, answers with the lists
    it is known for; where it shows none, it has said that there is nothing, until its kind is
    known.

    References
    ----------
    THOR V-E, VI-C.
    """
    lists = asked_by(url, query, encoding_of_links(tree)) and bool(model.lists)
    reader = (Listed if lists else Reader)(tree, model, query)
    if leads_here(reader, url):
        return listed_only(reader)
    if fits or (lists and reader.known()):
        return reader.reading()
    alone = Stranger(tree, model, query).reading()
    if lists and not _is_new_list(tree, model, alone, query):
        return reader.reading()
    return alone


def _is_new_list(
    tree: TagTree, model: PageletModel, reading: PageletReading, query: str | None
) -> bool:
    """Whether a page shows a list of its own.

    A box that other pages have too would have their votes, and one that asks on, or narrows what
    was asked, answers nothing.
    """
    starts = {int(tree.place[span.start]) for span in reading.objects}
    asking = {node for node, _ in asking_links(tree, query)}
    encoding = encoding_of_links(tree)
    asking |= {
        node
        for node, attributes in tree.stated.items()
        if tree.tag[node] == "a" and asked_by(attributes.get("href") or "", query, encoding)
    }
    n_asking = sum(any(a <= node < b for node in asking) for a, b, *_ in reading.objects)
    return (
        len(reading.objects) >= ReadParams().parts
        and starts.isdisjoint(one.key for one in model.known)
        and 2 * n_asking <= len(reading.objects)
    )


class Stranger(Reader):
    """Reads a page of an unknown kind by itself: of its site it knows what all kinds have."""

    def __init__(self, tree: TagTree, site: PageletModel, query: str | None = None) -> None:
        nothing = msgspec.structs.replace(NOTHING_KNOWN, acting=site.acting)
        nothing = nothing.with_regions(site.pinned, site.refused)
        super().__init__(tree, nothing, query, weights=text_weights(tree, site, query))


class Listed(Reader):
    """Reads a page that shows a list or nothing."""

    def cut(self) -> PageletReading:
        """No region that merely changes is an answer."""
        return self.nothing("lists on a page of the site's own search", 0)
