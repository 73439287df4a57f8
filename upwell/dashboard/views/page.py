"""One page: how it was read, each time, and which rules decided."""

from __future__ import annotations

from typing import Any

from upwell.streams.records import Finding

from ..pinned.names import names_on
from ..ring.readings import readings_of
from ..room import Room
from ..stored.read import Shown, shown_page
from ..web.arguments import Arguments, BadRequest, NotFound
from .site import named


async def page(room: Room, arguments: Arguments) -> dict[str, Any]:
    """The readings of a page, the newest first."""
    name, url = named(room, arguments), arguments.text("url")
    if not url:
        raise BadRequest("url: of the page, as `pages` lists it")
    found = await readings_of(room, name, url)
    if not found:
        raise NotFound(f"no page of {name} with this address was read")
    stored = await shown_page(room, found[0])
    return {
        "site": name,
        "url": url,
        "stored": _stored(stored),
        "readings": [_reading(one) for one in found],
        "names": names_on(room, name, found[0].final_url, stored),
    }


def _stored(stored: Shown) -> dict[str, Any]:
    """The stored page as the newest model reads it."""
    reading = stored.reading
    return {
        "missing": stored.missing,
        "model_version": stored.model_version,
        "regions": len(reading.pagelets) if reading else 0,
        "objects": [{"text": one.text, "fields": one.fields} for one in reading.objects]
        if reading
        else [],
        "route": reading.route if reading else "",
        "why": reading.why if reading else {},
    }


def _reading(finding: Finding) -> dict[str, Any]:
    return {
        "at": finding.at,
        "number": finding.number,
        "again": finding.again,
        "reason": finding.reason,
        "query": finding.query,
        "status": finding.status,
        "outcome": finding.outcome,
        "detail": finding.detail,
        "came_back": finding.came_back,
        "doubtful": finding.doubtful,
        "kind": finding.cluster,
        "similarity": finding.similarity,
        "model_version": finding.model_version,
        "route": finding.route,
        "why": finding.why,
        "objects": len(finding.objects),
        "matches": finding.matches,
        "links": [
            {"url": link.url, "role": link.role} for link in finding.links if link.role != "other"
        ][:50],
    }
