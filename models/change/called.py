"""Columns of an object that the operator calls otherwise than they were told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from .carried import Described

T = TypeVar("T")


def renamed(row: Mapping[str, T], called: Mapping[str, str]) -> dict[str, T]:
    """A row under the names by now; what is called nothing is left out.

    >>> renamed({"price": "3 €", "f1": "x"}, {"price": "cost", "f1": ""})
    {'cost': '3 €'}
    """
    return {called.get(n, n): value for n, value in row.items() if called.get(n, n)}


def is_typed_otherwise(last: Described, now: Described, called: Mapping[str, str]) -> bool:
    """Whether a column of which something is said has the same text, and another value."""
    return any(
        name in now.fields
        and now.fields[name] == last.fields.get(name)
        and now.typed.get(name) != last.typed.get(name)
        for name in called.values()
    )
