"""Columns and regions of detail pages: the best column for each attribute of `swde`.

python -m benchmarks.quality item_columns

Of each site all pages as one kind. For each attribute the column of greatest F1 against its values:
`any` asks that the column holds a value of the page, `strict` that it is the page's only text
there. Beside it what a table of tag-and-class paths has, which needs no learning, and the fields of
the objects that reading gives. Then the values in the first region, its size, the regions a page,
and the sites whose first region holds fewer than .8 of the values.
"""

from __future__ import annotations

import html
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from statistics import fmean
from typing import NamedTuple

from upwell.models.site import Reading, SavedPage, analyse
from upwell.models.templates import (
    Item,
    KindTable,
    Placed,
    learn_slots,
    learn_template,
    page_row,
    page_texts,
    read_item,
)
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

from ..datasets import Page, pages, unpacked
from ..figures import Figure, show

_WORDS = re.compile(r"\w+")
_OPAQUE = re.compile(r"<(script|style)\b.*?</\1\s*>|<!--.*?-->", re.S | re.I)
_TAG = re.compile(r"<[^>]*>", re.S)
QUICK_SITES, QUICK_PAGES = 4, 5
LEAST = 0.8  # of the values, that the first region of a site should hold

Columns = Mapping[object, Sequence[str]]  # the texts of a page in each of its columns
Values = Mapping[str, set[str]]  # of a page, by attribute


class Best(NamedTuple):
    """F1 of the best column of an attribute."""

    any: float
    strict: float


class Regions(NamedTuple):
    """Of a site: values in the first region, its share of the page's words, regions a page."""

    recall: float
    size: float
    n: float


def measure(quick: bool = False) -> list[Figure]:
    """Mean over all attributes of all sites: slots, class paths, and what reading gives."""
    root = unpacked("swde")
    if root is None:
        return []
    columns: dict[str, list[Best]] = defaultdict(list)
    regions: dict[str, list[Regions]] = defaultdict(list)
    for number, (_, group) in enumerate(groupby(pages(root), key=lambda page: page.site)):
        if quick and number % QUICK_SITES:
            continue
        held = list(group)[:: QUICK_PAGES if quick else 1]
        trees = [parse(page.body) for page in held]
        truth = [_values(page) for page in held]
        items = items_of(trees)
        read = _read(held, trees)
        for name, found in (
            ("slots", slots_of(trees)),
            ("slots, as fields", [_fields([item.fields] if item else []) for item in items]),
            ("class path", [_by_place(tree) for tree in trees]),
            ("fields as read", [_fields([o.fields for o in one.objects]) for one in read]),
        ):
            columns[name] += best_columns(truth, found)
        stretches = [[t.visible(*i.values)] if i else [] for t, i in zip(trees, items, strict=True)]
        regions["slots"].append(_regions(held, stretches))
        shown = [[p.text for p in one.pagelets if p.role != "article"] for one in read]
        regions["as read"].append(_regions(held, shown))
    return [*_column_figures(columns, quick), *_region_figures(regions, quick)]


def _column_figures(columns: Mapping[str, Sequence[Best]], quick: bool) -> Iterator[Figure]:
    floors = {"slots": (0.97, 0.94), "slots, as fields": (0.95, None)}
    sketches = {
        "slots": (0.965, 0.946),
        "class path": (0.949, None),
        "fields as read": (0.31, 0.30),
    }
    for name, found in columns.items():
        sketch = sketches.get(name, (None, None))
        floor = (None, None) if quick else floors.get(name, (None, None))
        any_, strict = (fmean(one) for one in zip(*found, strict=True))
        yield Figure(f"best column on swde, {name}, any", any_, sketch[0], floor[0])
        yield Figure(f"best column on swde, {name}, strict", strict, sketch[1], floor[1])


def _region_figures(regions: Mapping[str, Sequence[Regions]], quick: bool) -> Iterator[Figure]:
    floors = {"slots": (0.95, 0.40)}
    sketches = {"slots": (0.939, 0.362, 1.6), "as read": (0.399, 0.291, 10.5)}
    for name, found in regions.items():
        recall, size, n = (fmean(one) for one in zip(*found, strict=True))
        least, most = (None, None) if quick else floors.get(name, (None, None))
        title, sketch = f"first region on swde, {name}", sketches[name]
        yield Figure(f"{title}, values", recall, sketch[0], least)
        yield Figure(f"{title}, size", size, sketch[1], most, "lower")
        yield Figure(f"{title}, regions a page", n, sketch[2], None, "lower")
        short = sum(one.recall < LEAST for one in found)
        yield Figure(f"{title}, sites below {LEAST}", short, None, None, "lower")


def _regions(held: Sequence[Page], shown: Sequence[Sequence[str]]) -> Regions:
    recalls, sizes = [], []
    for page, regions in zip(held, shown, strict=True):
        first = f" {said(regions[0] if regions else '')} "
        values = {value for found in _values(page).values() for value in found}
        if values:
            recalls.append(fmean(f" {value} " in first for value in values))
        n_words = len(said(text_of(page.body)).split())
        sizes.append(len(first.split()) / max(1, n_words))
    return Regions(fmean(recalls), fmean(sizes), fmean(map(len, shown)))


def text_of(body: bytes) -> str:
    """All that a page says, its markup left out, as the set's own script counts it."""
    text = _OPAQUE.sub(" ", body.decode("utf-8", "replace"))
    return _TAG.sub(" ", text)


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


def items_of(trees: Sequence[TagTree]) -> list[Item | None]:
    """Pages of one kind as pages about one thing each."""
    table = KindTable()
    for number, tree in enumerate(trees):
        table.fold(str(number), page_row(tree))
    template = learn_template(table)
    return [read_item(tree, template) for tree in trees]


def _read(held: Sequence[Page], trees: Sequence[TagTree]) -> list[Reading]:
    return analyse([SavedPage(page.name, tree) for page, tree in zip(held, trees, strict=True)])


def _fields(objects: Sequence[Mapping[str, str]]) -> dict[object, list[str]]:
    columns: dict[object, list[str]] = defaultdict(list)
    for fields in objects:
        for name, text in fields.items():
            columns[name].append(said(text))
    return columns


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
