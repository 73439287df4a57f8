"""Several workers on a real Kafka: stopped and resumed, killed, and their broker killed."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import sys
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.agents.counting import worker
from tests.agents.filled import filled
from tests.agents.test_worker import check, on_disk, pages
from tests.agents.toy import until
from tests.kafka_server import KafkaServer
from upwell.errors import EXIT_START_AGAIN
from upwell.streams.log.kafka import KafkaLog
from upwell.streams.log.port import TopicPartition
from upwell.streams.topics import FINDINGS, PAGES

pytestmark = [pytest.mark.kafka, pytest.mark.crash, pytest.mark.timeout(1800)]

ROOT = Path(__file__).parents[2]
SEED = int(os.environ.get("UPWELL_SEED", "5"))
SHORT = os.environ.get("UPWELL_SHORT") == "1"
KILLS = int(os.environ.get("UPWELL_KILLS", "6" if SHORT else "30"))
GROUP = "upwell-counter"
PARTITIONS = 2
WITHIN_S = 180.0


@asynccontextmanager
async def member(directory: Path, url: str) -> AsyncIterator[Process]:
    """A worker with a directory of its own; killed in the end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.crash.member", str(directory), url, cwd=ROOT
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[KafkaLog]:
    log = KafkaLog(url, PARTITIONS)
    await log.open()
    yield log
    await log.close()


async def handled(log: KafkaLog) -> int:
    found = await log.positions(GROUP)
    return sum(found.get(TopicPartition(PAGES, p), 0) for p in range(PARTITIONS))


async def all_handled(log: KafkaLog) -> None:
    async def done() -> bool:
        return await handled(log) == sum((await log.ends(PAGES)).values())

    await until(done, within_s=WITHIN_S)


async def some_more(log: KafkaLog, topic: str) -> None:
    before = sum((await log.ends(topic)).values())

    async def grown() -> bool:
        return sum((await log.ends(topic)).values()) > before

    await until(grown, within_s=WITHIN_S)


async def as_undisturbed(directory: Path, log: KafkaLog) -> None:
    """What a worker recovers that never was there before is what an undisturbed run has."""
    one = worker(directory / "fresh", log.url)
    await one.start()
    try:
        await until(lambda: filled(one), within_s=WITHIN_S)
        await until(one.idle, within_s=WITHIN_S)
        state = on_disk(one)
    finally:  # or it ends this process: nobody runs its loop while a failure is told
        await one.stop()
    await check(log, await log.scan(PAGES), state)


async def test_a_worker_that_was_stopped_and_resumed_changes_nothing(
    kafka_url: str, tmp_path: Path
) -> None:
    """SIGSTOP past the session timeout: the other takes over, the resumed one ends with 70."""
    async with (
        opened(f"{kafka_url}stopped-") as log,
        member(tmp_path / "a", log.url) as stopped,
    ):
        await log.append(pages(100))
        await all_handled(log)  # so it owns what it will lose
        await log.append(pages(2000)[100:])
        await some_more(log, FINDINGS)
        stopped.send_signal(signal.SIGSTOP)
        await log.append(pages(2400)[2000:])
        async with member(tmp_path / "b", log.url) as other:
            await all_handled(log)
            await resumed(tmp_path, log, stopped, other)


async def resumed(directory: Path, log: KafkaLog, stopped: Process, other: Process) -> None:
    """It wakes, finds that it was away, and ends; nothing it did counts."""
    stopped.send_signal(signal.SIGCONT)
    async with asyncio.timeout(60):
        assert EXIT_START_AGAIN == await stopped.wait()
    assert other.returncode is None
    other.kill()
    await other.wait()
    await as_undisturbed(directory, log)


async def test_a_broker_that_was_killed_and_comes_back_is_met_again(tmp_path: Path) -> None:
    """The worker reconnects by itself and goes on; nothing is lost or doubled."""
    server = KafkaServer(tmp_path / "kafka")
    await asyncio.to_thread(server.start)
    try:
        async with opened(f"{server.url}/gone-") as log, member(tmp_path / "a", log.url) as one:
            await log.append(pages(400))
            await all_handled(log)
            server.kill()
            await asyncio.to_thread(server.start)
            await log.append(pages(800)[400:])
            await all_handled(log)
            assert one.returncode is None
            one.kill()
            await one.wait()
            await as_undisturbed(tmp_path, log)
    finally:
        server.stop()


async def test_three_workers_killed_again_and_again_lose_nothing(
    kafka_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Any of them at any moment, its tables lost at every third kill, pages sent once more."""
    chance = random.Random(SEED)
    records = pages(KILLS * 200, sites=50)
    back: list[float] = []
    async with opened(f"{kafka_url}three-") as log:
        names = [tmp_path / name for name in "abc"]
        running = {name: member(name, log.url) for name in names}
        processes = {name: await one.__aenter__() for name, one in running.items()}
        for kill in range(KILLS):
            await log.append(records[kill * 200 : kill * 200 + 200])
            await log.append(records[kill * 190 : kill * 190 + 10])
            await asyncio.sleep(chance.uniform(0, 1))
            name = chance.choice(names)
            processes[name].kill()
            await running[name].__aexit__(None, None, None)
            if kill % 3 == 2:
                shutil.rmtree(name, ignore_errors=True)
            began = time.monotonic()
            running[name] = member(name, log.url)
            processes[name] = await running[name].__aenter__()
            await all_handled(log)
            back.append(time.monotonic() - began)
        for one in running.values():
            await one.__aexit__(None, None, None)
        await as_undisturbed(tmp_path, log)
        repeats = sum((await log.ends(FINDINGS)).values())
    with capsys.disabled():
        print(
            f"\nseed {SEED}: {KILLS} kills of three workers, all handled after "
            f"{sorted(back)[KILLS // 2]:.1f} s (median), {max(back):.1f} s (longest); "
            f"{repeats:,} findings appended for {len(records):,} pages"
        )
