"""Types of a site's columns by their names: one name has one type, whichever template it is of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .column_type import ColumnType, decide


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
