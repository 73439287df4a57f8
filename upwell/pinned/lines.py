"""`explain --names`: what can be said otherwise of a site, a line each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any


def name_lines(names: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Name, what holds and who said it, what else can be said; one that fits nothing says so.

    >>> price = {"name": "column.price", "holds": "drop", "origin": "--set column.price"}
    >>> list(name_lines([{**price, "may": ["rename ", "drop"], "idle": False}]))
    ['column.price = drop (--set column.price); or: rename NAME, drop, learned']
    """
    for one in names:
        may = [f"{verb}NAME" if verb.endswith(" ") else verb for verb in one["may"]]
        idle = ", fits nothing" if one["idle"] else ""
        choices = ", ".join([*may, "learned"] if one["origin"] != "learned" else may)
        yield f"{one['name']} = {one['holds']} ({one['origin']}{idle}); or: {choices}"
