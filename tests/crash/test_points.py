"""Killed at every named point of a batch, of compaction and of recovery: as if undisturbed."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.agents.counting import worker
from tests.agents.test_worker import check, on_disk, pages
from tests.agents.toy import until
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.port import Outgoing, TopicPartition
from upwell.streams.topics import FINDINGS, PAGES

from .points import POINTS

ROOT = Path(__file__).parents[2]
SEED = int(os.environ.get("UPWELL_SEED", "5"))
SHORT = os.environ.get("UPWELL_SHORT") == "1"
KILLS = int(os.environ.get("UPWELL_KILLS", "6" if SHORT else "100"))
N_PAGES = int(os.environ.get("UPWELL_PAGES", "2000" if SHORT else "20000"))
SITES = 50
GRACE_S = 2.0  # in which compaction and the last acknowledgements come round


@pytest.fixture
async def log(tmp_path: Path) -> AsyncIterator[EmbeddedLog]:
    made = EmbeddedLog(f"upwell://{tmp_path}/log", partitions=2)
    await made.open()
    yield made
    await made.close()


async def killed_at(directory: Path, log: EmbeddedLog, point: str, at: int) -> bool:
    """Start a worker that dies at a point; was it reached before there was nothing more to do?"""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.crash.points", str(directory), point, str(at), cwd=ROOT
    )
    dead = asyncio.create_task(process.wait())
    while not dead.done() and await lag(log):
        await asyncio.wait([dead], timeout=0.2)
    await asyncio.wait([dead], timeout=GRACE_S)
    reached = dead.done()
    if not reached:
        process.kill()
    assert -signal.SIGKILL == await dead
    return reached


async def lag(log: EmbeddedLog) -> int:
    """Pages that were not handled yet."""
    return sum((await log.ends(PAGES)).values()) - await committed(log)


async def committed(log: EmbeddedLog) -> int:
    """Pages that were handled."""
    found = await log.positions("upwell-counter")
    return sum(found.get(TopicPartition(PAGES, p), 0) for p in range(2))


async def finished(directory: Path, log: EmbeddedLog) -> None:
    """Run to the end, and compare with a run that nobody disturbed."""
    one = worker(directory)
    await one.start()
    await until(one.idle, within_s=600)
    state = on_disk(one)
    await one.stop()
    await check(log, await log.scan(PAGES), state)


@pytest.mark.crash
@pytest.mark.parametrize("point", sorted(POINTS))
@pytest.mark.parametrize("at", [1, 2, 7])
async def test_a_death_at_this_point_changes_nothing(
    tmp_path: Path, log: EmbeddedLog, point: str, at: int
) -> None:
    """Tables as they were left, and tables lost: the next start ends as if undisturbed."""
    await log.append(pages(600))
    if "recovery" in point:
        at = 1 if at == 2 else at  # there may be one batch of it only
        assert await killed_at(tmp_path, log, "between state and commit", 20)
        await log.append(pages(900)[600:])
        shutil.rmtree(tmp_path / "worker")
    reached = await killed_at(tmp_path, log, point, at)
    assert reached or at == 7
    if at == 7:
        shutil.rmtree(tmp_path / "worker")
    await finished(tmp_path, log)


async def test_a_death_between_state_and_commit_changes_nothing(
    tmp_path: Path, log: EmbeddedLog
) -> None:
    """The short form: one point, one kill."""
    await log.append(pages(200))
    assert await killed_at(tmp_path, log, "between state and commit", 3)
    await finished(tmp_path, log)


def faulty(n: int, chance: random.Random) -> list[Outgoing]:
    """Pages of fifty sites; one in ten was fetched or sent once more."""
    plain = pages(n, sites=SITES)
    again = [plain[chance.randrange(at + 1)] for at in range(0, n, 10)]
    for at, record in enumerate(again):
        plain.insert(min(len(plain), at * 11 + 11), record)
    return plain


@pytest.mark.crash
@pytest.mark.timeout(3600)
async def test_a_hundred_deaths_lose_nothing_and_double_nothing(
    tmp_path: Path, log: EmbeddedLog, capsys: pytest.CaptureFixture[str]
) -> None:
    """Random points and instants, tables deleted at every third kill, sends and pages repeated."""
    chance = random.Random(SEED)
    records = faulty(N_PAGES, chance)
    share = len(records) // KILLS
    back, unreached = [], 0
    for kill in range(KILLS):
        await log.append(records[kill * share : (kill + 1) * share])
        back.append(await back_at_work(tmp_path, log, chance))
        await log.append(records[kill * share : kill * share + 40])  # sent once more
        unreached += not await killed_at(tmp_path, log, *drawn(chance))
        if kill % 3 == 2:
            shutil.rmtree(tmp_path / "worker", ignore_errors=True)
    await log.append(records[KILLS * share :])
    await finished(tmp_path, log)
    sent = sum((await log.ends(FINDINGS)).values())
    with capsys.disabled():
        print(
            f"\nseed {SEED}: {KILLS} kills at points ({unreached} not reached, killed by time), "
            f"{KILLS} at instants, {len(records):,} pages; back at work after "
            f"{sorted(back)[len(back) // 2]:.1f} s (median), {max(back):.1f} s (longest); "
            f"{sent:,} findings appended"
        )


def drawn(chance: random.Random) -> tuple[str, int]:
    """A point, and how often it is passed first."""
    point = chance.choice(sorted(POINTS))
    return point, 1 if "recovery" in point else chance.randint(1, 5)


async def back_at_work(directory: Path, log: EmbeddedLog, chance: random.Random) -> float:
    """Start, measure until something new is committed, kill at an instant a little later."""

    before, began = await committed(log), time.monotonic()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.agents.counting", str(directory), cwd=ROOT
    )

    async def moved() -> bool:
        return await committed(log) > before

    try:
        await until(moved)
        seconds = time.monotonic() - began
        await asyncio.sleep(chance.uniform(0, 0.3))
    finally:
        process.send_signal(signal.SIGKILL)
        await process.wait()
    return seconds
