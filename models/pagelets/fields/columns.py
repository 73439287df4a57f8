"""What the objects of a page say about the columns of their template."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from zlib import crc32

import msgspec

from upwell.models.columns import count
from upwell.models.tree.tagtree import TagTree

from ..page.sheet import Sheet
from ..page.value_kinds import KINDS, kind
from ..params import LABEL_LETTERS, LAYOUT, RANKS
from .alignment import Key, Spot, Star, aligned
from .cells import COLONS, PLAIN, Cell, Layout, Stretch, cells, slug
from .json_ld import json_ld_names
from .layout import layout_of
from .markup_names import class_name, head_of, is_struck, json_ld_name, stated_name
from .repeated_labels import HeadCounts, Heads, RecurringParams, fold_heads, heads, label_places

HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())


class Column(msgspec.Struct, frozen=True, array_like=True):
    """A published column: where it stands, what it is called, what its values are."""

    place: int
    slot: int  # rank among equals of the place, or below zero its label
    name: str  # empty: a label, or too rare; no field
    kind: str
    n: int = 0  # values that it was seen with
    forms: tuple[tuple[str, int], ...] = ()  # what they can be read as, and how many
    label: str = ""  # as the page shows it
    said: bool = False  # its name is what readers see beside it, or microdata


class Template(msgspec.Struct, frozen=True, array_like=True):
    """Columns of the objects that start at a place, in page order."""

    start: int
    columns: tuple[Column, ...] = ()
    layout: Layout = PLAIN

    @property
    def is_named(self) -> bool:
        """Whether it was seen often enough to be read with."""
        return any(column.name for column in self.columns)

    @property
    def spots(self) -> list[Spot]:
        """The columns of the template in the form that cells are aligned to."""
        return [Spot(Key(c.place, c.slot), KINDS.index(c.kind)) for c in self.columns]


UNKNOWN = Template(0)


class SeenColumn(msgspec.Struct, frozen=True, array_like=True):
    """Sums over the objects of a page that have the column."""

    place: int
    slot: int
    n: int
    linked: int
    heading: int
    kinds: tuple[int, ...]  # how many of each of `KINDS`
    value: int  # hash of the value all have; 0: they differ
    shown: str  # the first value, if it is short
    label: str
    headed: bool  # the label is the head of a table's column
    stated: str  # what the markup itself calls it
    forms: tuple[tuple[str, int], ...] = ()  # what its values can be read as, and how many
    label_shown: str = ""  # as the page has it
    own: str = ""  # a class that stands nowhere else
    struck: int = 0
    mark: int = 0  # of the head, where a head is the label


class SeenTemplate(msgspec.Struct, frozen=True, array_like=True):
    """Objects of a page that start at one place; columns in page order."""

    start: int
    n_objects: int
    columns: tuple[SeenColumn, ...]
    layout: Layout
    heads: tuple[Heads, ...] = ()


def seen_templates(
    tree: TagTree | Sheet, spans: Iterable[Stretch], known: Mapping[int, Template] | None = None
) -> tuple[SeenTemplate, ...]:
    """Evidence of one page, in the order in which its kinds of object begin.

    Parameters
    ----------
    tree
        The page.
    spans
        Its objects.
    known
        Templates by start, to whose columns cells are aligned.
    """
    page = tree if isinstance(tree, Sheet) else Sheet(tree)
    names = json_ld_names(page.tree.json_ld)
    by_start: dict[int, list[Stretch]] = defaultdict(list)
    for span in spans:
        by_start[page.key[span.start]].append(span)
    return tuple(
        _seen(page, start, held, (known or {}).get(start, UNKNOWN), names)
        for start, held in by_start.items()
    )


def _seen(
    page: Sheet,
    start: int,
    spans: Sequence[Stretch],
    known: Template,
    names: Mapping[str, str],
) -> SeenTemplate:
    layout, rows = _layout(page, spans, known)
    found = heads(page, rows)
    if len(spans) >= LAYOUT:
        counts: dict[int, HeadCounts] = {}
        fold_heads(counts, found)
        labels = label_places(counts, RecurringParams())
        if labels:
            layout = layout.joined(Layout(labels=labels))
            rows = [cells(page, span, layout) for span in spans]
    star = _star(max(rows, key=len), known.spots)
    held: dict[Key, list[Cell]] = defaultdict(list)
    order: list[Key] = []
    met: set[Key] = set()
    for row in rows:
        keys = aligned(row, star)
        if not met.issuperset(keys):
            merge(order, keys)
            met.update(keys)
        for key, cell in zip(keys, row, strict=True):
            if key.slot < RANKS:
                held[key].append(cell)
    headings: dict[int, bool] = {}
    columns = tuple(_column(page, key, held[key], names, headings) for key in order if held[key])
    return SeenTemplate(start, len(spans), columns, layout, found)


def _star(richest: Sequence[Cell], known: Sequence[Spot]) -> Star:
    """The known columns, with what the richest object has beside them."""
    order = [spot.key for spot in known]
    keys = aligned(richest, Star(known))
    merge(order, keys)
    kinds = {key: kind(cell.text) for key, cell in zip(keys, richest, strict=True)}
    kinds |= {spot.key: spot.kind for spot in known}
    return Star([Spot(key, kinds[key]) for key in order])


def _layout(
    page: Sheet, spans: Sequence[Stretch], known: Template
) -> tuple[Layout, list[list[Cell]]]:
    """How texts are told apart, and the cells; a page with few objects follows what is known."""
    if known is not UNKNOWN and len(spans) < LAYOUT:
        return known.layout, [cells(page, span, known.layout) for span in spans]
    own, rows, by = layout_of(page, spans)
    layout = known.layout.joined(own)
    return layout, rows if layout == by else [cells(page, span, layout) for span in spans]


def merge(order: list[Key], keys: Sequence[Key]) -> None:
    """Add the columns of a further object behind those they follow there.

    >>> order = [Key(1, 0), Key(3, 0)]
    >>> merge(order, [Key(1, 0), Key(2, 0), Key(3, 0), Key(4, 0)])
    >>> [key.place for key in order]
    [1, 2, 3, 4]
    """
    at, known = 0, set(order)
    for key in keys:
        if key in known:
            at = order.index(key) + 1
        else:
            order.insert(at, key)
            known.add(key)
            at += 1


def _column(
    page: Sheet,
    key: Key,
    held: Sequence[Cell],
    names: Mapping[str, str],
    headings: dict[int, bool],
) -> SeenColumn:
    kinds = [0] * len(KINDS)
    for cell in held:
        kinds[kind(cell.text)] += 1
    first = held[0]
    head = None if first.label else head_of(page, first.node)
    head_text = head.text if head is not None else ""
    same = len({cell.text for cell in held}) == 1
    return SeenColumn(
        key.place,
        key.slot,
        n=len(held),
        linked=sum([page.linked[cell.node] > 0 for cell in held]),
        heading=sum([_is_heading(page, cell.node, headings) for cell in held]),
        kinds=tuple(kinds),
        value=crc32(first.text.encode("utf-8", "replace")) + 1 if same else 0,
        shown=first.text if len(first.text) <= LABEL_LETTERS else "",
        label=first.label or slug(head_text),
        headed=not first.label,
        stated=stated_name(page, first.node)
        or (json_ld_name(names, [cell.text for cell in held]) if names else ""),
        forms=count(cell.text for cell in held),
        own=class_name(page, [cell.node for cell in held]),
        struck=sum([is_struck(page, cell.node) for cell in held]),
        label_shown=(first.shown or head_text).strip(COLONS)[:LABEL_LETTERS],
        mark=head.mark if head is not None else 0,
    )


def _is_heading(page: Sheet, node: int, known: dict[int, bool]) -> bool:
    """Whether a node is inside a heading; what is known is so of all that have their tags."""
    path = page.path[node]
    if path not in known:
        while node >= 0 and page.tag[node] not in HEADINGS:
            node = page.parent[node]
        known[path] = node >= 0
    return known[path]
