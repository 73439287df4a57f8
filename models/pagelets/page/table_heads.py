"""The heads of a table's columns, by cell."""

from __future__ import annotations

import re
from typing import NamedTuple
from zlib import crc32

from upwell.models.tree.tagtree import TagTree

_CELLS = frozenset(("td", "th"))
_COUNT = re.compile(r"\s*[(\[]\d+[)\]]$")
_NOT_SAID = re.compile(r"[\W\d_]+")
_WIDEST = 64  # columns that one cell may span
_MARK = 1 << 20  # marks are no numbers of cells


class Head(NamedTuple):
    """The head of a column: its text without a count, and a hash of it."""

    text: str
    mark: int


def table_heads(tree: TagTree) -> dict[int, Head]:
    """Heads by cell, of the tables whose first row has nothing but heads.

    The same columns stand in another order, or some of them alone, in another view of a table.
    Counts in a head change with the page, and marks of its order, so they are not of the mark; two
    columns of one head are told apart by their order.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> html = b"<table><tr><th>Town (2)<th>On<tr><td>Bray<td>3 May<tr><td colspan=2>June</table>"
    >>> [head.text for head in table_heads(parse(html)).values()]
    ['Town', 'On', 'Town']
    """
    if not tree.tagged("th"):
        return {}
    heads: dict[int, list[Head]] = {}  # by table; empty: it has none
    out: dict[int, Head] = {}
    for row in map(int, tree.tagged("tr")):
        table = _table_of(tree, row)
        cells = _cells(tree, row)
        if table not in heads:
            heads[table] = _heads(tree, cells)
            continue
        at = 0
        for cell, width in cells if heads[table] else ():
            if at < len(heads[table]):
                out[cell] = heads[table][at]
            at += width
    return out


def head_spans(tree: TagTree) -> list[tuple[int, int]]:
    """The rows of heads, each as the nodes from and to which it goes.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> len(head_spans(parse(b"<table><tr><th>Town<th>On<tr><td>Bray<td>3 May</table>")))
    1
    """
    if not tree.tagged("th"):
        return []
    first: dict[int, int] = {}  # by table
    for row in map(int, tree.tagged("tr")):
        first.setdefault(_table_of(tree, row), row)
    return [(row, tree.ends[row]) for row in first.values() if _heads(tree, _cells(tree, row))]


def _heads(tree: TagTree, cells: list[tuple[int, int]]) -> list[Head]:
    """The heads of a table by its first row; none where that has other cells, or one alone."""
    if len(cells) < 2 or any(
        tree.tag[cell] == "td" or _span(tree, cell, "row") for cell, _ in cells
    ):
        return []
    out: list[Head] = []
    counts: dict[str, int] = {}
    for cell, width in cells:
        text = _COUNT.sub("", tree.visible(cell, tree.ends[cell]))
        said = _NOT_SAID.sub(" ", text.lower()).strip()
        for _ in range(width):
            counts[said] = counts.get(said, 0) + 1
            mark = crc32(f"{said} {counts[said]}".encode("utf-8", "replace")) if said else len(out)
            out.append(Head(text, _MARK + mark))
    return out


def _cells(tree: TagTree, row: int) -> list[tuple[int, int]]:
    """The cells of a row, and how many columns each takes."""
    out, node = [], row + 1
    while node < tree.ends[row]:
        if tree.tag[node] in _CELLS:
            out.append((node, max(1, _span(tree, node, "col"))))
        node = tree.ends[node]
    return out


def _span(tree: TagTree, cell: int, what: str) -> int:
    said = (tree.stated.get(cell) or {}).get(f"{what}span") or ""
    return min(int(said), _WIDEST) if said.isascii() and said.isdigit() and said != "1" else 0


def _table_of(tree: TagTree, row: int) -> int:
    at = tree.parents[row]
    while at >= 0 and tree.tag[at] != "table":
        at = tree.parents[at]
    return at
