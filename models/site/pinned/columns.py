"""Columns that the operator names, types or drops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from ...change.column_names import is_numbered
from ...columns import ColumnType, CountedColumn, named_type
from ...pins import Pins
from ..reading import Reading

T = TypeVar("T")


def pinned_types(pins: Pins, counted: Iterable[CountedColumn]) -> dict[str, ColumnType | None]:
    """The pinned types by learned column name; None for a column pinned as text."""
    counts: dict[str, Counter[str]] = {}
    said = pins.types()
    for one in counted if said else ():
        counts.setdefault(one.name, Counter()).update(dict(one.forms))
    return {name: named_type(text, counts.get(name, {})) for name, text in said.items()}


def as_pinned(reading: Reading, pins: Pins, listed: Container[str] = ()) -> Reading:
    """A reading with columns called as the operator calls them, without those that are dropped.

    Parameters
    ----------
    listed
        Names of the columns of published lists.

    Reading
    -------
    A column that is only counted means what it says where its list is known: elsewhere another
    one may have its number.
    """
    if not pins.renames_columns:
        return reading
    objects = []
    for one in reading.objects:
        called = {
            name: pins.column_name(name) or ""
            for name in one.fields
            if not is_numbered(name) or name in one.slots or name not in listed
        }
        objects.append(
            msgspec.structs.replace(
                one,
                fields=_renamed(one.fields, called),
                typed=_renamed(one.typed, called),
                slots=_renamed(one.slots, called),
            )
        )
    return msgspec.structs.replace(reading, objects=objects)


def described(columns: Iterable[Mapping[str, Any]], pins: Pins) -> list[dict[str, Any]]:
    """Columns as `explain` prints them; a renamed one has its learned name beside it."""
    out = []
    for column in columns:
        name = column["name"]
        if (now := pins.column_name(name)) is None:
            continue
        out.append({**column, "name": now} | ({} if now == name else {"learned": name}))
    return sorted(out, key=lambda column: str(column["name"]))


def _renamed(row: Mapping[str, T], called: Mapping[str, str]) -> dict[str, T]:
    """A row under the pinned names; where two columns get one name the pinned one stays."""
    said = {called[name] for name in row if name in called and called[name] != name}
    out: dict[str, T] = {}
    for name, value in row.items():
        now = called.get(name, name)
        if now and (now != name or now not in said):
            out[now] = value
    return out
