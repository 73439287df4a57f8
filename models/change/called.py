"""Columns of an object that the operator calls otherwise than they were told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from .carried import Described
from .column_names import is_numbered

T = TypeVar("T")


def renamed(row: Mapping[str, T], called: Mapping[str, str]) -> dict[str, T]:
    """A row under the names by now; what is called nothing is left out.

    >>> renamed({"price": "3 €", "f1": "x"}, {"price": "cost", "f1": ""})
    {'cost': '3 €'}
    """
    return {called.get(n, n): value for n, value in row.items() if called.get(n, n)}


def called_here(
    called: Mapping[str, str], provenance: Mapping[str, Sequence[Any]]
) -> dict[str, str]:
    """Without columns that are only counted, where no list is known: those are others.

    >>> called_here({"f1": "brand", "by": "author"}, {"f1": ["", "", 3]})
    {'by': 'author'}
    """
    return {
        name: now
        for name, now in called.items()
        if not is_numbered(name) or provenance.get(name, ["", ""])[1]
    }


def rows_by_now(held: Described, called: Mapping[str, str]) -> dict[str, Any]:
    """The columns of an object, their types and sources, under the names by now."""
    return {
        "fields": renamed(held.fields, called),
        "typed": renamed(held.typed, called),
        "provenance": renamed(held.provenance, called),
    }


def is_typed_otherwise(last: Described, now: Described, called: Mapping[str, str]) -> bool:
    """Whether a column of which something is said has the same text, and another value."""
    return any(
        name in now.fields
        and now.fields[name] == last.fields.get(name)
        and now.typed.get(name) != last.typed.get(name)
        for name in called.values()
    )
