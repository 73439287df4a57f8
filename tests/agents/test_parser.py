"""A site is read with the parser it was learned with, or not at all (DESIGN 4.13)."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.records.poison import answer, page
from upwell.agents.analyse import analyse_agent
from upwell.agents.loop.on_faust import BatchParams
from upwell.agents.worker import Worker, WorkerParams
from upwell.models.site import SiteModel
from upwell.models.tree.parse import require
from upwell.streams.codecs import compress, encode
from upwell.streams.dead_letters import letters
from upwell.streams.log.port import Outgoing
from upwell.streams.log.survey import surveying
from upwell.streams.parsers import PoolParams
from upwell.streams.topics import DEAD_LETTERS, PAGES

from .ring import SITE, Ring

pytest.importorskip("selectolax.lexbor", reason="the extra `fast` is not installed")

HOST = "s0.example"


def pages(first: int, last: int) -> list[Outgoing]:
    """Answers of one site, by their numbers."""
    records = [
        page(HOST, n, f"/find?q=otter{n}", compress(answer(f"otter{n}", 5)), f"otter{n}")
        for n in range(first, last)
    ]
    return [Outgoing(PAGES, HOST.encode(), encode(record)) for record in records]


async def learned(folder: Path) -> None:
    """Some pages handled by a worker with the default parser, one more that waits."""
    worker = Worker(
        f"upwell://{folder}",
        folder / "tables",
        [analyse_agent()],
        roles=("analyse",),
        params=WorkerParams(pool=PoolParams(processes=0), batch=BatchParams(within_s=0.01)),
    )
    await worker.start()
    await worker.log.append(pages(1, 4))
    async with asyncio.timeout(60):
        while not await worker.idle():  # noqa: ASYNC110  the log is on disk, nobody can tell us
            await asyncio.sleep(0.05)
    await worker.log.append(pages(4, 5))
    await worker.stop()


def started(folder: Path, parser: str) -> subprocess.CompletedProcess[str]:
    """`upwell worker` with a parser, until it ends by itself."""
    return subprocess.run(
        [sys.executable, "-m", "upwell", "worker", "--roles", "analyse", "-d", str(folder)],
        env=os.environ | {"UPWELL_PARSER": parser},
        capture_output=True,
        text=True,
        timeout=60,
    )


async def test_a_worker_with_another_parser_refuses_a_site_and_says_why(tmp_path: Path) -> None:
    """It ends with 3, however often it is started, and the page waits for a worker that may."""
    await learned(tmp_path)
    for _ in range(2):
        ended = await asyncio.to_thread(started, tmp_path, "lexbor")
        assert 3 == ended.returncode
        for said in (HOST, require("lxml"), require("lexbor")):
            assert said in ended.stderr
    worker = Worker(f"upwell://{tmp_path}", tmp_path / "tables", [])
    await worker.log.open()
    async with surveying(worker.log) as survey:
        assert [] == await letters(survey.walk(DEAD_LETTERS))
    await worker.log.close()


def test_a_published_model_names_the_parser_it_was_learned_with() -> None:
    """The engine of the agent is on the model, from the first page on."""
    ring = Ring(agents={"pages": analyse_agent(engine="lexbor")}).open(max_pages=40)
    assert require("lexbor") == SiteModel.decode(ring.views["analyse", SITE].stored["model"]).parser
