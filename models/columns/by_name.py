"""Types of a site's columns by their names: one name has one type, whichever template it is of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from .column_type import ColumnType, count, decide

_WORDS = 3  # of a value that is nothing else: "7 February 2025"


class CountedColumn(NamedTuple):
    """A column of one template: its name, its values, and what they can be read as."""

    name: str
    n: int
    forms: Sequence[tuple[str, int]]


def types_by_name(columns: Iterable[CountedColumn]) -> dict[str, ColumnType]:
    """The types that are sure.

    Examples
    --------
    >>> price = CountedColumn("price", 4, (("money:,", 4), ("~unit EUR €", 4)))
    >>> types_by_name([price])["price"].unit
    'EUR'
    """
    counts: dict[str, Counter[str]] = {}
    n: Counter[str] = Counter()
    for column in columns:
        counts.setdefault(column.name, Counter()).update(dict(column.forms))
        n[column.name] += column.n
    found = {name: decide(forms, n[name]) for name, forms in sorted(counts.items())}
    return {name: of for name, of in found.items() if of is not None}


@lru_cache(1 << 12)
def lone_type(text: str) -> ColumnType | None:
    """The type that a value shows by itself, where it is nothing but that value.

    >>> lone_type("£17.95").kind, lone_type("7 February 2025").kind, lone_type("1999")
    ('money', 'date', None)
    >>> lone_type("03/04/2026"), lone_type("Bellweather and Sons: now £45")
    (None, None)
    """
    return decide(dict(count([text])), 1) if len(text.split()) <= _WORDS else None
