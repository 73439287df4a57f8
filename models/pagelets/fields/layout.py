"""How texts of a template are told apart: sentences with emphasis, texts that begin with labels."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from upwell.models.tree.tagtree import INLINE, TEXT

from ..page.sheet import Sheet
from .cells import EMPHASIS, LABELS, Cell, Layout, Stretch, cells, is_label, label_of, tagged_labels

_COLONS = (":", "：")


class LayoutParams(NamedTuple):
    """Set by looking at pages with highlighted titles, at `dl`s and lines of labels."""

    least: int = 3  # texts of a place that are compared
    varied: float = 0.5  # share of distinct texts of a sentence
    alone: int = 3  # words of a sentence that stands once
    told: float = 0.6  # share of a place's texts that begin with a label
    several: int = 2  # by how many items a list of them differs from another
    labels: float = 0.5  # distinct labels for each text that begins with one, at most


def layout_of(
    page: Sheet, spans: Sequence[Stretch], params: LayoutParams | None = None
) -> tuple[Layout, list[list[Cell]], Layout]:
    """The layout of a template by the objects of one page, and their cells under it.

    Reading
    -------
    A site sets off the words of the query in titles: `The <b>grey</b> wolf` is one value. It also
    prints `by <b>Ann Lee</b> in <b>1999</b>`, two values between words that are always the same.
    So a sentence is one value when its own words vary and what stands out in it is no label.
    """
    p = params or LayoutParams()
    found = Layout(
        merged=tuple(sorted(_merged(page, spans, p))),
        values=tuple(sorted(_values(page, spans, p))),
    )
    rows = [cells(page, span, found) for span in spans]
    lists = tuple(sorted(_lists(page, rows, p)))
    layout = found._replace(split=tuple(sorted(_split(page, rows, p))), lists=lists)
    return layout, rows, found


def _merged(page: Sheet, spans: Sequence[Stretch], p: LayoutParams) -> list[int]:
    """Places of sentences with emphasis: their texts are one text."""
    own: dict[int, list[str]] = defaultdict(list)  # place -> the sentences' own words
    leads: dict[int, list[str]] = defaultdict(list)  # what stands out as its first word
    refused = set()
    words: dict[int, str | None] = {}  # by element: its own words
    for node, stop in _emphasised(page, spans):
        parent = page.parent[node]
        place = page.key[parent]
        if place in refused:
            continue
        is_first = parent not in words
        if is_first:
            words[parent] = _own_words(page, parent)
        said = words[parent]
        if said is None:
            refused.add(place)
            continue
        string = page.visible(node, page.end[node])
        if is_label(page, node + 1, string, stop):
            refused.add(place)
        if said and node == parent + 1:
            leads[place].append(string)
        if said and is_first:
            own[place].append(said)
    return [
        place
        for place, said in own.items()
        if place not in refused and _is_sentence(said, leads[place], p)
    ]


def _emphasised(page: Sheet, spans: Sequence[Stretch]) -> Iterator[tuple[int, int]]:
    """Elements with words that set off a part of their parent's text; the end of their object."""
    for span in spans:
        for node in range(span.start, span.stop):
            inside = page.tag[node] in EMPHASIS and page.parent[node] >= span.start
            if inside and _worded(page, node):
                yield node, span.stop


def _is_sentence(own: list[str], leads: list[str], p: LayoutParams) -> bool:
    if len(own) < p.least:
        return all(len(said.split()) >= p.alone for said in own)
    is_led = len(leads) == len(own) and len(set(leads)) < p.varied * len(leads)
    return len(set(own)) >= p.varied * len(own) and not is_led


def _own_words(page: Sheet, parent: int) -> str | None:
    """Words directly inside an element, not those of its elements; None: it is no sentence."""
    out, node, end = [], parent + 1, page.end[parent]
    while node < end:
        string = (page.text[node] or "").strip()
        if page.tag[node] not in INLINE or string[-1:] in _COLONS or string[:1] in _COLONS:
            return None
        if page.words[node] and page.tag[node] == TEXT:
            out.append(string)
        node = page.end[node]
    return " ".join(out)


def _worded(page: Sheet, node: int) -> bool:
    return any(page.words[node : page.end[node]])


def _values(page: Sheet, spans: Sequence[Stretch], p: LayoutParams) -> list[int]:
    """Places of labels by their tag whose texts most often stand in one object alone."""
    if len(spans) < p.least or LABELS.isdisjoint(page.tag):
        return []
    met: dict[int, Counter[str]] = defaultdict(Counter)
    for span in spans:
        for place, text in set(tagged_labels(page, span)):
            met[place][text] += 1
    return [
        place
        for place, texts in met.items()
        if sum(n == 1 for n in texts.values()) > p.varied * len(texts) >= p.varied * p.least
    ]


def _lists(page: Sheet, rows: Sequence[Sequence[Cell]], p: LayoutParams) -> Iterator[int]:
    """Places of items whose number varies, or that are printed as one enumeration."""
    if "li" not in page.tag:
        return
    runs: dict[int, list[list[Cell]]] = defaultdict(list)
    for row in rows:
        for (place, label), held in groupby(row, key=lambda cell: (cell.place, cell.label)):
            run = list(held)
            if not label and page.tag[page.parent[run[0].node]] == "li":
                runs[place].append(run)
    for place, found in runs.items():
        lengths = [len(run) for run in found]
        enumerated = all(cell.text.endswith((",", ";")) for run in found for cell in run[:-1])
        if max(lengths) > 1 and (enumerated or max(lengths) - min(lengths) >= p.several):
            yield place


def _split(page: Sheet, rows: Sequence[Sequence[Cell]], p: LayoutParams) -> list[int]:
    total: dict[int, int] = defaultdict(int)
    told: dict[int, list[str]] = defaultdict(list)
    for row in rows:
        for cell in row:
            total[cell.place] += 1
            label = label_of(cell.text)
            if label and not cell.label and not page.linked[cell.node]:
                told[cell.place].append(label)
    return [
        place
        for place, labels in told.items()
        if len(labels) >= max(p.least, p.told * total[place])
        and len(set(labels)) <= p.labels * len(labels)
    ]
