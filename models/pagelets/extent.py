"""How far a region reaches beyond its objects, and where several lists are several regions."""

from __future__ import annotations

from dataclasses import dataclass

from .groups import Grouped
from .outline import Floats, Outline
from .segment import Part, items


@dataclass(frozen=True, slots=True)
class ExtentParams:
    """Set by looking; no figure hangs on the exact values."""

    most: int = 3  # lists with a heading of their own that are regions; more are groups of one
    words: int = 12  # of a list's own heading
    cell: int = 3  # words of a column's title


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


def extent(page: Outline, mass: Floats, found: Grouped, params: ExtentParams | None = None) -> Part:
    """The nodes from the heading of the first group, or from the titles of columns, to the last.

    Reading
    -------
    THOR's pagelet is a subtree, and a table's titles and first group heading are in it.

    References
    ----------
    THOR definition 4.
    """
    p = params or ExtentParams()
    start, stop = found.parts[0][0], found.parts[-1][1]
    whole = holder(page, start, stop) if len(found.parts) > 1 else page.parent[start]
    head = found.groups[0]
    if head is not None and whole < head[0] < start:
        start = head[0]
    return _from_titles(page, mass, start, p), stop


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


def _from_titles(page: Outline, mass: Floats, start: int, p: ExtentParams) -> int:
    """The row of column titles above a table's first row: as many cells, all but no words."""
    tag = page.tree.tag
    if tag[start] != "tr":
        return start
    before = _row_before(page, start)
    if before is None:
        return start
    cells = [u for u in items(page, before + 1, page.end[before]) if tag[u] in ("td", "th")]
    n_cells = sum(tag[u] in ("td", "th") for u in items(page, start + 1, page.end[start]))
    titled = all(tag[u] == "th" for u in cells) or not mass[page.end[before]] > mass[before]
    brief = page.words(before, page.end[before]) <= p.cell * len(cells)
    return before if titled and brief and len(cells) > 1 and len(cells) == n_cells else start


def _row_before(page: Outline, start: int) -> int | None:
    """The row before this one in the same table, in a head of the table or beside it."""
    tag, top = page.tree.tag, page.parent[start]
    while top > 0 and tag[top] != "table":
        top = page.parent[top]
    rows = [
        u
        for u in range(top + 1, start)
        if tag[u] == "tr" and page.end[u] <= start and _table_of(page, u) == top
    ]
    return rows[-1] if rows else None


def _table_of(page: Outline, node: int) -> int:
    node = page.parent[node]
    while node > 0 and page.tree.tag[node] != "table":
        node = page.parent[node]
    return node
