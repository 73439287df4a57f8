"""The cells of an object: its values in page order, each with where it stands and its label."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, Protocol

from ..page.sheet import Sheet
from ..params import LABEL_LETTERS, LABEL_WORDS

# What makes a part of a sentence stand out, so that its text belongs to the text around it.
EMPHASIS = frozenset("b strong em i mark u s small big font sub sup span".split())
LABELS = frozenset("dt th label".split())
_CELLS = frozenset(("td", "th"))
TOLD = re.compile(r"[^\W\d][^:：]{0,39}[:：]")  # ends as a label does
# Between digits a colon is a clock's, before slashes an address's.
_SPLIT = re.compile(r"([^\W\d][^:：]{1,39})(?:(?<!\d)[:：]|[:：](?!\d))(?!//)\s*(\S.*)", re.S)
COLONS = ":： "
_MOST = 64  # places of a kind
says = re.compile(r"[\w★☆⭐]").search
_CELL = 0x9E3779B97F4A7C15
_new = tuple.__new__  # half of what a call of the class costs


class Stretch(Protocol):
    """Anything with `start` and `stop`: an object, a pagelet."""

    @property
    def start(self) -> int: ...
    @property
    def stop(self) -> int: ...


class Cell(NamedTuple):
    """One value: its first node, its place on the site, its label (empty: none), its text.

    `shown` is the label as the page has it.
    """

    node: int
    place: int
    label: str
    text: str
    shown: str = ""


class Layout(NamedTuple):
    """How the texts of a template are told apart: five kinds of place, each ascending."""

    merged: tuple[int, ...] = ()  # elements whose text is one with what stands out in it
    split: tuple[int, ...] = ()  # texts that begin with their label
    values: tuple[int, ...] = ()  # labels by their tag, but another one in each object
    lists: tuple[int, ...] = ()  # items that are one value together
    labels: tuple[int, ...] = ()  # labels that recur, told by no tag

    def joined(self, other: Layout) -> Layout:
        """What either says."""
        pairs = zip(self, other, strict=True)
        return Layout(*(tuple(sorted({*one, *two})[:_MOST]) for one, two in pairs))


PLAIN = Layout()


def cells(page: Sheet, span: Stretch, layout: Layout = PLAIN) -> list[Cell]:
    """Values of an object in page order.

    What is a label by its tag, or by the colon at its end, is the label of the value behind it
    and no value itself. A cell of a table stands at the head of its column, else at its number in
    the row, because an empty one has no text.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> tree = parse(b"<dl><dt>Author<dd>Ann Lee</dl><p><b>Year:</b> 1999</p>")
    >>> class Whole: start, stop = 0, tree.n
    >>> [(cell.label, cell.text) for cell in cells(Sheet(tree), Whole)]
    [('author', 'Ann Lee'), ('year', '1999')]
    """
    out: list[Cell] = []
    pending: Cell | None = None  # a label whose value comes next
    _, split, values, _, labels = layout
    for node, place, text in _texts(page, span, layout):
        told = label_of(text) if place in split else ""
        if told:
            value = text[len(told) :].lstrip(COLONS)
            out.append(_new(Cell, (node, place, slug(told), value, told)))
        elif place in labels and is_short(text):
            both = f"{pending.text} {text}" if pending else text
            pending = Cell(node, place, "", both)
            continue
        elif place not in values and is_label(page, node, text, span.stop):
            out += [pending] if pending else []
            pending = Cell(node, place, "", text)
            continue
        elif text[:1] in COLONS and out and _may_tell(page, out[-1], span.stop):
            before = out.pop().text
            out.append(Cell(node, place, slug(before), text.lstrip(COLONS), before))
        else:
            shown = pending.text if pending else ""
            out.append(_new(Cell, (node, place, slug(shown) if shown else "", text, shown)))
        pending = None
    out += [pending] if pending else []
    return _listed(page, out, layout.lists) if layout.lists else out


def _may_tell(page: Sheet, cell: Cell, stop: int) -> bool:
    """Whether what stands before a colon can be a label."""
    if cell.label or page.linked[cell.node] or not is_short(cell.text):
        return False
    return not page.is_headed(cell.node, stop)


def _listed(page: Sheet, found: list[Cell], lists: tuple[int, ...]) -> list[Cell]:
    """Items of a list one behind the other as one cell."""
    out: list[Cell] = []
    for cell in found:
        before = out[-1] if out else None
        if before and cell.place == before.place and not cell.label and cell.place in lists:
            out[-1] = before._replace(text=page.visible(before.node, page.end[cell.node]))
        else:
            out.append(cell)
    return out


def label_of(text: str) -> str:
    """The label that a text begins with; empty if it does not.

    >>> label_of("Price: 3"), label_of("Room 3: 45"), label_of("Price 3")
    ('Price', 'Room 3', '')
    >>> label_of("May 20, 4:04 a.m."), label_of("http://a.example")
    ('', '')
    """
    found = _SPLIT.fullmatch(text)
    return found[1] if found is not None and is_short(found[1]) else ""


def is_label(page: Sheet, node: int, text: str, stop: int) -> bool:
    """Whether a text is a label by itself, in an object that ends there.

    A colon tells none in a row under heads: these are the labels there.
    """
    told = text[-1:] in COLONS
    if not (told or _is_tagged(page, node)) or page.linked[node] or not is_short(text):
        return False
    return not told or (TOLD.fullmatch(text) is not None and not page.is_headed(node, stop))


def _is_tagged(page: Sheet, node: int) -> bool:
    """Whether a text is a label by its tag: one answer for all that have their tags in common."""
    path = page.path[node]
    if path not in page.tagged:
        parent = page.parent[node]
        while parent > 0 and page.tag[parent] in EMPHASIS:
            parent = page.parent[parent]
        page.tagged[path] = parent >= 0 and page.tag[parent] in LABELS
    return page.tagged[path]


def tagged_labels(page: Sheet, span: Stretch) -> Iterator[tuple[int, str]]:
    """Places and texts of what is a label by its tag."""
    for node, place, text in _texts(page, span, PLAIN):
        if is_label(page, node, text, span.stop) and not TOLD.fullmatch(text):
            yield place, text


@lru_cache(1 << 12)
def slug(text: str) -> str:
    """A label as a name: lower case, words joined.

    >>> slug("Hours a week:"), slug("Größe (cm)"), slug("著者：")
    ('hours_a_week', 'größe_cm', '著者')
    """
    return "_".join(re.findall(r"\w+", text.lower()))[:40]


def is_short(text: str) -> bool:
    """Whether a text has the length of a label."""
    return len(text) <= LABEL_LETTERS and len(text.split()) <= LABEL_WORDS


def _texts(page: Sheet, span: Stretch, layout: Layout) -> Iterator[tuple[int, int, str]]:
    """Texts that say something, by their first node; pieces of one sentence are one text."""
    owner, first = -1, -1
    merged, key, text, has_cells = layout.merged, page.key, page.text, page.has_cells
    for node in page.texts(span.start, span.stop):
        string = text[node] or ""
        held_by = _owner(page, node, merged) if merged else -1
        if owner >= 0 and held_by != owner:
            yield first, page.key[owner], page.visible(first, node)
            owner = -1
        if held_by >= 0:
            if owner < 0 and says(string):
                owner, first = held_by, node
        elif says(string):
            place = place_of(page, node) if has_cells else key[node]
            yield node, place, " ".join(string.split())
    if owner >= 0:
        stop = min(span.stop, page.end[owner])
        yield first, page.key[owner], page.visible(first, stop)


def _owner(page: Sheet, node: int, merged: tuple[int, ...]) -> int:
    """The element whose sentence a text belongs to; -1: the text stands for itself."""
    if not merged:
        return -1
    parent = page.parent[node]
    while parent >= 0:
        if page.key[parent] in merged:
            return parent
        if page.tag[parent] not in EMPHASIS:
            return -1
        parent = page.parent[parent]
    return -1


def place_of(page: Sheet, node: int) -> int:
    """The key of a text; in a table, with the head of its column, else the column's number."""
    place = page.key[node]
    if not page.has_cells:
        return place
    at = page.parent[node]
    for _ in range(3):
        if at < 0:
            break
        if page.tag[at] in _CELLS:
            head = page.heads.get(at)
            column = page.number(at) if head is None else head.mark
            return (place ^ (column * _CELL)) & 0x7FFFFFFFFFFFFFFF
        at = page.parent[at]
    return place
