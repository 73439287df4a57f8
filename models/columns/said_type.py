"""The type of a column as somebody says it; how its values are written is counted as ever."""

from __future__ import annotations

from collections.abc import Mapping

from .column_type import ORDERS, ColumnType
from .forms import HINT

MARKED = frozenset({"money", "number", "quantity", "count"})


def said_type(said: str, counts: Mapping[str, int]) -> ColumnType | None:
    """A type from its name; None: its values are texts.

    Parameters
    ----------
    said
        `money`, or `number ,` and `date dmy` where the decimal mark or the order is said too.
    counts
        Readings and hints of the column's values, with how many have each.

    Examples
    --------
    >>> said_type("money", {"money:,": 3, "money:.": 1}).how, said_type("date mdy", {}).how
    (',', 'mdy')
    >>> said_type("text", {}) is None
    True
    """
    kind, _, how = said.partition(" ")
    if kind == "text":
        return None
    if kind in MARKED:
        point, comma = (counts.get(f"{kind}:{mark}", 0) for mark in ".,")
        unit = _usual_unit(counts) if kind == "money" else ""
        code, _, sign = unit.partition(" ")
        return ColumnType(kind, how or ",."[point >= comma], code.strip("?"), sign)
    if kind == "date":
        usual = max(ORDERS, key=lambda order: counts.get(f"date:{order}", 0))
        return ColumnType(kind, how or usual)
    return ColumnType(kind, how)


def _usual_unit(counts: Mapping[str, int]) -> str:
    prefix = f"{HINT}unit "
    units = [(n, name.removeprefix(prefix)) for name, n in counts.items() if prefix in name]
    return max(units, default=(0, ""))[1]
