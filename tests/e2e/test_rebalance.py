"""Several workers of one role on a real Kafka: one comes, one goes, one dies, one starts again."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.agents.filled import filled
from tests.agents.test_worker import check, named, pages
from tests.agents.toy import until
from upwell.streams.log.kafka import KafkaLog
from upwell.streams.log.port import Outgoing, TopicPartition
from upwell.streams.topics import FINDINGS, PAGES

from .counting_member import counting
from .crawls import SHORT
from .supervised import Supervised

pytestmark = [pytest.mark.e2e, pytest.mark.kafka, pytest.mark.timeout(900)]

SEED = int(os.environ.get("UPWELL_SEED", "1"))
ROUNDS = 1 if SHORT else 4
PARTITIONS, SITES = 8, 50
AT_ONCE = 40
GROUP = "upwell-counter"
WITHIN_S = 180.0


class Feed:
    """Pages that are appended throughout, some of them again."""

    def __init__(self, log: KafkaLog, chance: random.Random) -> None:
        self.log = log
        self._chance = chance
        self._records = pages(200_000, sites=SITES)
        self.at = 0

    async def run(self) -> None:
        while True:
            again = max(0, self.at - self._chance.randint(1, 60))
            batch: list[Outgoing] = self._records[again : again + 5]
            await self.log.append(batch + self._records[self.at : self.at + AT_ONCE])
            self.at += AT_ONCE
            await asyncio.sleep(self._chance.uniform(0.1, 0.5))


@asynccontextmanager
async def feeding(log: KafkaLog, chance: random.Random) -> AsyncIterator[Feed]:
    feed = Feed(log, chance)
    task = asyncio.create_task(feed.run())
    yield feed
    assert not task.done(), "the feed ended"
    task.cancel()


async def lag(log: KafkaLog) -> int:
    found = await log.positions(GROUP)
    ends = await log.ends(PAGES)
    return sum(end - found.get(TopicPartition(PAGES, p), 0) for p, end in ends.items())


async def moves_on(log: KafkaLog) -> None:
    """Until every partition was handled further than the end of now."""
    ends = await log.ends(PAGES)

    async def passed() -> bool:
        found = await log.positions(GROUP)
        return all(found.get(TopicPartition(PAGES, p), 0) >= end for p, end in ends.items())

    await until(passed, within_s=WITHIN_S)


async def as_undisturbed(directory: Path, log: KafkaLog) -> None:
    """What a worker recovers that never was there before is what an undisturbed run has."""
    one = counting(directory / "fresh", log.url)
    await one.start()
    app: Any = one._apps["counter"]
    store = app.tables["state"].data
    try:
        await until(lambda: filled(one), within_s=WITHIN_S)
        await until(one.idle, within_s=WITHIN_S)
        state = named({key: value for p in range(PARTITIONS) for key, value in store.scan(p)})
    finally:  # or it ends this process: nobody runs its loop while a failure is told
        await one.stop()
    await check(log, await log.scan(PAGES), state)


async def test_workers_that_come_and_go_lose_and_double_nothing(
    kafka_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One is added, one stopped, one killed, one ends with 70, while pages come in."""
    chance = random.Random(SEED)
    log = KafkaLog(f"{kafka_url}come-{SEED}-", PARTITIONS)
    await log.open()
    workers = [
        Supervised("-m", "tests.e2e.counting_member", str(tmp_path / name), log.url)
        for name in "abc"
    ]
    try:
        async with feeding(log, chance) as feed:
            await asyncio.gather(workers[0].start(), workers[1].start())
            await moves_on(log)
            await workers[2].start()
            for _ in range(ROUNDS):
                await _disturb(workers, chance)
                await moves_on(log)
        await until(lambda: _nothing_waits(log), within_s=WITHIN_S)
    finally:
        for one in workers:
            await one.kill()
    sent = sum((await log.ends(FINDINGS)).values())
    with capsys.disabled():
        again = sum(one.again for one in workers) - ROUNDS
        print(f"\nseed {SEED}: {feed.at:,} pages, {sent:,} findings, {again} starts not asked for")
    await as_undisturbed(tmp_path, log)
    await log.close()


async def _disturb(workers: list[Supervised], chance: random.Random) -> None:
    """One goes and comes back, one is killed, one ends with 70; the others are in any state."""
    stopped, killed, failing = chance.sample(workers, 3)
    await asyncio.sleep(chance.uniform(0, 5))
    await stopped.stop()
    await asyncio.sleep(chance.uniform(0, 3))
    await stopped.start()
    await asyncio.sleep(chance.uniform(0, 5))
    await killed.kill()
    await asyncio.sleep(chance.uniform(0, 3))
    await killed.start()
    await asyncio.sleep(chance.uniform(0, 5))
    failing.tell(signal.SIGUSR1)


async def _nothing_waits(log: KafkaLog) -> bool:
    return await lag(log) == 0
