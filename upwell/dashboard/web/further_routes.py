"""Routes beside the views: health, metrics, the stream of changes, forms that change something."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import msgspec
from aiohttp import web

from ..metrics.of_log import metrics
from ..params import LOOK_S
from ..room import Room
from ..views.letters import settle_letter
from ..views.steering import steer
from .arguments import Arguments
from .frame import frame
from .stream import stream
from .view import API

Act = Callable[[Room, Arguments, Mapping[str, str]], Awaitable[str]]

# Forms: where they are sent, and what they do. Each returns the page to look at next.
ACTS: dict[str, Act] = {"/letters/{letter}": settle_letter, "/sites/{site}": steer}
LATE = 30 * LOOK_S  # after which what is shown is too old to be called ready


def add_further_routes(app: web.Application, room: Room) -> None:
    """Add these routes to the application."""
    app.router.add_get("/healthz", _alive)
    app.router.add_get("/readyz", _readiness(room))
    app.router.add_get("/metrics", metrics(room))
    app.router.add_get(f"{API}/changes/stream", stream(room))
    app.router.add_get("/sites/{site}/stored", frame(room))
    for path, act in ACTS.items():
        app.router.add_post(path, _done(room, act))
        app.router.add_post(API + path, _done(room, act))


async def _alive(request: web.Request) -> web.Response:
    """Answer that the event loop turns; visitors without the token are told no more."""
    return web.json_response({"status": "ok"})


def _readiness(room: Room) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def ready(request: web.Request) -> web.Response:
        """Answer whether what is shown is what the log says now."""
        behind = room.now - room.ring.looked_at
        reasons = [room.ring.failed] if room.ring.failed else []
        if behind > LATE:
            reasons.append(f"the log was last followed to its end {behind:.0f} s ago")
        body = {"status": "late" if reasons else "ready", "reasons": reasons}
        return web.json_response(body, status=503 if reasons else 200)

    return ready


def _done(room: Room, act: Act) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def posted(request: web.Request) -> web.Response:
        is_api = request.path.startswith(API)
        given: Mapping[str, str]
        if request.content_type == "application/json":
            given = _texts(await request.read())
        else:
            given = {name: str(value) for name, value in (await request.post()).items()}
        place = await act(room, Arguments(request.match_info, request.query), given)
        if is_api:
            return web.json_response({"done": True})
        return web.Response(status=303, headers={"Location": place})

    return posted


def _texts(body: bytes) -> dict[str, str]:
    try:
        return msgspec.json.decode(body, type=dict[str, str])
    except msgspec.DecodeError:
        return {}
