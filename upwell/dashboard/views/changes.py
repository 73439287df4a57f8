"""What happened to objects, the newest first, and as it happens."""

from __future__ import annotations

from typing import Any

import msgspec

from upwell.streams.sinks.differences import with_place
from upwell.streams.sinks.lines import OF_SEARCHES

from ..room import Room
from ..web.arguments import Arguments
from ..web.paging import after, cursor

EVENTS = (
    "any",
    "new",
    "changed",
    "corrected",
    "withdrawn",
    "gone",
    "back",
    "alias",
    "health",
    *OF_SEARCHES,
)
_COLUMNS = "rowid AS number, event, id, version, url, site, at, fields, text, evidence"


async def changes(room: Room, arguments: Arguments) -> dict[str, Any]:
    """Changes of all sites or of one, some at a time."""
    n, start = arguments.rows(), after(arguments.text("cursor"), 1)
    site, event = arguments.text("site"), arguments.one_of("event", EVENTS)
    found = await some(room, site, event, n + 1, before=start[0] if start else None)
    part = found[:n]
    return {
        "site": site,
        "event": event,
        "filled": room.objects.exists,
        "choices": EVENTS,
        "sites": sorted(room.ring.sites),
        "changes": [change for _, change in part],
        "next": cursor(part[-1][0]) if len(found) > n else None,
    }


async def some(
    room: Room, site: str, event: str, n: int, before: int | None = None, beyond: int | None = None
) -> list[tuple[int, dict[str, Any]]]:
    """Numbered changes: the newest first, or those beyond a number in their order."""
    conditions, values = ["1"], list[Any]()
    for condition, value in (
        ("site = ?", site or None),
        ("event = ?", event if event != "any" else None),
        ("rowid < ?", before),
        ("rowid > ?", beyond),
    ):
        if value is not None:
            conditions.append(condition)
            values.append(value)
    way = "DESC" if beyond is None else "ASC"
    question = f"SELECT {_COLUMNS} FROM changes WHERE {' AND '.join(conditions)}"
    rows = await room.objects.rows(f"{question} ORDER BY rowid {way} LIMIT ?", [*values, n])
    return [(row.pop("number"), _change(row)) for row in rows]


def _change(row: dict[str, Any]) -> dict[str, Any]:
    """A change as `upwell changes` writes it."""
    decoded = {name: msgspec.json.decode(row[name]) for name in ("fields", "evidence")}
    return with_place(row | decoded)
