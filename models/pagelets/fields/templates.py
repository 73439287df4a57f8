"""Templates of a site's objects: columns counted over a sample, named once, bounded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from upwell.models.columns import bounded

from .alignment import Key
from .cells import PLAIN, Layout
from .columns import Column, SeenColumn, SeenTemplate, Template, merge
from .naming import ColumnCounts, NamingParams, name_columns
from .repeated_labels import HeadCounts, RecurringParams, fold_heads, label_places

MATURE = 3  # objects of a template that a site names: of two, all that is equal is a label or not
STARTS, _COLUMNS = 16, 96  # places of objects, columns of each
_Row = list[Any]  # what `_packed` makes; an older one is shorter


@dataclass(slots=True)
class TemplateCounts:
    """One template: its columns in page order with their counts."""

    n_objects: int = 0
    order: list[Key] = field(default_factory=list)
    columns: dict[Key, ColumnCounts] = field(default_factory=dict)
    layout: Layout = PLAIN
    heads: dict[int, HeadCounts] = field(default_factory=dict)

    def shrink(self) -> None:
        """Forget the rarest columns without a name when there are too many; a label counts."""
        if len(self.order) <= _COLUMNS:
            return
        rank = {key: i for i, key in enumerate(self.order)}

        def worth(key: Key) -> tuple[bool, int, int]:
            column = self.columns[key]
            return not column.name, -column.n * (1 + (key.slot < 0)), rank[key]

        kept = sorted(self.order, key=worth)[: _COLUMNS * 3 // 4]
        self.columns = {key: self.columns[key] for key in kept}
        self.order = sorted(kept, key=rank.__getitem__)

    def has_label(self) -> list[tuple[Key, ColumnCounts]]:
        """The columns that may get a name: not those that are counted by their labels by now."""
        by_label = Counter[int]()
        for key, column in self.columns.items():
            if key.slot < 0:
                by_label[key.place] = max(by_label[key.place], column.n)
        dead = {*self.layout.split, *self.layout.labels}
        return [
            (key, self.columns[key])
            for key in self.order
            if key.slot < 0
            or (key.place not in dead and 2 * self.columns[key].n > by_label[key.place])
        ]


class _State(msgspec.Struct, array_like=True):
    start: int
    n_objects: int
    columns: list[_Row]
    layout: Layout
    heads: list[tuple[int, int, list[tuple[int, int]], int]] = []


class Templates:
    """Folds what pages show of their objects; publishes columns whose names never change.

    Examples
    --------
    >>> templates = Templates()
    >>> seen = SeenColumn(5, 0, 4, 4, 0, (4, 0, 0, 0, 0), 0, "", "", False, "")
    >>> templates.fold([SeenTemplate(1, 4, (seen,), PLAIN)])
    >>> [column.name for column in templates.publish()[0].columns]
    ['title']
    """

    def __init__(self, params: NamingParams | None = None) -> None:
        self.params = params or NamingParams()
        self.recurring = RecurringParams()
        self.rows: dict[int, TemplateCounts] = {}

    def fold(self, seen: Iterable[SeenTemplate]) -> None:
        """Count what a page showed; a template that comes when all places are taken is left out."""
        for one in seen:
            row = self.rows.get(one.start)
            if row is None:
                self._make_room()
                row = self.rows[one.start] = TemplateCounts()
            row.n_objects += one.n_objects
            row.layout = row.layout.joined(one.layout)
            fold_heads(row.heads, one.heads)
            labels = label_places(row.heads, self.recurring)
            row.layout = row.layout.joined(Layout(labels=labels))
            merge(row.order, [Key(c.place, c.slot) for c in one.columns])
            for column in one.columns:
                _add(row.columns, column)
            row.shrink()

    def _make_room(self) -> None:
        """Forget the template with fewest objects that has no name yet."""
        if len(self.rows) < STARTS:
            return
        unnamed = [
            (row.n_objects, start)
            for start, row in self.rows.items()
            if not any(column.name for column in row.columns.values())
        ]
        fewest = min(unnamed or [(row.n_objects, start) for start, row in self.rows.items()])
        del self.rows[fewest[1]]

    def name(self, least: int = MATURE) -> None:
        """Name what deserves a name by now, in templates of at least so many objects."""
        for row in self.rows.values():
            if row.n_objects < least:
                continue
            name_columns(row.has_label(), row.n_objects, self.params)

    def publish(self, least: int = MATURE) -> tuple[Template, ...]:
        """Name, then freeze."""
        self.name(least)
        return self.frozen()

    def frozen(self, starts: Container[int] | None = None) -> tuple[Template, ...]:
        """The columns as they are named so far, of the templates at these places or of all."""
        return tuple(
            Template(
                start,
                tuple(_published(key, row.columns[key], self.params) for key in row.order),
                row.layout,
            )
            for start, row in sorted(self.rows.items())
            if starts is None or start in starts
        )

    def encode(self) -> bytes:
        """MessagePack; equal counts give equal bytes."""
        return msgspec.msgpack.encode(
            [
                _State(
                    start,
                    row.n_objects,
                    [_packed(key, row.columns[key]) for key in row.order],
                    row.layout,
                    [
                        (place, c.n_objects, sorted(c.texts.items()), c.behind)
                        for place, c in sorted(row.heads.items())
                    ],
                )
                for start, row in sorted(self.rows.items())
            ]
        )

    def load(self, data: bytes) -> None:
        """Take over what `encode` wrote; no bytes are an older state, without templates."""
        states = msgspec.msgpack.decode(data, type=list[_State]) if data else []
        self.rows = {
            s.start: TemplateCounts(
                s.n_objects,
                [Key(row[0], row[1]) for row in s.columns],
                {Key(row[0], row[1]): _unpacked(row) for row in s.columns},
                s.layout,
                {place: HeadCounts(n, Counter(dict(t)), b) for place, n, t, b in s.heads},
            )
            for s in states
        }


def _published(key: Key, c: ColumnCounts, params: NamingParams) -> Column:
    kind, forms = c.kind(params.typed), tuple(sorted(c.forms.items()))
    said = bool(c.name) and c.name.rstrip("0123456789") in (c.stated, c.label)
    return Column(*key, c.name, kind, c.n, forms, c.label_shown, said)


def _add(columns: dict[Key, ColumnCounts], seen: SeenColumn) -> None:
    key = Key(seen.place, seen.slot)
    held = columns.get(key)
    if held is None:
        columns[key] = ColumnCounts(
            seen.n,
            seen.linked,
            seen.heading,
            list(seen.kinds),
            seen.value,
            seen.shown,
            seen.label,
            seen.headed,
            seen.stated,
            forms=dict(seen.forms),
            label_shown=seen.label_shown,
            own=seen.own,
            n_own=seen.n * bool(seen.own),
            struck=seen.struck,
            mark=seen.mark,
        )
        return
    held.n += seen.n
    held.linked += seen.linked
    held.heading += seen.heading
    held.kinds = [a + b for a, b in zip(held.kinds, seen.kinds, strict=True)]
    held.value = held.value if held.value == seen.value else 0
    if not held.label:
        held.label, held.headed = seen.label, seen.headed
        held.label_shown = seen.label_shown
    held.stated = held.stated or seen.stated
    held.vote(seen.own, seen.n)
    held.struck += seen.struck
    both = Counter(held.forms)
    both.update(dict(seen.forms))
    held.forms = dict(bounded(both))


def _packed(key: Key, c: ColumnCounts) -> _Row:
    counts = (c.n, c.linked, c.heading, c.kinds, c.value)
    forms = sorted(c.forms.items())
    return [
        *key,
        *counts,
        c.shown,
        c.label,
        c.headed,
        c.stated,
        c.name,
        forms,
        c.label_shown,
        c.own,
        c.struck,
        c.mark,
        c.n_own,
    ]


def _unpacked(row: _Row) -> ColumnCounts:
    """What `_packed` made; before values were read, a row ended with the name."""
    found = ColumnCounts(*row[2:12])
    if len(row) > 12:
        found.forms, found.label_shown = dict(row[12]), row[13]
    if len(row) > 14:
        found.own, found.struck = row[14], row[15]
    if len(row) > 16:
        found.mark = row[16]
    if len(row) > 17:
        found.n_own = row[17]
    return found
