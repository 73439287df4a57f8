"""A worker seen from outside: health, readiness, and what its fetching costs."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from upwell import __version__
from upwell.agents.fetch import Web
from upwell.errors import ConfigError, UpwellError
from upwell.streams.records import Page, Request

from . import names
from .exposition import CONTENT_TYPE, Exposition
from .names import code_class

BOUNDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)  # seconds
Lag = Callable[[], Awaitable[dict[str, int]]]


class Measured:
    """A web whose answers are counted on their way."""

    def __init__(self, inner: Web, clock: Callable[[], float] = time.monotonic) -> None:
        self._web = inner
        self._clock = clock
        self._pages: Counter[tuple[str, str]] = Counter()
        self._bytes: Counter[tuple[str]] = Counter()
        self._buckets = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    async def fetch(self, request: Request) -> Page:
        """One page, as the web gives it."""
        begun = self._clock()
        page = await self._web.fetch(request)
        took = self._clock() - begun
        self._buckets[bisect_left(BOUNDS, took)] += 1
        self._seconds += took
        self._pages[page.site, code_class(page.status)] += 1
        self._bytes[(page.site,)] += len(page.body)
        return page

    def add_to(self, exposition: Exposition) -> None:
        """Add the samples of what was fetched."""
        exposition.add(names.PAGES, self._pages.items())
        exposition.add(names.BYTES, self._bytes.items())
        n = 0
        for bound, more in zip((*map(str, BOUNDS), "+Inf"), self._buckets, strict=True):
            n += more
            exposition.add(names.DURATION, [((), n)], "_bucket", {"le": bound})
        exposition.add(names.DURATION, [((), self._seconds)], "_sum")
        exposition.add(names.DURATION, [((), n)], "_count")


@asynccontextmanager
async def outside(port: int | None, host: str, measured: Measured, lag: Lag) -> AsyncIterator[None]:
    """Answer `/healthz`, `/readyz` and `/metrics` on a port, if there is one.

    It carries no token: it tells counts and names of sites, and listens on this machine alone
    unless another address is named.
    """
    if port is None:
        yield
        return
    app = web.Application()
    app.router.add_get("/healthz", _alive)
    app.router.add_get("/readyz", _ready(lag))
    app.router.add_get("/metrics", _metrics(measured, lag))
    runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=0.5)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise ConfigError(
                f"cannot listen on {host}:{port}: {error.strerror or error}; "
                "name another with --metrics-port"
            ) from error
        yield
    finally:
        await runner.cleanup()


async def _alive(request: web.Request) -> web.Response:
    return web.json_response({"status": "ok"})


def _ready(lag: Lag) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def ready(request: web.Request) -> web.Response:
        """Whether the log answers, and tells how far this worker is."""
        try:
            waiting = await lag()
        except UpwellError as error:
            body = {"status": "not ready", "reasons": [str(error)]}
            return web.json_response(body, status=503)
        return web.json_response({"status": "ready", "reasons": [], "lag": waiting})

    return ready


def _metrics(measured: Measured, lag: Lag) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def metrics(request: web.Request) -> web.Response:
        exposition = Exposition()
        exposition.add(names.BUILD, [((__version__,), 1)])
        measured.add_to(exposition)
        exposition.add(names.WORKER_LAG, [((reader,), n) for reader, n in (await lag()).items()])
        headers = {"Content-Type": CONTENT_TYPE}
        return web.Response(body=exposition.text().encode(), headers=headers)

    return metrics
