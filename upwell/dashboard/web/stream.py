"""Changes as server-sent events: each once, and from where a follower was cut off."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
from aiohttp import web

from ..params import FOLLOWERS, LOOK_S
from ..room import Room
from ..views.changes import EVENTS, some
from .arguments import Arguments, BadRequest

AT_ONCE = 500  # changes of one look
QUIET = 15  # looks without a change, after which a sign of life is sent


def stream(room: Room) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """The handler of the stream."""

    async def streamed(request: web.Request) -> web.StreamResponse:
        arguments = Arguments(request.match_info, request.query)
        site, event = arguments.text("site"), arguments.one_of("event", EVENTS)
        at = _start(request.headers.get("Last-Event-ID") or arguments.text("from"))
        if room.followers >= FOLLOWERS:
            raise web.HTTPServiceUnavailable(
                text=f"{FOLLOWERS} follow already; close one, or read /api/v1/changes",
                headers={"Retry-After": "30"},
            )
        room.followers += 1
        try:
            return await _send(request, room, site, event, at)
        finally:
            room.followers -= 1

    return streamed


def _start(given: str) -> int | None:
    if not given:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > 15:
        raise BadRequest("from: the id of an event, 0 for all of them")
    return int(given)


async def _send(
    request: web.Request, room: Room, site: str, event: str, at: int | None
) -> web.StreamResponse:
    if at is None:
        newest = await some(room, "", "any", 1)
        at = newest[0][0] if newest else 0
    answer = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
    await answer.prepare(request)
    await answer.write(b"retry: 2000\n\n")
    quiet = 0
    while request.transport is not None and not request.transport.is_closing():
        found = await some(room, site, event, AT_ONCE, beyond=at)
        for number, change in found:
            data = msgspec.json.encode(change).decode()
            await answer.write(f"id: {number}\nevent: change\ndata: {data}\n\n".encode())
            at = number
        quiet = 0 if found else quiet + 1
        if quiet >= QUIET:
            await answer.write(b": still here\n\n")
            quiet = 0
        if len(found) < AT_ONCE:
            await asyncio.sleep(LOOK_S)
    return answer
