"""The truth of a source in a process of its own, for tests that crawl from another process.

`python -m upwell.sources.truth_server NAME --seed S --size N` reads a token from its standard
input, listens on a port of its own and prints its URL. It serves no page of the source: it holds
the same site, because a seed says all of it, and answers who brings the token. The site does not
know of it, and neither does a crawler: the token stands in no argument, environment or file.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import signal
import sys
from collections.abc import Sequence

import msgspec
from aiohttp import web

from .database.life import Pace
from .families import FAMILIES
from .server import ADDRESS, family_of
from .site import Course, Site
from .starting import pages_of
from .truth import Truth


class Clock:
    """The time of the site as the questions tell it; it never goes back."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def at(self, moment: float) -> None:
        """It is this late."""
        self.now = max(self.now, moment)


class TruthServer:
    """Answers `/page?url=`, `/matching?query=` and `/records`, each with `at`, seconds of life."""

    def __init__(self, site: Site, clock: Clock, token: str) -> None:
        self._truth = Truth(site)
        self._clock = clock
        self._token = token

    def app(self) -> web.Application:
        """The aiohttp application."""
        app = web.Application()
        app.router.add_get("/page", self.page)
        app.router.add_get("/matching", self.matching)
        app.router.add_get("/records", self.records)
        return app

    def _admit(self, request: web.Request) -> None:
        shown = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if not secrets.compare_digest(shown.encode(), self._token.encode()):
            raise web.HTTPForbidden(text="a token is needed")
        self._clock.at(float(request.query.get("at", "0")))

    async def page(self, request: web.Request) -> web.Response:
        """All that is true of one page."""
        self._admit(request)
        return _json(self._truth.page(request.query["url"]))

    async def matching(self, request: web.Request) -> web.Response:
        """Numbers of the records that match a query."""
        self._admit(request)
        return _json(sorted(self._truth.matching(request.query["query"])))

    async def records(self, request: web.Request) -> web.Response:
        """Every record with its title and the address of its page."""
        self._admit(request)
        return _json(
            [
                {"id": record.id, "title": record.title, "url": self._truth.item_url(record)}
                for record in self._truth.records()
            ]
        )


def _json(value: object) -> web.Response:
    return web.Response(body=msgspec.json.encode(value), content_type="application/json")


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve the truth until interrupted; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m upwell.sources.truth_server")
    parser.add_argument("name", choices=list(FAMILIES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=2000)
    parser.add_argument("--life", action="store_true", help="with the usual change script")
    parser.add_argument("--redesign-after", type=float, default=None)
    parser.add_argument("--traps", action="store_true")
    options = parser.parse_args(arguments)
    token = sys.stdin.readline().strip()
    if not token:
        print("a token is expected on the standard input", file=sys.stderr)
        return 2
    clock = Clock()
    pages = pages_of(family_of(options.name), options.seed, options.size, options.traps)
    course = Course(Pace() if options.life else None, options.redesign_after)
    site = Site(pages, options.seed, frozen=True, course=course, clock=clock)
    asyncio.run(_run(TruthServer(site, clock, token)))
    return 0


async def _run(server: TruthServer) -> None:
    done = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, done.set)
    runner = web.AppRunner(server.app(), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    await web.TCPSite(runner, ADDRESS, 0).start()
    print(f"http://{ADDRESS}:{runner.addresses[0][1]}/", flush=True)
    await done.wait()
    await runner.cleanup()


if __name__ == "__main__":
    sys.exit(main())
