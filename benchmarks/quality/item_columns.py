"""Columns of detail pages: the best column for each attribute of `swde`.

python -m benchmarks.quality item_columns

Of each site all pages as one kind. For each attribute the column of greatest F1 against its values:
`any` asks that the column holds a value of the page, `strict` that it is the page's only text
there. Beside it what a table of tag-and-class paths has, which needs no learning, and the fields of
the objects that reading gives.
"""

from __future__ import annotations

import html
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from statistics import fmean
from typing import NamedTuple

from upwell.models.site import SavedPage, analyse
from upwell.models.templates import KindTable, Placed, learn_slots, page_row, page_texts
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

from .datasets import Page, pages, unpacked
from .figures import Figure, show

_WORDS = re.compile(r"\w+")
QUICK_SITES, QUICK_PAGES = 4, 5

Columns = Mapping[object, Sequence[str]]  # the texts of a page in each of its columns
Values = Mapping[str, set[str]]  # of a page, by attribute


class Best(NamedTuple):
    """F1 of the best column of an attribute."""

    any: float
    strict: float


def measure(quick: bool = False) -> list[Figure]:
    """Mean over all attributes of all sites: slots, class paths, and what reading gives."""
    root = unpacked("swde")
    if root is None:
        return []
    found: dict[str, list[Best]] = defaultdict(list)
    for number, (_, group) in enumerate(groupby(pages(root), key=lambda page: page.site)):
        if quick and number % QUICK_SITES:
            continue
        held = list(group)[:: QUICK_PAGES if quick else 1]
        trees = [parse(page.body) for page in held]
        truth = [_values(page) for page in held]
        for name, columns in (
            ("slots", slots_of(trees)),
            ("class path", [_by_place(tree) for tree in trees]),
            ("fields as read", _fields(held, trees)),
        ):
            found[name] += best_columns(truth, columns)
    figures = []
    floors = {"slots": (None, None) if quick else (0.97, 0.94)}
    for name, sketch in (("slots", 0.965), ("class path", 0.949), ("fields as read", 0.309)):
        floor = floors.get(name, (None, None))
        any_, strict = (fmean(one) for one in zip(*found[name], strict=True))
        figures.append(Figure(f"best column on swde, {name}, any", any_, sketch, floor[0]))
        figures.append(Figure(f"best column on swde, {name}, strict", strict, None, floor[1]))
    return figures


def best_columns(truth: Sequence[Values], columns: Sequence[Columns]) -> Iterator[Best]:
    """For each attribute F1 of the column that tells it best, over all pages."""
    on = Counter(name for page in columns for name in page)
    for attribute in sorted({name for page in truth for name in page}):
        holding, alone, n = Counter[object](), Counter[object](), 0
        for values, page in zip(truth, columns, strict=True):
            if attribute not in values:
                continue
            n += 1
            for name, texts in page.items():
                right = sum(text in values[attribute] for text in texts)
                holding[name] += right > 0
                alone[name] += right == 1 == len(texts)
        yield Best(*(_best_f1(hits, on, n) for hits in (holding, alone)))


def _best_f1(hits: Counter[object], on: Counter[object], n: int) -> float:
    """2 x right / (pages with the attribute + pages with the column), of the best column."""
    return max((2 * right / (n + on[name]) for name, right in hits.items()), default=0.0)


def slots_of(trees: Sequence[TagTree]) -> list[dict[object, list[str]]]:
    """The columns of pages of one kind, from its slots."""
    table = KindTable()
    for number, tree in enumerate(trees):
        table.fold(str(number), page_row(tree))
    slots = learn_slots(table.texts, table.params)
    out = []
    for tree in trees:
        nodes, texts = page_texts(tree)
        placed = Placed(texts, slots, table.params)
        columns: dict[object, list[str]] = defaultdict(list)
        for node, slot in zip(nodes.tolist(), placed.slot.tolist(), strict=True):
            if slot:
                columns[slot].append(said(tree.text[node]))
        out.append(columns)
    return out


def _by_place(tree: TagTree) -> dict[object, list[str]]:
    columns: dict[object, list[str]] = defaultdict(list)
    for place, text in zip(tree.key.tolist(), tree.text, strict=True):
        if text is not None and said(text):
            columns[place].append(said(text))
    return columns


def _fields(held: Sequence[Page], trees: Sequence[TagTree]) -> list[dict[object, list[str]]]:
    saved = [SavedPage(page.name, tree) for page, tree in zip(held, trees, strict=True)]
    out = []
    for reading in analyse(saved):
        columns: dict[object, list[str]] = defaultdict(list)
        for one in reading.objects:
            for name, text in one.fields.items():
                columns[name].append(said(text))
        out.append(columns)
    return out


def _values(page: Page) -> dict[str, set[str]]:
    found = {
        name: {said(value) for value in values} - {""}
        for name, values in page.truth.get("values", {}).items()
    }
    return {name: values for name, values in found.items() if values}


def said(text: str | None) -> str:
    """The words of a text, as values are compared."""
    return " ".join(_WORDS.findall(html.unescape(text or "").lower()))


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
