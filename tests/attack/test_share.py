"""A good site goes on beside hostile ones."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from tests.listening import listening
from upwell.agents.fetch import FetchParams
from upwell.streams.records import Request
from upwell.streams.web import Web

pytestmark = pytest.mark.attack
PAGE = b"<!doctype html><title>t</title><p>hello"
LONG_S = 6.0
SHARE = 0.9
AGENTS = "".join(f"User-agent: a{n}\n" for n in range(3_000))
RULES = "".join(f"Disallow:/{n}\n" for n in range(3_000))


@asynccontextmanager
async def good() -> AsyncIterator[str]:
    """A site that answers at once."""
    app = web.Application()

    async def handle(request: web.Request) -> web.Response:
        return web.Response(body=PAGE, content_type="text/html")

    app.router.add_get("/{path:.*}", handle)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/page"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def hostile(robots: bytes, body: bytes, pause_s: float) -> AsyncIterator[str]:
    """A port that never comes to an end; every address of 127.0.0.0/8 is a host of its own."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            if b"/robots.txt" in head:
                size = b"Content-Length: %d\r\n\r\n" % len(robots)
                writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n" + size + robots)
                await writer.drain()
                writer.close()
                return
            while True:
                writer.write(body)
                await writer.drain()
                await asyncio.sleep(pause_s)
        except (OSError, asyncio.IncompleteReadError):
            return

    async with listening(answer, "0.0.0.0") as port:
        yield f":{port}/page"


def request(url: str) -> Request:
    site = url.partition("://")[2].partition("/")[0]
    return Request(site=site, number=1, low=1, url=url, reason="query", delay_s=0.0)


async def rate(fetch: Callable[[Request], object], url: str, seconds: float = LONG_S) -> float:
    """Answers of the good site a second of this process: the machine has other work."""
    begun, n = time.monotonic(), 0
    while time.monotonic() - begun < seconds:
        page = await fetch(request(url))  # type: ignore[misc]
        n += page.outcome == "ok"
    return n / (time.monotonic() - begun)


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 50_000
# robots, what a page sends again and again, pause, hosts
HOSTILE = {
    "two hundred stalled": (b"", b"", 60.0, 200),
    "robots of agents by rules": ((AGENTS + RULES).encode(), b"", 60.0, 8),
    "endless 1xx": (b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 2_000, 0.001, 8),
    "chunks of a byte": (b"", CHUNKED, 0.001, 8),
    "crawl delays of a minute": (b"User-agent: *\nCrawl-delay: 60\n", b"", 60.0, 70),
}


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_good_site_keeps_its_rate(name: str) -> None:
    robots, body, pause_s, n_hosts = HOSTILE[name]
    assert FetchParams().in_flight > n_hosts
    async with (
        good() as url,
        hostile(robots, body, pause_s) as where,
        Web(allow=["127.0.0.0/8"]) as web_,
    ):
        await rate(web_.fetch, url, 0.5)
        alone = await rate(web_.fetch, url)
        bad = [f"http://127.1.{n // 200}.{n % 200 + 1}{where}" for n in range(n_hosts)]
        tasks = [asyncio.ensure_future(web_.fetch(request(one))) for one in bad]
        await asyncio.sleep(2.5)  # what they cost at first they cost once
        beside = await rate(web_.fetch, url)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    print(f"{name}: {alone:.0f} a second alone, {beside:.0f} beside, {beside / alone:.2f}")
    assert beside >= SHARE * alone
