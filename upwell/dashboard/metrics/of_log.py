"""What a log and its read model say, as metrics."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from aiohttp import web

from upwell import __version__

from ..room import Room
from ..views.objects import counts
from . import names
from .exposition import CONTENT_TYPE, Exposition

EVENTS_S = 15.0  # that a count of all changes is kept: it looks at each


def metrics(room: Room) -> Callable[[web.Request], Awaitable[web.Response]]:
    """The handler of `/metrics`."""

    async def respond(request: web.Request) -> web.Response:
        text = (await exposition(room)).text()
        return web.Response(body=text.encode(), headers={"Content-Type": CONTENT_TYPE})

    return respond


async def exposition(room: Room) -> Exposition:
    """The metrics of the log and its read model, as of now."""
    respond, ring, now = Exposition(), room.ring, room.now
    respond.add(names.BUILD, [((__version__,), 1)])
    sites = list(ring.sites.values())
    respond.add(names.ISSUED, [((one.site,), one.issued) for one in sites])
    respond.add(names.ANSWERED, [((one.site,), one.answered) for one in sites])
    respond.add(names.OUTSTANDING, [((one.site,), one.outstanding) for one in sites])
    respond.add(names.PHASE, [((one.site, one.phase), 1) for one in sites])
    respond.add(names.AGE, [((one.site,), max(0.0, now - one.at)) for one in sites])
    pages = ring.pages.items()
    respond.add(names.PAGES, [((s, c), n) for s, one in pages for c, n in one.classes.items()])
    respond.add(names.SIMILARITY, [((s,), one.similarity) for s, one in pages], "_sum")
    respond.add(names.SIMILARITY, [((s,), one.n_similar) for s, one in pages], "_count")
    await _objects(respond, room)
    respond.add(
        names.LAG,
        [
            ((at.reader, at.topic, str(part)), lag)
            for at in (await room.lags.current()).positions
            for part, lag in at.partitions.items()
        ],
    )
    respond.add(names.LETTERS, [((reason,), n) for reason, n in ring.reasons.items()])
    respond.add(names.WAITING, [((), len(ring.letters))])
    respond.add(names.FOLLOWED, [((), max(0.0, now - ring.looked_at))])
    respond.add(names.FOLLOWERS, [((), room.followers)])
    return respond


async def _objects(respond: Exposition, room: Room) -> None:
    respond.add(names.STANDING, [((site,), n) for site, n in (await counts(room)).items()])
    at, rows = room.events
    if not 0 <= room.now - at < EVENTS_S:
        rows = await room.objects.rows(
            "SELECT site, event, count(*) AS n FROM changes GROUP BY site, event"
        )
        room.events = (room.now, rows)
    respond.add(names.EVENTS, [((row["site"], row["event"]), row["n"]) for row in rows])
