"""One page: how it was read, each time, and which rules decided."""

from __future__ import annotations

from typing import Any

from upwell.streams.records import Finding

from ..ring.readings import readings_of
from ..room import Room
from ..web.asked import Asked, BadRequest, NotFound
from .site import named


async def page(room: Room, asked: Asked) -> dict[str, Any]:
    """The readings of a page, the newest first."""
    name, url = named(room, asked), asked.text("url")
    if not url:
        raise BadRequest("url: of the page, as `pages` lists it")
    found = await readings_of(room, name, url)
    if not found:
        raise NotFound(f"no page of {name} with this address was read")
    return {"site": name, "url": url, "readings": [_reading(one) for one in found]}


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
