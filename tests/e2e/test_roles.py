"""Workers with different roles share one broker, and nothing is lost between them."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.agents.toy import until
from tests.cli.filled import Shell
from upwell.models.urls.canonical import site_of
from upwell.sources import Truth, serve

from .crawls import LOOPBACK, SHORT, coverage, doubled, lines
from .supervised import Supervised

pytestmark = [pytest.mark.e2e, pytest.mark.kafka, pytest.mark.timeout(900)]

SEED = int(os.environ.get("UPWELL_SEED", "1"))
SIZE = 150
KILLS, KILLED_SIZE = (1, 150) if SHORT else (4, 600)
WITHIN_S = 400.0
_numbers = count(1)

SPLITS = [
    ["fetch", "plan,analyse,watch,deliver"],
    ["plan", "fetch", "analyse", "watch", "deliver"],
    ["plan,fetch,deliver", "analyse", "analyse,watch"],
]
BOTH = ["plan,fetch,analyse,watch,deliver", "plan,fetch,analyse,watch"]


@pytest.fixture
def broker(kafka_url: str) -> str:
    return f"{kafka_url}r{next(_numbers)}-"


@pytest.fixture
def shell(broker: str, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(broker, capsys)


def _worker(broker: str, folder: Path, roles: str) -> Supervised:
    more = ["-o", str(folder / "objects.jsonl")] if "deliver" in roles else []
    options = ["--roles", roles, "--broker", broker, "-d", str(folder), "--allow", LOOPBACK]
    return Supervised("-m", "upwell", "worker", *options, *more)


@asynccontextmanager
async def _at_work(
    broker: str, folder: Path, split: Sequence[str]
) -> AsyncIterator[list[Supervised]]:
    """A worker for each part of the split; the first of them delivers."""
    parts = sorted(split, key=lambda roles: "deliver" not in roles)
    workers = [_worker(broker, folder / str(at), roles) for at, roles in enumerate(parts)]
    try:
        for worker in workers:
            await worker.start()
        yield workers
        for worker in workers:
            await worker.stop()
    finally:
        for worker in workers:
            await worker.kill()


@pytest.mark.parametrize("split", SPLITS, ids="|".join)
def test_a_source_is_covered_by_workers_that_share_out_the_roles(
    tmp_path: Path, broker: str, shell: Shell, split: list[str]
) -> None:
    """Every request is answered, every object delivered, nothing waits in the end."""

    async def crawl() -> None:
        async with await serve(seed=5, size=SIZE) as source:
            await asyncio.to_thread(shell, "add", source.url, "--delay", "0")
            async with _at_work(broker, tmp_path, split) as workers:
                await _told(shell, workers, _done)
            await _complete(tmp_path, shell, source.url, source.truth)

    asyncio.run(crawl())


def test_a_source_is_covered_though_workers_are_killed(
    tmp_path: Path, broker: str, shell: Shell
) -> None:
    """Two workers have every role; one of them is killed and comes back, again and again."""
    chance = random.Random(SEED)

    async def crawl() -> None:
        async with await serve(seed=5, size=KILLED_SIZE) as source:
            await asyncio.to_thread(shell, "add", source.url, "--delay", "0")
            async with _at_work(broker, tmp_path, BOTH) as workers:
                for kill in range(KILLS):
                    at = KILLED_SIZE // 3 * (kill + 1) // KILLS
                    await _told(shell, workers, lambda told, at=at: _answered(told) >= at)  # type: ignore[misc]
                    killed = chance.choice(workers)
                    await killed.kill()
                    await asyncio.sleep(chance.uniform(0, 4))
                    await killed.start()
                await _told(shell, workers, _done)
            await _complete(tmp_path, shell, source.url, source.truth)

    asyncio.run(crawl())


async def _complete(folder: Path, shell: Shell, url: str, truth: Truth) -> None:
    site, *readers = await asyncio.to_thread(shell.json, "status", "--json")
    found = lines(folder / "0" / "objects.jsonl")
    assert site_of(url) == site["site"]
    assert (site["issued"], 0) == (site["answered"], site["outstanding"])
    assert [] == [reader for reader in readers if reader.get("lag")]
    assert {"requests", "pages", "findings", "objects", "changes", "sites"} == {
        reader["topic"] for reader in readers if "lag" in reader
    }
    assert {"dead_letters": 0} == readers[-1]
    assert [] == doubled(found)
    assert coverage(found, truth) >= 0.95


async def _told(
    shell: Shell, workers: Sequence[Supervised], true: Callable[[list[dict[str, Any]]], bool]
) -> None:
    """Wait for what `status` tells of the workers."""

    async def asked() -> bool:
        for worker in workers:
            worker.check()
        return true(await asyncio.to_thread(shell.json, "status", "--json"))

    await until(asked, within_s=WITHIN_S)


def _answered(told: list[dict[str, Any]]) -> int:
    return max((int(line["answered"]) for line in told if "answered" in line), default=0)


def _done(told: list[dict[str, Any]]) -> bool:
    parked = [line for line in told if line.get("phase") == "parked"]
    lags = [line["lag"] for line in told if "lag" in line]
    return bool(parked) and len(lags) >= 5 and not any(lags)
