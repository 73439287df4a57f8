"""Cells of a table that say their value by a sign: a tick, a cross, a flag."""

from __future__ import annotations

from collections.abc import Mapping

from upwell.models.tree.tagtree import TagTree

from .table_heads import Head

_ACTS = frozenset(("a", "button"))


def cell_signs(tree: TagTree, heads: Mapping[int, Head]) -> dict[int, tuple[str, str]]:
    """The signs of a page's tables, by node: the head of their column and what they say.

    Parameters
    ----------
    heads
        By cell.

    Reading
    -------
    What a picture says in place of a text is a value where it stands in a cell without a text. A
    sign says it of many rows, a picture of a thing of one: at most half of the cells of a column
    have another one each. What one can press says what it does, and nothing of the row.

    Examples
    --------
    >>> from upwell.models.pagelets.page.table_heads import table_heads
    >>> from upwell.models.tree.parse import parse
    >>> rows = "".join(f"<tr><td>No {n}<td><img src=t.png alt=Yes>" for n in (1, 2))
    >>> tree = parse(f"<table><tr><th>Name<th>Sold{rows}</table>".encode())
    >>> list(cell_signs(tree, table_heads(tree)).values())
    [('Sold', 'Yes'), ('Sold', 'Yes')]
    """
    columns: dict[int, list[tuple[int, Head, tuple[str, str]]]] = {}  # by mark
    for node, attributes in tree.stated.items() if heads else ():
        said = attributes.get("alt") or attributes.get("aria-label") or ""
        head = _head(tree, heads, node) if said.strip() else None
        if head is not None:
            shown = (attributes.get("src") or "", " ".join(said.split()))
            columns.setdefault(head.mark, []).append((node, head, shown))
    return {
        node: (head.text, said)
        for found in columns.values()
        if 2 * len({shown for _, _, shown in found}) <= len(found)
        for node, head, (_, said) in found
    }


def _head(tree: TagTree, heads: Mapping[int, Head], node: int) -> Head | None:
    """The head of the cell that has an element and no text; None: what it is in acts, or speaks."""
    at = node
    while at >= 0 and at not in heads:
        if tree.tag[at] in _ACTS or tree.tag[at] == "table":
            return None
        at = tree.parents[at]
    return heads[at] if at >= 0 and not tree.visible(at, tree.ends[at]) else None
