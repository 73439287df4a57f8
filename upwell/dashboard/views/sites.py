"""All sites: where each stands, and why."""

from __future__ import annotations

from typing import Any

import msgspec

from upwell.pace import outlook
from upwell.streams.records import SiteStatus

from ..ring.ring import Ring
from ..room import Room
from ..web.arguments import Arguments

UNDER_WAY = frozenset(
    {"discover", "browse", "probe", "learn", "widen", "harvest", "details", "watch"}
)


async def sites(room: Room, arguments: Arguments) -> dict[str, Any]:
    """Every site of the log, those at work first."""
    found = [site_row(room.ring, status) for status in room.ring.sites.values()]
    found.sort(key=lambda one: (not one["under_way"], one["site"]))
    return {"sites": found, "looked_at": room.ring.looked_at, "failed": room.ring.failed}


def site_row(ring: Ring, status: SiteStatus) -> dict[str, Any]:
    """One site, as `upwell status --json` tells it, with its pace."""
    models = ring.models.get(status.site, [])
    n_kinds = len(msgspec.json.decode(models[-1].body).get("clusters", [])) if models else 0
    return {
        **{
            name: value for name, value in msgspec.structs.asdict(status).items() if name != "retry"
        },
        "under_way": status.phase in UNDER_WAY,
        "rate": ring.of(status.site).rate(ring.clock()),
        "outlook": outlook(status) if status.phase in UNDER_WAY else "",
        "kinds": n_kinds,
        "models": models[-1].version if models else 0,
    }
