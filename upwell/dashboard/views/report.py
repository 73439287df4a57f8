"""What became of everything a site showed: asked, waiting, or left out, and why."""

from __future__ import annotations

import asyncio
from typing import Any

from ..account.counting import account_of
from ..room import Room
from ..web.arguments import Arguments
from .site import named

FRESH_S = 60.0  # that an account is shown before it is counted anew


async def report(room: Room, arguments: Arguments) -> dict[str, Any]:
    """The account of a site as it was last counted; it is counted beside, from all its pages."""
    name = named(room, arguments)
    at, found = room.accounts.get(name, (0.0, None))
    if room.now - at > FRESH_S and name not in room.counting:
        room.counting[name] = asyncio.create_task(_count(room, name))
    return {"site": name, "counted_at": at, "counting": name in room.counting, "account": found}


async def _count(room: Room, name: str) -> None:
    try:
        account = await account_of(room.log, room.ring.sites[name])
        room.accounts[name] = (room.now, await asyncio.to_thread(account.summary))
    finally:
        del room.counting[name]
