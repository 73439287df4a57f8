"""Fields of objects: their values in aligned columns that keep their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import urljoin

from upwell.models.columns import (
    ColumnType,
    CountedColumn,
    PageContext,
    lone_type,
    typed_value,
    types_by_name,
)
from upwell.models.tree.tagtree import TagTree

from ..page.cell_signs import cell_signs
from ..page.sheet import Sheet
from .alignment import Key, Star, aligned
from .cells import COLONS, Cell, Layout, Stretch, cells, place_of, says, slug
from .columns import SeenTemplate, Template, seen_templates
from .hidden_fields import STATED, add_hidden_fields
from .markup_names import CUT, whole
from .naming import RATING, RESERVED, TITLE, NamingParams
from .references import Pictures, References
from .templates import STARTS, Templates


def fields(
    tree: TagTree,
    spans: Sequence[Stretch],
    known: Sequence[Template] = (),
    params: NamingParams | None = None,
) -> list[dict[str, str]]:
    """Columns of the objects, one dictionary an object, in page order.

    Texts are aligned by their place, their label, and their rank among equals inside the object.
    What is equal everywhere is a label and is dropped.

    Parameters
    ----------
    tree
        The page.
    spans
        Its objects.
    known
        Templates of a published model: a column of theirs has the same name on every page.
        Objects of other templates are compared with each other.
    params
        Thresholds of names that the page's own objects give.

    Reading
    -------
    The papers end at objects; columns by place are the least that a table of them needs.
    """
    return Columns(known, params).of(tree, spans)


class Columns:
    """`fields` with the same templates on page after page."""

    def __init__(
        self,
        known: Sequence[Template] = (),
        params: NamingParams | None = None,
        own: Sequence[CountedColumn] = (),
        pinned: Mapping[str, ColumnType | None] | None = None,
    ) -> None:
        self._readers = {one.start: _Reader(one) for one in known if one.is_named}
        self._params = params
        self.types = types_by_name(  # a title is a text whatever it looks like
            CountedColumn(c.name, c.n, c.forms)
            for one in known
            for c in one.columns
            if c.name and c.name != TITLE
        )
        self.types.setdefault(RATING, ColumnType("rating"))
        self.own_names = [one.name for one in own]
        self.own_types = types_by_name(one for one in own if one.name != TITLE)
        self.pinned = pinned or {}
        self.labels = {c.name: c.label for one in known for c in one.columns if c.name}

    def typed(
        self, row: Mapping[str, str], around: PageContext, alone: bool = False
    ) -> dict[str, Any]:
        """The values of a row whose columns have a sure type and that fit it.

        `alone`: the row is of a page about one thing, whose columns no list may have, or of
        objects whose template is not known yet: of a column without a type a value has that of the
        own pages that have it, or where it shows it by itself, as an amount with its currency does.
        A type that the operator has said comes before any.
        """
        currency = row.get(f"{STATED}price_currency", around.currency)
        around = around._replace(currency=currency)
        found: dict[str, Any] = {}
        for name, text in row.items():
            column = self.types.get(name)
            if column is None and alone and name != TITLE and name not in RESERVED:
                column = self.own_types.get(name) or lone_type(text)
            if name in self.pinned:
                column = self.pinned[name]
            value = typed_value(text, column, around) if column is not None else None
            if value is not None:
                found[name] = value
        return found

    def described(self) -> list[dict[str, Any]]:
        """The columns with their labels and types for people, by name."""
        types = {**self.own_types, **self.types, **self.pinned}
        return [
            {
                "name": name,
                "label": self.labels.get(name) or None,
                "type": found.kind if (found := types.get(name)) else "text",
                "unit": (found.unit or None) if found else None,
            }
            for name in sorted({*self.labels, *self.types, *self.own_names})
        ]

    @property
    def starts(self) -> list[int]:
        """Where objects start whose template was published."""
        return sorted(self._readers)

    def knows(self, start: int) -> bool:
        """Whether the template of objects that start there was published."""
        return start in self._readers

    def slots(self, start: int, row: Mapping[str, str]) -> dict[str, str]:
        """Where the values of a row stand in the template of objects that start there."""
        reader = self._readers.get(start)
        return {n: slot for n, slot in reader.slots.items() if n in row} if reader else {}

    def of(
        self,
        tree: TagTree,
        spans: Sequence[Stretch],
        page: Sheet | None = None,
        references: References | None = None,
    ) -> list[dict[str, str]]:
        """Fields of each object of a page."""
        page = page or Sheet(tree)
        references = references or References(tree, page.attributes)
        readers = self._readers
        starts: list[int] = tree.key[[span.start for span in spans]].tolist() if spans else []
        strange = [span for span, at in zip(spans, starts, strict=True) if at not in readers]
        if strange:
            readers = readers | self._readers_of(seen_templates(page, strange))
        begun = [(readers[at], span) for at, span in zip(starts, spans, strict=True)]
        rows = [reader.row(page, span, references) for reader, span in begun]
        _add_pictures(page, spans, rows)
        _add_ratings(page, spans, rows)
        add_hidden_fields(page, spans, rows, references)
        return rows

    def _readers_of(self, seen: Sequence[SeenTemplate]) -> dict[int, _Reader]:
        """Readers of what one page shows, however many kinds of object that are."""
        out: dict[int, _Reader] = {}
        for at in range(0, len(seen), STARTS):
            own = Templates(self._params)
            own.fold(seen[at : at + STARTS])
            out |= {one.start: _Reader(one) for one in own.publish(least=1)}
        return out


def _add_pictures(page: Sheet, spans: Sequence[Stretch], rows: Sequence[dict[str, str]]) -> None:
    """The pictures of the objects, unless all have the same, which is an ornament."""
    tree, signs = page.tree, cell_signs(page.tree, page.heads)
    _add_signs(signs, spans, rows)
    pictures = Pictures(tree, page.attributes, signs)
    found = [pictures.first(span) for span in spans] if pictures else []
    if not any(found) or (len(spans) > 1 and len(set(found)) == 1):
        return
    base = _joined(tree.url, tree.base, tree.url)
    for row, source in zip(rows, found, strict=True):
        if source is not None:
            row.setdefault("image", _joined(base, source, source))


def _add_signs(
    signs: Mapping[int, tuple[str, str]], spans: Sequence[Stretch], rows: Sequence[dict[str, str]]
) -> None:
    """What signs say in cells of a table, under the names of their columns."""
    for span, row in zip(spans, rows, strict=True) if signs else ():
        said: dict[str, list[str]] = {}
        for node, (head, text) in signs.items():
            if span.start <= node < span.stop and (name := slug(head)):
                said.setdefault(name, []).append(text)
        for name in said.keys() - row.keys() - RESERVED:
            row[name] = ", ".join(said[name])


def _add_ratings(page: Sheet, spans: Sequence[Stretch], rows: Sequence[dict[str, str]]) -> None:
    """The rating that an object's stars tell those who cannot see them, where no text is one."""
    ratings = page.attributes.ratings
    for span, row in zip(spans, rows, strict=True) if ratings else ():
        found = [text for node, text in ratings.items() if span.start <= node < span.stop]
        if len(set(found)) == 1:
            row.setdefault(RATING, found[0])


