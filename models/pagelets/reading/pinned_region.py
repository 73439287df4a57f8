"""Regions that the operator says: what stands at a pinned place is read, what is refused is not."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from ..lists.known_lists import match_list, nodes_at
from ..lists.run import Run
from ..lists.search import find_runs
from ..model import KnownList
from ..page.outline import Floats, Outline, weight_sums
from .result import PageletReading, Region, Span

if TYPE_CHECKING:
    from .reader import Reader

WHY = "pinned region"


def pinned_region(reader: Reader) -> PageletReading | None:
    """The reading at the first pinned place that the page has; None: it has none.

    Several elements at the place are the beginnings of records. One is a record, where the site's
    lists begin there; else it holds the region: the best list inside, or all of it.
    """
    model, page = reader.model, reader.page
    for place in model.pinned:
        nodes = nodes_at(page, (place,))
        if not nodes:
            continue
        reader.why[WHY] = len(nodes)
        reader.route = "template"
        listed = next((one for one in model.known if one.key == place), None)
        known = listed or KnownList(place, 1.0, True, False, (place,), ())
        found = match_list(page, page.word_sums, known)  # also where all pages say the same
        if found is not None:
            return reader.listed([found.parts])
        node = nodes[0]
        if listed is not None:
            return reader.listed([[(node, page.end[node])]])
        return _inside(reader, node)
    return None


def _inside(reader: Reader, node: int) -> PageletReading:
    """The best list in an element, else the element as one record."""
    start, stop = node, reader.page.end[node]
    weights = reader.weights.copy()
    weights[:start] = 0
    weights[stop:] = 0
    best = max(_runs(reader, weights), key=lambda run: run.score, default=None)
    if best is not None and best.score > reader.params.score:
        return reader.listed([best.parts])
    region = Region(start, stop, reader.share(start, stop))
    return PageletReading([region], [Span(start, stop, 0)], False, "template", reader.why)


def _runs(reader: Reader, weights: Floats) -> list[Run]:
    return find_runs(reader.page, weight_sums(weights), reader.params.runs)


def without_refused(page: Outline, weights: Floats, refused: Collection[int]) -> Floats:
    """Weights of the texts of a page, nothing of what stands at a place that is never the region.

    Of a list that begins there nothing but its records: what stands between them is little.
    """
    nodes = nodes_at(page, tuple(refused))
    weights = weights.copy() if nodes else weights
    for node in nodes:
        weights[node : page.end[node]] = 0
    return weights
