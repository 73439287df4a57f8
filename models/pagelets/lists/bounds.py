"""How far a region reaches beyond its objects, and where several lists are several regions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..page.outline import Outline
from .headings import Grouped
from .segment import Part
from .table_rows import title_row


@dataclass(frozen=True, slots=True)
class ExtentParams:
    """Set by looking; no figure hangs on the exact values."""

    most: int = 3  # lists with a heading of their own that are regions; more are groups of one
    words: int = 12  # of a list's own heading


def apart(page: Outline, found: Grouped, params: ExtentParams | None = None) -> list[Grouped]:
    """Two or three lists that each stand in an element of their own, below a heading of their own.

    Parameters
    ----------
    page
        The page.
    found
        The objects of one place, with their headings.

    Reading
    -------
    OBJ recommends two regions of a page. A list with its heading in an element is a region; a
    list in many such sections (A to Z), or with headings among its rows, is one list in groups.

    References
    ----------
    OBJ 4 (several regions).
    """
    p = params or ExtentParams()
    parents = [page.parent[a] for a, _ in found.parts]
    bounds = [i for i in range(len(parents)) if not i or parents[i] != parents[i - 1]]
    if not 1 < len(bounds) <= p.most:
        return [found]
    whole = holder(page, found.parts[0][0], found.parts[-1][1])
    sections = [_child(page, whole, parents[i]) for i in bounds]
    if len(set(sections)) < len(sections):
        return [found]
    for section, i in zip(sections, bounds, strict=True):
        if section is None or not 0 < page.words(section, parents[i]) <= p.words:
            return [found]
    stops = [*bounds[1:], len(parents)]
    return [
        Grouped(found.parts[i:j], found.groups[i:j]) for i, j in zip(bounds, stops, strict=True)
    ]


def extent(
    page: Outline, mass: Sequence[float], found: Grouped, params: ExtentParams | None = None
) -> Part:
    """The nodes from the heading of the first group, or from the titles of columns, to the last.

    Reading
    -------
    THOR's pagelet is a subtree, and a table's titles and first group heading are in it.

    References
    ----------
    THOR definition 4.
    """
    start, stop = found.parts[0][0], found.parts[-1][1]
    head = found.groups[0]
    if head is not None and _inside(page, head, found.parts):
        start = head[0]
    titles = title_row(page, mass, found.parts[0][0], start)
    return (start if titles is None else titles), stop


def _inside(page: Outline, head: Part, parts: list[Part]) -> bool:
    """Whether a heading stands before the first part in the element that holds all parts."""
    start = parts[0][0]
    if page.tree.tag[head[0]] == page.tree.tag[start] == "tr":
        return head[0] < start
    whole = holder(page, start, parts[-1][1]) if len(parts) > 1 else page.parent[start]
    return whole < head[0] < start


def holder(page: Outline, start: int, stop: int) -> int:
    """Smallest node that holds the nodes [start, stop)."""
    node = start
    while page.end[node] < stop:
        node = page.parent[node]
    return node


def _child(page: Outline, above: int, node: int) -> int | None:
    """The child of `above` that holds a node; None where there is none."""
    while node > above and page.parent[node] != above:
        node = page.parent[node]
    return node if node > above else None
