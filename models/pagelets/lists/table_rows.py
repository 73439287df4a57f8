"""Rows of tables that are no records: titles of columns, and headings over all columns."""

from __future__ import annotations

from collections.abc import Sequence

from ..page.outline import Outline
from ..params import TITLE
from .segment import Part, items

_CELLS = ("td", "th")


def cells(page: Outline, row: int) -> list[int]:
    """The cells of a row; none of what is no row."""
    if page.tree.tag[row] != "tr":
        return []
    return [u for u in items(page, row + 1, page.end[row]) if page.tree.tag[u] in _CELLS]


def row_before(page: Outline, row: int) -> int | None:
    """The row before this one in the same table, in another body of it too."""
    tag, table = page.tree.tag, _table_of(page, row)
    for u in range(row - 1, table, -1):
        if tag[u] == "tr" and page.end[u] <= row and _table_of(page, u) == table:
            return u
    return None


def heading_row(page: Outline, first: int, most_words: int) -> Part | None:
    """A row of one cell directly above a row of several: the heading of what is below it."""
    if len(cells(page, first)) < 2:
        return None
    above = row_before(page, first)
    if above is None or len(cells(page, above)) != 1:
        return None
    stop = page.end[above]
    linked = page.link_sums[stop] > page.link_sums[above]
    return (above, stop) if 0 < page.words(above, stop) <= most_words and not linked else None


def title_row(page: Outline, mass: Sequence[float], first: int, below: int) -> int | None:
    """The row of column titles above `below`, for a table whose first record is `first`.

    Parameters
    ----------
    page
        The page.
    mass
        Prefix sums of what counts: titles are header cells, or say the same on every page.
    first
        First row of the first record.
    below
        The same, or the heading over it.
    """
    n_cells = len(cells(page, first))
    above = row_before(page, below) if n_cells > 1 and page.tree.tag[below] == "tr" else None
    if above is None or len(cells(page, above)) != n_cells:
        return None
    stop = page.end[above]
    brief = page.words(above, stop) <= TITLE * n_cells
    return above if brief and (is_titles(page, above) or not mass[stop] > mass[above]) else None


def is_titles(page: Outline, row: int) -> bool:
    """Whether all cells of a row are header cells."""
    held = cells(page, row)
    return bool(held) and all(page.tree.tag[u] == "th" for u in held)


def _table_of(page: Outline, node: int) -> int:
    node = page.parent[node]
    while node > 0 and page.tree.tag[node] != "table":
        node = page.parent[node]
    return node
