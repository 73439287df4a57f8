"""Columns that the operator names, types or drops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from ...columns import ColumnType, CountedColumn, said_type
from ...pins import Pins
from ..reading import Reading

T = TypeVar("T")


def pinned_types(pins: Pins, counted: Iterable[CountedColumn]) -> dict[str, ColumnType | None]:
    """By learned name, the types that are said; None: a text, whatever it looks like."""
    counts: dict[str, Counter[str]] = {}
    said = pins.types()
    for one in counted if said else ():
        counts.setdefault(one.name, Counter()).update(dict(one.forms))
    return {name: said_type(text, counts.get(name, {})) for name, text in said.items()}


def as_pinned(reading: Reading, pins: Pins) -> Reading:
    """A reading with columns called as the operator calls them, without those that are dropped."""
    if not pins.renames_columns:
        return reading
    objects = [
        msgspec.structs.replace(
            one,
            fields=_renamed(one.fields, pins),
            typed=_renamed(one.typed, pins),
            slots=_renamed(one.slots, pins),
        )
        for one in reading.objects
    ]
    return msgspec.structs.replace(reading, objects=objects)


def described(columns: Iterable[Mapping[str, Any]], pins: Pins) -> list[dict[str, Any]]:
    """Columns for people; one that is called otherwise says how it was learned."""
    out = []
    for column in columns:
        name = column["name"]
        if (now := pins.column_name(name)) is None:
            continue
        out.append({**column, "name": now} | ({} if now == name else {"learned": name}))
    return sorted(out, key=lambda column: str(column["name"]))


def _renamed(row: Mapping[str, T], pins: Pins) -> dict[str, T]:
    """A row under its names by now; where two would be called alike the one that was said stays."""
    out: dict[str, T] = {}
    said: set[str] = set()
    for name, value in row.items():
        now = pins.column_name(name)
        if now is None or (now == name and now in said):
            continue
        said |= {now} if now != name else set()
        out[now] = value
    return out
