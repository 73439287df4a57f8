"""A page that the frame of its site leads to: no record's own, so a list at a known place."""

from __future__ import annotations

from ..content.site_pages import is_site_page, links_to_itself
from ..content.text_weights import string_weights
from ..lists.known_lists import nodes_at, trim_to_core
from .reader import Reader
from .result import PageletReading


def leads_here(reader: Reader, url: str) -> bool:
    """Whether nothing was asked and the frame of the site leads to a page; what rotates is none."""
    if nodes_at(reader.page, reader.model.pinned):
        return False
    if reader.query or reader.model.n_pages < 2 or not links_to_itself(reader.tree, url):
        return False
    stays = string_weights(reader.tree, reader.model, reader.query, reader.params.weights)
    return is_site_page(reader.tree, stays, url)


def listed_only(reader: Reader) -> PageletReading:
    """The reading of such a page: a list at a known place, or nothing.

    What stands between its records may part them otherwise than where it was learned.
    """
    found = reader.known_list(reader.params.stands_known)
    reader.why["the site's frame leads here"] = 1
    if found is not None:
        reader.stood(found)
        return reader.listed([found.parts])
    best = reader.listed_run()
    if best is None:
        return reader.nothing("known lists here", 0)
    reader.why["a run at the place of a known list, its share"] = best.features.mass
    return reader.listed([trim_to_core(reader.page, best.parts, best.key, reader.model)])
