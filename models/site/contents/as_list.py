"""Pages that lead on: the entries of a table of contents as the objects of its page."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from ...pagelets import PageletReading
from ...pagelets.reading.result import Region, Span, holder
from ...tree.tagtree import TagTree
from ..reading import LED_BY
from .model import ContentsModel
from .page_links import form_of
from .reading import Contents


def by_contents(
    tree: TagTree,
    found: PageletReading,
    model: ContentsModel,
    kind: int,
    tables: Sequence[Contents],
    is_list: bool,
) -> PageletReading:
    """The reading of a browsed page, its table of contents in place of the search's objects.

    A list that leads to pages of other kinds, as was seen of its kind, stands, and is no menu.
    """
    if model.leads_on(kind) and not (is_list and len(found.objects) > 1):
        found = _as_contents(tree, found, tables)
    if LED_BY not in found.why and not is_list and _leads_to_contents(tree, found, model):
        why: dict[str, float] = {"a menu of contents": len(found.objects)}
        found = PageletReading([], [], found.empty, why=why)
    return found


def _as_contents(
    tree: TagTree, found: PageletReading, tables: Sequence[Contents]
) -> PageletReading:
    """Read a page of links to contents as a list, where the search sees no list of them.

    Parameters
    ----------
    tree, found
        The page, and what the search found on it.
    tables
        Its tables of contents; of several that with most entries holds its objects.

    Reading
    -------
    A list that the search finds is not silenced: the page stays with it where its objects, two or
    more, are the entries, or where there are fewer entries than make a table.
    """
    own = [table for table in tables if table.on_hubs]
    best = max(own, key=lambda table: len(table.entries), default=None)
    if best is None:
        return found
    held = sum(any(one.start <= e.start < one.stop for one in found.objects) for e in best.entries)
    why: dict[str, float] = {LED_BY: len(best.entries), "lead on": best.sure}
    if len(found.objects) > 1:
        if 2 * held >= len(best.entries):
            return replace(found, why={**found.why, **why})
        if not best.is_table:
            return found
    first, last = best.entries[0], best.entries[-1]
    around = holder(tree, first.start, last.stop)
    region = Region(around, int(tree.end[around]), 1.0)
    spans = [Span(one.start, one.stop, 0) for one in best.entries]
    return PageletReading([region], spans, False, "template", why)


def _leads_to_contents(tree: TagTree, found: PageletReading, model: ContentsModel) -> bool:
    """Whether most objects that the search found are a menu of tables of contents.

    Reading
    -------
    A list of sections, of issues, of months: each says nothing but where it leads, and leads to a
    page that leads on. What says more of itself is told, wherever it leads.
    """
    starts = [link.node for link in tree.links]
    n_menu = 0
    for one in found.objects if model.hubs else ():
        at = bisect_left(starts, one.start)
        link = tree.links[at] if at < len(starts) and starts[at] < one.stop else None
        if link is not None and form_of(link.url) in model.hubs:
            n_menu += tree.visible(one.start, one.stop) == link.text
    return 2 * n_menu > len(found.objects)
