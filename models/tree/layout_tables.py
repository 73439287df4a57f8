"""Pages laid out by tables: what stands side by side there is at different places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from .tagtree import TagTree

_CELLS = ("td", "th")
_STEP = 0x9E3779B97F4A7C1
_MASK = np.int64(0x7FFFFFFFFFFFFFFF)


def places(tree: TagTree) -> NDArray[np.int64]:
    """The place of each node: its key, told apart by the columns of tables that lay out the page.

    Reading
    -------
    A path names the tags from the root, and in pages made of tables every box has the same: an
    advertisement beside the answer stands where records stand. A row lays out the page when it
    is the only one of its width in its table and two of its cells hold tables. Rows of records
    come again, and the row of a single one holds its own table beside a number or a picture.

    Examples
    --------
    >>> from .parse import parse
    >>> page = "<table><tr><td>{0}<td>{0}</table>".format("<table><tr><td>box</table>")
    >>> at = places(parse(page.encode()))
    >>> one, two = np.flatnonzero([text is not None for text in parse(page.encode()).text])
    >>> bool(at[one] == at[two])
    False
    """
    tables = tree.tagged("table")
    if len(tables) < 2:
        return tree.key
    shift = np.zeros(tree.n + 1, np.int64)
    with np.errstate(over="ignore"):  # sums of marks wrap around, as keys do
        for cells in _laid_out(tree, tables):
            for i, cell in enumerate(cells[1:], 1):
                mark = (i * _STEP ^ int(tree.depth[cell]) << 40) & int(_MASK)
                shift[cell] += mark
                shift[tree.end[cell]] -= mark
    if not shift.any():
        return tree.key
    return (tree.key + np.cumsum(shift[:-1])) & _MASK


def _laid_out(tree: TagTree, tables: list[int]) -> Iterator[list[int]]:
    """The cells of each row that lays out the page."""
    holding = {cell for table in tables if (cell := _cell_of(tree, table)) >= 0}
    rows = Counter(int(tree.parent[cell]) for cell in holding)
    for row in sorted(row for row, n in rows.items() if n > 1):
        cells = _children(tree, row, _CELLS)
        others = _children(tree, int(tree.parent[row]), ("tr",))
        widths = [len(_children(tree, other, _CELLS)) for other in others]
        if widths.count(len(cells)) == 1:
            yield cells


def _cell_of(tree: TagTree, node: int) -> int:
    """The cell that holds a table; below zero where none does."""
    node = int(tree.parent[node])
    while node >= 0 and tree.tag[node] not in _CELLS:
        node = int(tree.parent[node])
    return node


def _children(tree: TagTree, parent: int, tags: tuple[str, ...]) -> list[int]:
    out, node, stop = [], parent + 1, int(tree.end[parent])
    while node < stop:
        if tree.tag[node] in tags:
            out.append(node)
        node = int(tree.end[node])
    return out
