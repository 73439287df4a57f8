"""The objects of a site as a table: searched, filtered, sorted, some at a time."""

from __future__ import annotations

from typing import Any

import msgspec

from ..objects.columns import columns_of, table_columns, title
from ..objects.search import ORDERS, STATES, Search, question
from ..room import Room
from ..web.arguments import Arguments, BadRequest
from ..web.paging import after, cursor
from .site import named

COUNT_S = 5.0  # that a count is kept


async def objects(room: Room, arguments: Arguments) -> dict[str, Any]:
    """Objects of a site with the columns that they show."""
    search = asked_for(arguments, named(room, arguments))
    n, start = arguments.rows(), after(arguments.text("cursor"))
    found = [row_values(row) for row in await room.objects.rows(*question(search, start, n))]
    part = found[:n]
    columns = columns_of(part)
    last = part[-1] if part else {}
    return {
        "site": search.site,
        "search": {name: getattr(search, name) for name in search.__slots__},
        "filled": room.objects.exists,
        "n": (await counts(room)).get(search.site, 0),
        "columns": columns,
        "shown": table_columns(columns, part),
        "objects": [{k: v for k, v in one.items() if k not in ("key", "number")} for one in part],
        "next": cursor(last["key"], last["id"]) if len(found) > n else None,
    }


def asked_for(arguments: Arguments, site: str) -> Search:
    """The search that a request means."""
    search = Search(
        site=site,
        words=arguments.text("q"),
        question=arguments.text("query"),
        column=arguments.text("column"),
        value=arguments.text("value"),
        state=arguments.one_of("state", STATES),
        order=arguments.one_of("order", ORDERS),
    )
    if search.order in ("least", "most") and not search.column:
        raise BadRequest("column: least and most are of a column")
    if search.value and not search.column:
        raise BadRequest("column: a value is of a column")
    return search


def row_values(row: dict[str, Any]) -> dict[str, Any]:
    """A row with its JSON as values."""
    decoded = {name: msgspec.json.decode(row[name]) for name in ("fields", "raw") if name in row}
    called = title(row["text"], decoded.get("raw", {}))
    return row | decoded | {"present": bool(row["present"]), "title": called}


async def counts(room: Room) -> dict[str, int]:
    """Objects that count, by site; kept for a few seconds, because they are counted one by one."""
    at, found = room.counts
    if room.now - at > COUNT_S or at > room.now:
        rows = await room.objects.rows("SELECT site, sum(present) AS n FROM objects GROUP BY site")
        found = {row["site"]: row["n"] for row in rows}
        room.counts = (room.now, found)
    return found
