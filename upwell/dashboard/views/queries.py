"""The questions that a site was asked, and what each brought."""

from __future__ import annotations

from typing import Any

from ..ring.site_pages import QueryRow
from ..room import Room
from ..web.arguments import Arguments
from ..web.paging import after, cursor
from .site import as_row, named

SORTS = ("new", "objects", "newest", "query")


async def queries(room: Room, arguments: Arguments) -> dict[str, Any]:
    """Questions of a site, in the order asked for, some at a time."""
    name, sort, n = named(room, arguments), arguments.one_of("sort", SORTS), arguments.rows()
    text = arguments.text("q").casefold()
    start = after(arguments.text("cursor"))
    keyed = sorted(
        (
            (_key(row, sort), row.query, row)
            for row in room.ring.of(name).queries.values()
            if text in row.query.casefold()
        ),
        key=lambda found: found[:2],
    )
    rest = [found for found in keyed if not start or list(found[:2]) > start]
    shown = rest[:n]
    more = len(rest) > n
    return {
        "site": name,
        "sort": sort,
        "q": arguments.text("q"),
        "n": len(keyed),
        "queries": [as_row(row) for _, _, row in shown],
        "next": cursor(*shown[-1][:2]) if more else None,
    }


def _key(row: QueryRow, sort: str) -> float:
    return {"new": -row.n_new, "objects": -row.n_objects, "newest": -row.at, "query": 0}[sort]
