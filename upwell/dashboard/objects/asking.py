"""A site asked as a table: what is known of a question, how old it is, and where it is from."""

from __future__ import annotations

from typing import Any

import msgspec

from upwell.errors import ConfigError
from upwell.streams.filters import Filter, facts_of, parse_filter

from ..params import ASKED_ROWS
from ..room import Room
from ..views.objects import row_values
from ..views.site import named
from ..web.arguments import Arguments, BadRequest
from .search import Search, question

DAY_S = 86_400.0


async def ask(room: Room, arguments: Arguments) -> dict[str, Any]:
    """Objects of a site that answer a question, from what is known of it; the site is not asked.

    `fresh` says whether the site answered this very question within `max_age` seconds.
    """
    site, n = named(room, arguments), arguments.rows()
    text, wanted = arguments.text("query"), _filter(arguments.text("where"))
    most_s = _seconds(arguments.text("max_age"))
    row = room.ring.of(site).queries.get(text)
    at = row.at if row else None
    search = Search(site=site, words=text, order="newest")
    found = await room.objects.rows(*question(search, [], ASKED_ROWS if wanted else n))
    lines = [row_values(one) for one in found]
    if wanted is not None:
        lines = [one for one in lines if wanted.matches(facts_of(one))]
    return {
        "site": site,
        "query": text,
        "answered_at": at,
        "age_s": None if at is None else round(max(0.0, room.now - at), 1),
        "fresh": at is not None and room.now - at <= most_s,
        "whole": len(lines) <= n and len(found) <= ASKED_ROWS,
        "objects": [await _object(room, one) for one in lines[:n]],
    }


def _filter(text: str) -> Filter | None:
    try:
        return parse_filter(text) if text.strip() else None
    except ConfigError as error:
        raise BadRequest(f"where: {error}") from error


def _seconds(text: str) -> float:
    try:
        found = float(text) if text else DAY_S
    except ValueError:
        found = -1.0
    if not 0 <= found < float("inf"):
        raise BadRequest("max_age: seconds, a day where nothing is said")
    return found


async def _object(room: Room, one: dict[str, Any]) -> dict[str, Any]:
    """An object with the age and the page of each value."""
    (row,) = await room.objects.rows("SELECT provenance FROM objects WHERE id = ?", [one["id"]])
    places = msgspec.json.decode(row["provenance"])
    age = round(max(0.0, room.now - one["seen_at"]), 1)
    return {
        "id": one["id"],
        "url": one["url"],
        "text": one["text"],
        "values": {
            name: {
                "value": value,
                "shown": one["raw"].get(name, value),
                "page_url": (places.get(name) or [one["page_url"]])[0],
                "age_s": age,
            }
            for name, value in one["fields"].items()
        },
    }
