"""One object: what it is now, where each value is from, and how it came to be so."""

from __future__ import annotations

from typing import Any

import msgspec

from upwell.streams.filters.comparing import number_of

from ..room import Room
from ..web.arguments import Arguments, NotFound
from .objects import row_values

VERSIONS = 500  # that are shown, the last ones


async def object_(room: Room, arguments: Arguments) -> dict[str, Any]:
    """An object with its history, the newest version first."""
    name = arguments.path["id"]
    rows = await room.objects.rows("SELECT * FROM objects WHERE id = ?", [name])
    if not rows:
        raise NotFound(f"no object is called {name}")
    one = row_values(rows[0])
    changes = await room.objects.rows(
        "SELECT version, event, at, page_url, query, fields, whole FROM changes"
        " WHERE id = ? ORDER BY version DESC LIMIT ?",
        [name, VERSIONS],
    )
    history = [_version(row) for row in changes]
    provenance = msgspec.json.decode(rows[0]["provenance"])
    return {
        "object": {k: one[k] for k in one if k not in ("fields", "raw", "provenance", "number")},
        "links": msgspec.json.decode(rows[0]["links"]),
        "fields": [
            {
                "name": column,
                "shown": one["raw"].get(column, value),
                "value": value,
                "from": provenance.get(column),
            }
            for column, value in one["fields"].items()
        ],
        "history": [{k: v for k, v in row.items() if k != "whole"} for row in history],
        "numbers": _numbers(history),
    }


def _version(row: dict[str, Any]) -> dict[str, Any]:
    return row | {name: msgspec.json.decode(row[name]) for name in ("fields", "whole")}


def _numbers(history: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The values over time of each column of numbers that ever changed, oldest first."""
    series: dict[str, list[tuple[float, float]]] = {}
    for row in reversed(history):
        for name, value in row["whole"].get("fields", {}).items():
            if (number := number_of(value)) is not None:
                series.setdefault(name, []).append((row["at"], number))
    return [
        {"name": name, "points": points}
        for name, points in series.items()
        if len({value for _, value in points}) > 1
    ]
