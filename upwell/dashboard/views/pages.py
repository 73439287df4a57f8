"""The pages of a site as they were read."""

from __future__ import annotations

from typing import Any

from ..ring.site_pages import PageRow
from ..room import Room
from ..web.arguments import Arguments
from ..web.paging import after, cursor
from .site import as_row, named

CAME_BACK = (
    *("any", "answer", "no_match", "error", "block", "login", "script"),
    *("other_type", "moved", "away"),
)


async def pages(room: Room, arguments: Arguments) -> dict[str, Any]:
    """Pages of a site, the one answered last first, some at a time."""
    name, n = named(room, arguments), arguments.rows()
    word, kind, text = (
        arguments.one_of("came_back", CAME_BACK),
        arguments.text("kind"),
        arguments.text("q"),
    )
    start = after(arguments.text("cursor"))
    found = [
        row
        for row in room.ring.of(name).rows.values()
        if (word == "any" or row.came_back == word)
        and (not kind or str(row.kind) == kind)
        and text in row.url
    ]
    found.sort(key=_key)
    rest = [row for row in found if not start or _key(row) > start]
    shown = rest[:n]
    return {
        "site": name,
        "came_back": word,
        "kind": kind,
        "q": text,
        "n": len(found),
        "pages": [as_row(row) for row in shown],
        "next": cursor(*_key(shown[-1])) if len(rest) > n else None,
        "choices": CAME_BACK,
    }


def _key(row: PageRow) -> list[Any]:
    return [-row.at, row.url]
