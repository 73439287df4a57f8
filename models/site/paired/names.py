"""One name for the columns of rows, and of own pages, that say the same of their objects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from ...change.column_names import is_numbered, is_second
from ...pagelets import Column as RowColumn
from ...pagelets import Template as RowTemplate
from ...templates import Template as OwnTemplate
from ...templates.names import TITLE
from .pairs import Pairs
from .params import PARAMS, PairParams


class SharedNames(msgspec.Struct, frozen=True, array_like=True):
    """What columns are called since their objects' other page told what they are.

    Parameters
    ----------
    rows
        By slot of a row's template.
    own
        By the name that the template of own pages gives.
    settled
        Of rows, as objects that were shown before have been given them. While own pages are opened
        these stay behind: an object that is told with what its own page says has its names by then,
        and is told once.
    """

    rows: dict[str, str] = {}
    own: dict[str, str] = {}
    settled: dict[str, str] = {}

    def as_learned(self, row: Mapping[str, str]) -> dict[str, str]:
        """What an own page says, under the names that its template gave.

        >>> SharedNames(own={"who": "author"}).as_learned({"author": "Ann", "year": "1999"})
        {'who': 'Ann', 'year': '1999'}
        """
        learned = {now: name for name, now in self.own.items()}
        return {learned.get(name, name): text for name, text in row.items()}


NO_NAMES = SharedNames()


def shared_names(
    pairs: Pairs,
    templates: Sequence[RowTemplate],
    items: Mapping[int, OwnTemplate],
    refused: Iterable[str] = (),
    params: PairParams = PARAMS,
) -> SharedNames:
    """Learn which columns are one, and what each is called.

    Parameters
    ----------
    pairs
        What rows and own pages of some objects say.
    templates, items
        As they were learned: of rows, and of own pages by kind.
    refused
        Names of columns that keep them, for the operator speaks of them.

    Reading
    -------
    Two columns are one where they agree on more objects than chance has it, by more than they
    disagree on, and neither agrees better with another one of its template. What the site says to
    readers, a label or microdata, names both, that of the own page first, for all lists lead there;
    then what the markup or the look of the values calls the row's; what is only counted last. A
    title stays what it is.
    """
    said = _own_columns(items)
    found = SharedNames({}, {})
    for name, slots in _paired(pairs, templates, said, params).items():
        rows = [_NamedRow(*one) for one in slots]
        best = _best(name, said[name], rows)
        if not {name, *(row.column.name for row in rows)}.isdisjoint(refused):
            continue
        if best != name and all(best not in _names(one) for one in items.values()):
            found.own[name] = best
        for row in rows:
            if row.column.name != best and best not in _names(row.template):
                found.rows[slot_of(row.column)] = best
    return found


def slot_of(column: RowColumn) -> str:
    """Where a column stands, as provenance has it."""
    return f"{column.place:x}.{column.slot}"


_Rank = tuple[bool, bool, float, bool, int]


class _NamedRow(NamedTuple):
    template: RowTemplate
    column: RowColumn


def _own_columns(items: Mapping[int, OwnTemplate]) -> dict[str, bool]:
    """Names of own pages' columns, and whether the site says them; counted ones are each other."""
    said: dict[str, bool] = {}
    for _, template in sorted(items.items()):
        for column in template.columns.values():
            if not is_numbered(column.name):
                said[column.name] = said.get(column.name, False) or column.said
    return said


def _paired(
    pairs: Pairs, templates: Sequence[RowTemplate], own: Mapping[str, bool], params: PairParams
) -> dict[str, list[tuple[RowTemplate, RowColumn]]]:
    """The columns of rows by what own pages call them: in each template the best of both."""
    found: dict[str, list[tuple[RowTemplate, RowColumn]]] = {}
    for template in templates:
        taken: set[str] = set()
        for name, slot in _ranked(pairs, template, own, params):
            if name not in taken and slot not in taken:
                taken |= {name, slot}
                column = next(one for one in template.columns if slot_of(one) == slot)
                found.setdefault(name, []).append((template, column))
    return found


def _ranked(
    pairs: Pairs, template: RowTemplate, own: Mapping[str, bool], params: PairParams
) -> list[tuple[str, str]]:
    """Columns that agree, the surest first; of those the ones that are called alike.

    A page that says one thing twice may call it something and say nothing, or a number, of it the
    other time: what it calls it comes first.
    """
    names = [*own]
    second = {name: any(is_second(name, other) for other in names) for name in names}

    def agreeing() -> Iterator[tuple[_Rank, str, str]]:
        for at, (name, is_said) in enumerate(own.items()):
            for column in template.columns:
                slot = slot_of(column)
                beyond = pairs.agreement(name, slot) if column.name else 0.0
                if beyond >= params.beyond:
                    rank = (not second[name], is_said, beyond, name == column.name, -at)
                    yield rank, name, slot

    return [(name, slot) for _, name, slot in sorted(agreeing(), reverse=True)]


def _best(name: str, is_said: bool, rows: Sequence[_NamedRow]) -> str:
    """What columns that are one are called: of rows the name that most objects have."""
    said = 3 if is_said else 0
    ranks = {name: (name == TITLE, not is_numbered(name), said, 0)}
    for one in (row.column for row in rows):
        rank = (one.name == TITLE, not is_numbered(one.name), 2 if one.said else 1, one.n)
        ranks[one.name] = max(rank, ranks.get(one.name, rank))
    return max(ranks, key=lambda called: ranks[called])


def _names(template: RowTemplate | OwnTemplate) -> set[str]:
    columns = template.columns
    return {one.name for one in (columns.values() if isinstance(columns, dict) else columns)}
