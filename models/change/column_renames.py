"""Names that columns have by now, by the operator or own pages, put on stored versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from .column_names import is_numbered
from .column_sources import DescribedColumns

T = TypeVar("T")


def renamed(row: Mapping[str, T], called: Mapping[str, str]) -> dict[str, T]:
    """The row with its columns renamed (learned name -> new name); an empty new name drops one.

    >>> renamed({"price": "3 €", "f1": "x"}, {"price": "cost", "f1": ""})
    {'cost': '3 €'}
    """
    return {called.get(n, n): value for n, value in row.items() if called.get(n, n)}


def applicable_renames(
    called: Mapping[str, str], provenance: Mapping[str, Sequence[Any]]
) -> dict[str, str]:
    """The renames that may be applied to an object with these sources.

    A numbered column (`f1`) means the same only where the list that it was read from is known:
    on a page read without one, another column may have its number.

    >>> applicable_renames({"f1": "brand", "by": "author"}, {"f1": ["", "", 3]})
    {'by': 'author'}
    """
    return {
        name: now
        for name, now in called.items()
        if not is_numbered(name) or provenance.get(name, ["", ""])[1]
    }


def renames_by_slot(
    names: Mapping[str, str], provenance: Mapping[str, Sequence[Any]]
) -> dict[str, str]:
    """The renames of an object's columns where each slot has a name by now.

    A column is dropped where the object has one of the new name already: that says the same.

    >>> renames_by_slot({"7.0": "author"}, {"f1": ["", "7.0", 3], "f2": ["", "8.0", 3]})
    {'f1': 'author'}
    """
    now = {name: names.get(place[1], name) for name, place in provenance.items() if place[1:]}
    return {
        name: "" if one in provenance else one for name, one in now.items() if one and one != name
    }


def renamed_columns(columns: DescribedColumns, called: Mapping[str, str]) -> dict[str, Any]:
    """An object's texts, types and sources under their new names, as fields of a struct."""
    return {
        "fields": renamed(columns.fields, called),
        "typed": renamed(columns.typed, called),
        "provenance": renamed(columns.provenance, called),
    }


def is_retyped(last: DescribedColumns, now: DescribedColumns, called: Mapping[str, str]) -> bool:
    """Whether a renamed or retyped column has the text of the last version, and another value."""
    return any(
        name in now.fields
        and now.fields[name] == last.fields.get(name)
        and now.typed.get(name) != last.typed.get(name)
        for name in called.values()
    )
