"""A web that is only asked while there is room for its answers."""

from __future__ import annotations

from upwell.streams.log.disk_space import Room
from upwell.streams.records import Page, Request

from .service import Web


class DiskGate:
    """Waits for room before each fetch."""

    def __init__(self, web: Web, room: Room) -> None:
        self._web = web
        self._room = room

    async def fetch(self, request: Request) -> Page:
        """One page, once there is room for it."""
        await self._room.wait()
        return await self._web.fetch(request)
