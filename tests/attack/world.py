"""A good site and hostile ones in a process of their own, and one visitor who meets the good alone.

`python -m tests.attack.world serve NAME` prints the port of the good site and of the hostile one;
`python -m tests.attack.world visit URL SECONDS` prints how many answers a second it had.
"""

from __future__ import annotations

import asyncio
import sys
import time

from aiohttp import web

from tests.listening import listening
from upwell.streams.records import Request
from upwell.streams.web import Web

PAGE = b"<!doctype html><title>t</title><p>hello"
ALLOW = ["127.0.0.0/8"]
AGENTS = "".join(f"User-agent: a{n}\n" for n in range(3_000))
RULES = "".join(f"Disallow:/{n}\n" for n in range(3_000))
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 50_000
# robots, what a page sends again and again, pause, hosts
HOSTILE = {
    "two hundred stalled": (b"", b"", 60.0, 200),
    "robots of agents by rules": ((AGENTS + RULES).encode(), b"", 60.0, 8),
    "endless 1xx": (b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 2_000, 0.001, 8),
    "chunks of a byte": (b"", CHUNKED, 0.001, 8),
    "crawl delays of a minute": (b"User-agent: *\nCrawl-delay: 60\n", b"", 60.0, 70),
}


async def serve(name: str) -> None:
    """Until this process is ended: a site that answers at once, and a port that never ends.

    Every address of 127.0.0.0/8 is a host of its own.
    """
    robots, body, pause_s, _ = HOSTILE[name]

    async def handle(request: web.Request) -> web.Response:
        return web.Response(body=PAGE, content_type="text/html")

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

    app = web.Application()
    app.router.add_get("/{path:.*}", handle)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    async with listening(answer, "0.0.0.0") as port:
        print(runner.addresses[0][1], port, flush=True)
        await asyncio.Event().wait()


def request(url: str) -> Request:
    """One page of a site that may be asked as fast as it answers."""
    site = url.partition("://")[2].partition("/")[0]
    return Request(site=site, number=1, low=1, url=url, reason="query", delay_s=0.0)


async def rate(web_: Web, url: str, seconds: float) -> float:
    """Answers of a site a second, one after the other."""
    begun, n = time.monotonic(), 0
    while time.monotonic() - begun < seconds:
        n += (await web_.fetch(request(url))).outcome == "ok"
    return n / (time.monotonic() - begun)


async def visit(url: str, seconds: float) -> None:
    """Print the rate of somebody who meets nobody else."""
    async with Web(allow=ALLOW) as web_:
        await rate(web_, url, 0.2)
        print(await rate(web_, url, seconds))


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        asyncio.run(serve(sys.argv[2]))
    else:
        asyncio.run(visit(sys.argv[2], float(sys.argv[3])))
