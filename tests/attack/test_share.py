"""A good site goes on beside hostile ones."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from upwell.agents.fetch import FetchParams
from upwell.streams.web import Web

from .conftest import Tell
from .world import ALLOW, HOSTILE, rate, request

pytestmark = pytest.mark.attack
LONG_S = 3.0
SHARE = 0.9
TRIES = 3  # the machine has other work: a slot that is kept is kept every time


@asynccontextmanager
async def process(*arguments: str) -> AsyncIterator[Process]:
    """A process of the world, ended with the block."""
    command = (sys.executable, "-m", "tests.attack.world", *arguments)
    started = await asyncio.create_subprocess_exec(*command, stdout=PIPE)
    try:
        yield started
    finally:
        if started.returncode is None:
            started.kill()
        await started.wait()


async def beside_another(web_: Web, url: str) -> float:
    """The rate of the good site as a share of what another process has of it meanwhile."""
    async with process("visit", url, str(LONG_S)) as other:
        await asyncio.sleep(1.0)
        ours = await rate(web_, url, LONG_S)
        theirs = float((await other.communicate())[0])
    return ours / theirs


async def share(url: str, port: str, n_hosts: int) -> float:
    """What is left of the rate while so many hostile hosts are asked."""
    async with Web(allow=ALLOW) as web_:
        await rate(web_, url, 0.5)
        alone = await beside_another(web_, url)
        bad = [f"http://127.1.{n // 200}.{n % 200 + 1}:{port}/page" for n in range(n_hosts)]
        tasks = [asyncio.ensure_future(web_.fetch(request(one))) for one in bad]
        await asyncio.sleep(2.5)  # what they cost at first they cost once
        beside = await beside_another(web_, url)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return beside / alone


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_good_site_keeps_its_rate(name: str, tell: Tell) -> None:
    n_hosts = HOSTILE[name][-1]
    assert FetchParams().in_flight > n_hosts
    best = 0.0
    async with process("serve", name) as servers:
        assert servers.stdout is not None
        good, port = (await servers.stdout.readline()).decode().split()
        for _ in range(TRIES):
            best = max(best, await share(f"http://127.0.0.1:{good}/page", port, n_hosts))
            if best >= SHARE:
                break
    tell(f"rate of a good site beside: {name}", n_hosts, f"{best:.2f} of alone")
    assert best >= SHARE
