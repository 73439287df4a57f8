"""Reading a page: its pagelets, best first, and the objects in them. Changes nothing."""

from __future__ import annotations

from upwell.models.tree.tagtree import TagTree

from ..model import NOTHING_KNOWN, PageletModel
from .params import ReadParams
from .reader import Reader
from .result import PageletReading
from .site_page import leads_here, listed_only


def read(
    tree: TagTree,
    model: PageletModel | None = None,
    query: str | None = None,
    entity: bool = False,
    published: bool = True,
    params: ReadParams | None = None,
    url: str = "",
) -> PageletReading:
    """Pagelets and objects of one page.

    Parameters
    ----------
    tree
        The page.
    model
        What the site has taught; None: nothing, the page is read by itself.
    query
        The query it answers; None: what its own search field holds.
    entity
        The page is known to be about one thing, so no list is looked for.
    published
        Places of a published model may take the place of a search; False: always search.
    params
        Thresholds.
    url
        Where the page is from; one that the frame of its site leads to shows a list or nothing.

    Reading
    -------
    THOR chooses the region and partitions it after. Here a list's region is the stretch of its
    best run, and only a page without a list is cut; a crawler knows better than the page
    whether it is one (`entity`).

    References
    ----------
    THOR VI-C; definition 4; OBJ 4 (several regions).
    """
    reader = Reader(tree, model or NOTHING_KNOWN, query, params)
    if not entity and leads_here(reader, url):
        return listed_only(reader)
    return reader.reading(entity, published)
