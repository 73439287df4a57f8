"""A stored page in its frame: a document of its own, where nothing runs and nothing is loaded."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from aiohttp import web

from ..ring.readings import readings_of
from ..room import Room
from ..stored.read import shown_page
from ..views.site import named
from .arguments import Arguments, NotFound
from .headers import FRAME_POLICY


def frame(room: Room) -> Callable[[web.Request], Awaitable[web.Response]]:
    """The handler of the frame."""

    async def framed(request: web.Request) -> web.Response:
        arguments = Arguments(request.match_info, request.query)
        found = await readings_of(room, named(room, arguments), arguments.text("url"))
        stored = await shown_page(room, found[0]) if found else None
        if stored is None or stored.missing:
            raise NotFound(stored.missing if stored else "no such page was read")
        headers = {"Content-Security-Policy": FRAME_POLICY}
        return web.Response(text=stored.document, content_type="text/html", headers=headers)

    return framed
