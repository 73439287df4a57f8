"""The type of a column that an operator names; how its values are written is still counted."""

from __future__ import annotations

from collections.abc import Mapping

from .column_type import ORDERS, ColumnType
from .text_readings import HINT

MARKED = frozenset({"money", "number", "quantity", "count"})


def named_type(name: str, counts: Mapping[str, int]) -> ColumnType | None:
    """The column type of a name such as `money` or `date dmy`; None for `text`.

    Parameters
    ----------
    name
        `money`, or with the decimal mark (`number ,`) or the order of a date (`date dmy`).
    counts
        Readings and hints of the column's values, with how many have each.

    Examples
    --------
    >>> named_type("money", {"money:,": 3, "money:.": 1}).how, named_type("date mdy", {}).how
    (',', 'mdy')
    >>> named_type("text", {}) is None
    True
    """
    kind, _, how = name.partition(" ")
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
    units = [(n, one.removeprefix(prefix)) for one, n in counts.items() if prefix in one]
    return max(units, default=(0, ""))[1]