@lru_cache(4096)
def _joined(base: str, reference: str, otherwise: str) -> str:
    try:
        return urljoin(base, reference)
    except ValueError:
        return otherwise


def _ranked(template: Template) -> dict[int, list[str]]:
    """Names by place and rank, where places are all that tells the columns apart."""
    out: dict[int, list[str]] = {}
    if any(template.layout):
        return out
    for column in sorted(template.columns, key=lambda c: (c.place, c.slot)):
        names = out.setdefault(column.place, [])
        if column.slot != len(names):
            return {}
        names.append(column.name)
    return out


class _Reader:
    """Reads objects of one template."""

    def __init__(self, template: Template) -> None:
        self._layout: Layout = template.layout
        self._star = Star(template.spots)
        self._ranked = _ranked(template)
        self._names = {Key(c.place, c.slot): c.name for c in template.columns if c.name}
        self.slots = {name: f"{key.place:x}.{key.slot}" for key, name in self._names.items()}
        self._taken = {*self._names.values(), *RESERVED}

    def row(self, page: Sheet, span: Stretch, references: References) -> dict[str, str]:
        """The fields of one object; what the title leads to is its `link`."""
        out: dict[str, str] = {}
        found = self._direct(page, span) if self._ranked else None
        for name, node, text in self._named(page, span) if found is None else found:
            if not name or name in out:
                continue
            out[name] = whole(page, node, text) if text.endswith(CUT) else text
            if name == TITLE:
                url = references.around(node)
                out |= {} if url is None else {"link": url}
        return out

    def _named(self, page: Sheet, span: Stretch) -> list[tuple[str, int, str]]:
        held = cells(page, span, self._layout)
        return [
            (self._names.get(key) or self._new_label(cell), cell.node, cell.text)
            for key, cell in zip(aligned(held, self._star), held, strict=True)
        ]

    def _direct(self, page: Sheet, span: Stretch) -> list[tuple[str, int, str]] | None:
        """The row by one look-up a text, where every cell is of a known column; else None."""
        out: list[tuple[str, int, str]] = []
        met: dict[int, int] = {}
        for node in page.texts(span.start, span.stop):
            string = page.text[node] or ""
            if not says(string):
                continue
            place = place_of(page, node) if page.has_cells else page.key[node]
            names = self._ranked.get(place)
            if names is None:
                return None
            text = " ".join(string.split())
            rank = met.get(place, 0)
            if rank == len(names) or text[-1:] in COLONS or text[:1] in COLONS:
                return None
            met[place] = rank + 1
            out.append((names[rank], node, text))
        telling = self._star.telling
        short = telling and any(met.get(p, n) < n for p, n in self._star.most.items())
        return None if short else out

    def _new_label(self, cell: Cell) -> str:
        """The label of a column that was not seen before, where no other is called so."""
        return "" if cell.label in self._taken else cell.label
