"""Fields of objects: their texts in aligned columns, with the simplest names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ..tree.tagtree import TagTree

_CURRENCY = r"(?:[$€£¥₹₽]|\b(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|Rs|kr|zł)\b\.?)"
_AMOUNT = r"\d{1,3}(?:[.,' \u00a0]?\d{3})*(?:[.,]\d{1,2})?"
_PRICE = re.compile(rf"(?:{_CURRENCY}\s*{_AMOUNT}|{_AMOUNT}\s*{_CURRENCY})", re.I)
_MONTH = r"(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-zä]*\.?"
_DATE = re.compile(
    r"\b(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}"
    rf"|\d{{1,2}}\.?(?:\s+|-){_MONTH}(?:\s+|-)\d{{2,4}}|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}})\b",
    re.I,
)
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())


class Stretch(Protocol):
    """Anything with `start` and `stop`: an object, a pagelet."""

    @property
    def start(self) -> int: ...
    @property
    def stop(self) -> int: ...


@dataclass(frozen=True, slots=True)
class FieldParams:
    """Set by looking at `serp` and `wien`."""

    held: float = 0.2  # share of the objects that have the column
    typed: float = 0.6  # share of its values that look like a price or a date
    label: int = 3  # a value equal in so many objects, and in all that have it, is a label
    longest: int = 60  # letters of a value that can be a price or a date


_Column = tuple[int, int]  # place, and rank among equals inside the object


def fields(
    tree: TagTree, spans: Sequence[Stretch], params: FieldParams | None = None
) -> list[dict[str, str]]:
    """Columns of the objects, one dictionary an object.

    Texts are aligned by their place and their rank among equals inside the object. What is
    equal everywhere is a label and is dropped. Names: `title` (the first linked column, else
    the first heading), `price`, `date`, else f1, f2 ... in page order.

    Reading
    -------
    The papers end at objects; columns by place are the least that a table of them needs.
    """
    p = params or FieldParams()
    rows = [_row(tree, span) for span in spans]
    count = Counter(column for row in rows for column in row)
    kept = []
    for column, n in count.items():
        values = {tree.text[row[column]] for row in rows if column in row}
        is_label = n >= p.label and len(values) == 1
        if n >= max(1, p.held * len(rows)) and not is_label:
            kept.append(column)
    names = _names(tree, rows, kept, p)
    return [
        {names[c]: " ".join((tree.text[u] or "").split()) for c, u in row.items() if c in names}
        for row in rows
    ]


def span_links(tree: TagTree, span: Stretch) -> list[str]:
    """Distinct absolute URLs of the links inside an object, in document order.

    `tree.links` tells each URL once, at its first place on the page; that may be another object
    or a menu, so the references are looked up as they are written.
    """
    url_of = {_reference(tree, link.node): link.url for link in tree.links}
    written = (_reference(tree, node) for node in range(span.start, span.stop))
    return list(dict.fromkeys(url_of[href] for href in written if href in url_of))


def _reference(tree: TagTree, node: int) -> str | None:
    href = (tree.attributes[node] or {}).get("href")
    return None if href is None else href.partition("#")[0].strip()


def _row(tree: TagTree, span: Stretch) -> dict[_Column, int]:
    row: dict[_Column, int] = {}
    rank: Counter[int] = Counter()
    for node in range(span.start, span.stop):
        text = tree.text[node]
        if text is not None:
            place = int(tree.key[node])
            row[place, rank[place]] = node
            rank[place] += 1
    return row


def _names(
    tree: TagTree, rows: list[dict[_Column, int]], columns: list[_Column], p: FieldParams
) -> dict[_Column, str]:
    nodes = {c: [row[c] for row in rows if c in row] for c in columns}
    title = next((c for c in columns if _is_linked(tree, nodes[c])), None)
    if title is None:
        title = next((c for c in columns if _is_heading(tree, nodes[c][0])), None)
    names: dict[_Column, str] = {}
    used: Counter[str] = Counter()
    for column in columns:
        name = "title" if column == title else _type(tree, nodes[column], p)
        used[name] += 1
        if name == "f":
            names[column] = f"f{used[name]}"
        else:
            names[column] = name if used[name] == 1 else f"{name}{used[name]}"
    return names


def _type(tree: TagTree, nodes: list[int], p: FieldParams) -> str:
    values = [(tree.text[u] or "").strip() for u in nodes]
    for name, pattern in (("price", _PRICE), ("date", _DATE)):
        alike = sum(len(v) <= p.longest and bool(pattern.search(v)) for v in values)
        if alike >= p.typed * len(values):
            return name
    return "f"


def _is_linked(tree: TagTree, nodes: list[int]) -> bool:
    return 2 * sum(int(tree.linked[u]) > 0 for u in nodes) > len(nodes)


def _is_heading(tree: TagTree, node: int) -> bool:
    while node >= 0:
        if tree.tag[node] in _HEADINGS:
            return True
        node = int(tree.parent[node])
    return False
