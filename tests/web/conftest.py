"""A loopback site whose every address misbehaves in one way, and a web to ask it with."""

import asyncio
import gzip
import socket
import zlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from aiohttp import web
from aiohttp.abc import AbstractResolver, ResolveResult

from upwell.models.urls.canonical import site_of
from upwell.streams.records import Page, Request
from upwell.streams.web import Limits, Web

PAGE = b"<!doctype html><title>t</title><p>hello"
LIMITS = Limits(timeout_s=5.0, decoded_bytes=300_000, compressed_bytes=50_000)


class Names(AbstractResolver):
    """Host names with the addresses they have in a test; every other name has none."""

    def __init__(self, names: dict[str, list[str]]) -> None:
        self.names = names

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        if host not in self.names:
            raise OSError(None, "unknown host")
        return [
            ResolveResult(
                hostname=host, host=place, port=port, family=socket.AF_INET, proto=0, flags=0
            )
            for place in self.names[host]
        ]

    async def close(self) -> None:
        return None


class Clock:
    """Stands still until somebody waits on it."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.time += seconds


class Site:
    """Handlers that can be changed, and what was asked."""

    def __init__(self) -> None:
        self.robots: Callable[[], web.Response] = lambda: web.Response(status=404)
        self.asked: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/robots.txt":
            self.asked.append("/robots.txt")
            return self.robots()
        self.asked.append(request.raw_path)
        self.headers.append({k.lower(): v for k, v in request.headers.items()})
        name = request.path.strip("/").partition("/")[0]
        return await getattr(self, f"do_{name}", self.do_page)(request)

    async def do_page(self, request: web.Request) -> web.StreamResponse:
        return web.Response(body=PAGE, content_type="text/html", charset="iso-8859-2")

    async def do_to(self, request: web.Request) -> web.StreamResponse:
        status = int(request.query.get("status", "302"))
        return web.Response(status=status, headers={"Location": request.query["url"]})

    async def do_chain(self, request: web.Request) -> web.StreamResponse:
        n = int(request.query["n"])
        target = f"/chain?n={n - 1}" if n > 1 else "/page"
        return web.Response(status=301, headers={"Location": target})

    async def do_status(self, request: web.Request) -> web.StreamResponse:
        after = request.query.get("after")
        headers = {"Retry-After": after} if after is not None else {}
        code = int(request.query["code"])
        return web.Response(status=code, body=PAGE, content_type="text/html", headers=headers)

    async def do_typed(self, request: web.Request) -> web.StreamResponse:
        kind, body = request.query["type"], request.query["body"].encode("latin-1")
        return web.Response(body=body, headers={"Content-Type": kind} if kind else {})

    async def do_coded(self, request: web.Request) -> web.StreamResponse:
        raw = zlib.compressobj(wbits=-15)
        bodies = {
            "gzip": gzip.compress(PAGE),
            "members": gzip.compress(PAGE[:9]) + gzip.compress(PAGE[9:]) + b"rubbish",
            "deflate": zlib.compress(PAGE),
            "raw": raw.compress(PAGE) + raw.flush(),
            "cut": gzip.compress(PAGE)[:-12],
            "broken": b"\x1f\x8b\x08\x00" + b"\xff" * 60,
            "bomb": gzip.compress(PAGE + b" " * 50_000_000),
            "hollow": gzip.compress(b"") * 20_000,
            "br": PAGE,
            "twice": gzip.compress(gzip.compress(PAGE)),
        }
        names = {"br": "br", "twice": "gzip, gzip", "deflate": "deflate", "raw": "deflate"}
        kind = request.query["kind"]
        headers = {"Content-Type": "text/html", "Content-Encoding": names.get(kind, "gzip")}
        return web.Response(body=bodies[kind], headers=headers)

    async def do_endless(self, request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse(headers={"Content-Type": "text/html"})
        await answer.prepare(request)
        while True:
            await answer.write(b"<p>more and more" * 1000)

    async def do_cut(self, request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse(headers={"Content-Type": "text/html", "Content-Length": "9999"})
        await answer.prepare(request)
        await answer.write(PAGE)
        assert request.transport is not None
        request.transport.abort()
        return answer

    async def do_silent(self, request: web.Request) -> web.StreamResponse:
        await asyncio.Event().wait()
        raise AssertionError

    async def do_hangup(self, request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    async def do_form(self, request: web.Request) -> web.StreamResponse:
        form = await request.post()
        text = f"<!doctype html><p>{request.method} {dict(form)}"
        return web.Response(text=text, content_type="text/html")


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    running = Site()
    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", running.handle)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    running.port = runner.addresses[0][1]
    yield running
    await runner.cleanup()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def web_(clock: Clock) -> AsyncIterator[Web]:
    names = Names({"shop.test": ["127.0.0.1"], "inside.test": ["10.0.0.7"]})
    async with Web(
        contact="me@shop.test",
        allow=["127.0.0.0/8"],
        limits=LIMITS,
        now=clock,
        steady=clock,
        sleep=clock.sleep,
        resolver=names,
    ) as asked:
        yield asked


def request(url: str, **more: Any) -> Request:
    fields: dict[str, Any] = {"site": "shop.test", "number": 7, "low": 3, "reason": "query"}
    fields["site"] = site_of(url) or "shop.test"
    return Request(url=url, **{**fields, "delay_s": 0.0, **more})


Fetch = Callable[..., Any]


@pytest.fixture
def fetch(web_: Web, site: Site) -> Fetch:
    """Ask the site for a path, or the web for a whole address."""

    async def ask(url: str, **more: Any) -> Page:
        return await web_.fetch(request(site.url + url if url.startswith("/") else url, **more))

    return ask
