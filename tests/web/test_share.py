"""What a hostile server costs others: no slot, little time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.costs import collector_off
from tests.listening import listening
from upwell.streams.web import Limits, Web

from .conftest import PAGE, Site, request

MANY = 80  # more than there are slots
INTERIM = b"HTTP/1.1 100 Continue\r\n\r\n"
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


@asynccontextmanager
async def server(data: bytes, times: int = 1, pause_s: float = 0.0) -> AsyncIterator[str]:
    """A port that answers whatever it is asked with these bytes, then says nothing more."""
    n_sent = 0

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal n_sent
        head = await reader.readuntil(b"\r\n\r\n")
        if b"/robots.txt" in head:
            writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            head = await reader.readuntil(b"\r\n\r\n")
        try:
            for _ in range(times):
                writer.write(data)
                n_sent += len(data)
                await writer.drain()
                await asyncio.sleep(pause_s)
            await reader.read()
        except OSError:
            return

    async with listening(answer) as port:
        yield f"http://127.0.0.1:{port}/page"


async def test_hosts_that_stall_keep_no_slot(site: Site) -> None:
    limits = Limits(timeout_s=20.0, on_the_wire=8)
    async with server(b"") as stalled, Web(allow=["127.0.0.0/8"], limits=limits) as web:
        waiting = [asyncio.create_task(web.fetch(request(stalled, delay_s=0))) for _ in range(MANY)]
        await asyncio.sleep(0.1)
        begun = time.monotonic()
        pages = [await web.fetch(request(f"{site.url}/page", delay_s=0)) for _ in range(20)]
        took_s = time.monotonic() - begun
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    assert ["ok"] * 20 == [page.outcome for page in pages]
    assert took_s < 30.0  # eighty of them at eight a turn of twenty seconds took two hundred


# bytes, how often, outcome, most seconds of processor time
ENDLESS = [
    (INTERIM * 1_000, 2_000, "reset"),
    (HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 100_000, 20, "truncated"),
    (HEAD + b"Content-Length: 100000\r\n\r\n" + PAGE, 1, "timeout"),
]


@pytest.mark.parametrize(("data", "times", "outcome"), ENDLESS)
async def test_an_answer_that_says_nothing_ends_early(
    data: bytes, times: int, outcome: str
) -> None:
    limits = Limits(timeout_s=6.0)
    async with server(data, times) as url, Web(allow=["127.0.0.0/8"], limits=limits) as web:
        with collector_off():
            begun = time.process_time()
            page = await web.fetch(request(url))
            took_s = time.process_time() - begun
    assert (outcome, True) == (page.outcome, took_s < 1.5)


async def test_a_body_that_drips_ends_before_its_time(site: Site) -> None:
    limits = Limits(timeout_s=60.0, grace_s=1.0)
    head = HEAD + b"Content-Length: 100000\r\n\r\n"
    async with (
        server(head + b"x" * 10, 60, 0.5) as url,
        Web(allow=["127.0.0.0/8"], limits=limits) as web,
    ):
        begun = time.monotonic()
        page = await web.fetch(request(url))
    assert ("timeout", True) == (page.outcome, time.monotonic() - begun < 20)
