"""What Prometheus is told: every name is declared, and what board and rules ask for is there."""

from __future__ import annotations

import re
import socket
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from upwell.dashboard.metrics.names import METRICS, SERVE, WORKER
from upwell.dashboard.metrics.of_worker import Measured, outside
from upwell.dashboard.room import Room
from upwell.errors import BrokerError
from upwell.streams.records import Page, Request

from .filled import HOME, NOW, SITE

DOCKER = Path(__file__).resolve().parents[2] / "docker"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Web:
    """Answers every request with a page."""

    async def fetch(self, request: Request) -> Page:
        return Page(
            site=request.site, number=request.number, low=0, url=HOME, final_url=HOME, status=200,
            reason="query", outcome="ok", fetched_at=NOW, body=b"1234",
        )  # fmt: skip


async def lag() -> dict[str, int]:
    return {"upwell-plan findings": 3}


def samples(text: str) -> dict[str, float]:
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def families(text: str) -> set[str]:
    return set(re.findall(r"^# TYPE (\S+)", text, re.M))


async def worker_metrics() -> str:
    measured, port = Measured(Web()), free_port()
    for n in range(3):
        await measured.fetch(Request(site=SITE, number=n, low=0, url=HOME, reason="query"))
    async with (
        outside(port, "127.0.0.1", measured, lag),
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/metrics") as answer,
    ):
        return await answer.text()


async def test_what_is_told_is_what_is_declared(program: Any) -> None:
    served = await (await program.get("/metrics")).text()
    for who, text in ((SERVE, served), (WORKER, await worker_metrics())):
        assert {one.name for one in METRICS if who in one.told_by} == families(text)


async def test_numbers_are_those_of_the_log(program: Any) -> None:
    found = samples(await (await program.get("/metrics")).text())
    site = f'site="{SITE}"'
    expected = {
        f"upwell_requests_issued_total{{{site}}}": 7,
        f"upwell_requests_answered_total{{{site}}}": 5,
        f"upwell_requests_outstanding{{{site}}}": 2,
        f'upwell_pages_fetched_total{{{site},code_class="2xx"}}': 4,
        f'upwell_pages_fetched_total{{{site},code_class="5xx"}}': 1,
        f"upwell_objects{{{site}}}": 2,
        f'upwell_objects_total{{{site},change="gone"}}': 1,
        f'upwell_site_phase{{{site},phase="harvest"}}': 1,
        'upwell_dead_letters_total{reason="no such page"}': 1,
        "upwell_dead_letters_waiting": 1,
    }
    assert expected == {name: found[name] for name in expected}


async def test_a_worker_tells_what_its_fetching_costs() -> None:
    found = samples(await worker_metrics())
    assert 3 == found[f'upwell_pages_fetched_total{{site="{SITE}",code_class="2xx"}}']
    assert 12 == found[f'upwell_fetch_bytes_total{{site="{SITE}"}}']
    assert 3 == found['upwell_fetch_duration_seconds_bucket{le="+Inf"}']
    assert 3 == found['upwell_worker_lag{reader="upwell-plan findings"}']


@pytest.mark.parametrize("name", ["prometheus/alerts.yml", "grafana/upwell.json"])
async def test_every_metric_that_board_and_rules_name_is_told(program: Any, name: str) -> None:
    told = families(await (await program.get("/metrics")).text() + await worker_metrics())
    named = set(re.findall(r"\bupwell_\w+", (DOCKER / name).read_text("utf-8")))
    assert named
    bare = {re.sub(r"_(bucket|sum|count)$", "", one) for one in named}
    assert set() == bare - told


async def test_a_worker_whose_log_is_away_is_alive_and_not_ready() -> None:
    async def away() -> dict[str, int]:
        raise BrokerError("no broker answers")

    port = free_port()
    served = outside(port, "127.0.0.1", Measured(Web()), away)
    async with served, aiohttp.ClientSession() as session:
        async with session.get(f"http://127.0.0.1:{port}/healthz") as alive:
            assert 200 == alive.status
        async with session.get(f"http://127.0.0.1:{port}/readyz") as ready:
            assert 503 == ready.status
            assert ["no broker answers"] == (await ready.json())["reasons"]


async def test_a_dashboard_that_cannot_follow_its_log_is_not_ready(
    room: Room, program: Any
) -> None:
    assert 200 == (await program.get("/readyz")).status
    room.ring.looked_at -= 3600
    answer = await program.get("/readyz")
    assert 503 == answer.status
    assert "3600 s ago" in (await answer.json())["reasons"][0]


async def test_there_are_few_series_of_a_site(program: Any) -> None:
    found = samples(await (await program.get("/metrics")).text())
    assert 50 >= sum(SITE in name for name in found)
