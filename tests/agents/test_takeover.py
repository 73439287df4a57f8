"""Laws of the owner: who may write, who has to end, what a late write is worth (DESIGN 4.5)."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from tests.streams.test_transport import Counter, N, pages, until
from upwell.agents.loop import TailCheck, Watchdog
from upwell.agents.loop.tail import overtaken
from upwell.streams.log.open import open_log
from upwell.streams.log.port import Entry
from upwell.streams.store import Mark, mark_of

CHANGELOG = "counter-counts-changelog"


def records(*marks: Mark, key: bytes = b"site") -> list[Entry]:
    """One key's records in a changelog."""
    return [Entry(CHANGELOG, 0, n, 0, key, mark.pack(b"%d" % n)) for n, mark in enumerate(marks)]


@pytest.mark.parametrize(
    ("tail", "stored", "late"),
    [
        ([Mark(5, 1)], Mark(9, 2), True),  # the former owner, after us
        ([Mark(9, 1)], Mark(9, 2), True),  # the same record, of the former owner
        ([Mark(5, 1), Mark(9, 2)], Mark(9, 2), False),  # we wrote after it
        ([Mark(7, 2)], Mark(9, 2), False),  # ours; 9 is on its way
        ([Mark(12, 1)], Mark(9, 1), False),  # it was further than what we recovered
        ([], Mark(9, 2), False),
    ],
)
def test_only_a_lower_record_of_an_earlier_owner_is_overtaken(
    tail: list[Mark], stored: Mark, late: bool
) -> None:
    """What compaction would keep although it is lower, and nobody is about to write over."""
    value = stored.pack(b"good")
    found = overtaken(records(*tail), lambda partition, key: value, generation=2)
    assert ({(0, b"site"): value} if late else {}) == found


@pytest.mark.kafka
async def test_a_zombies_late_write_does_not_win_after_compaction(
    kafka_url: str, tmp_path: Path
) -> None:
    """The owner writes the key again, so the changelog ends with the value that should stand."""
    log = open_log(f"{kafka_url}late-", N)
    await log.open()
    async with Counter(log.url, tmp_path / "data") as counter:
        check = TailCheck(counter.app, log)
        counter.app.consumer_generation_id = 7  # this owner's; its marks say 1
        await log.append(pages(40))
        await until(lambda: counter.handled >= 40)
        await counter.app.producer.flush()
        assert 0 == await check.look()
        partition = log.partition("pages", b"site0")
        good = counter.table.data.read(partition, b"site0")
        late = Mark(mark_of(good).offset - 1, 0).pack(b"late")
        topic = counter.table.changelog_topic
        await (await topic.send(key=b"site0", value=late, partition=partition))
        assert 1 == await check.look()
        await counter.app.producer.flush()
        assert 0 == await check.look()
        changelog = await log.scan(CHANGELOG)
    assert good == [e.value for e in changelog if e.key == b"site0"][-1]
    await log.close()


@pytest.mark.kafka
async def test_a_late_write_that_recovery_met_is_overruled_too(
    kafka_url: str, tmp_path: Path
) -> None:
    """It came while nobody owned the partition: the next owner finds it at the changelog's end."""
    log = open_log(f"{kafka_url}met-", N)
    await log.open()
    partition = log.partition("pages", b"site0")
    async with Counter(log.url, tmp_path / "one") as counter:
        await log.append(pages(40))
        await until(lambda: counter.handled >= 40)
        await counter.app.producer.flush()
        good = counter.table.data.read(partition, b"site0")
        late = Mark(mark_of(good).offset - 1, 0).pack(b"late")
        topic = counter.table.changelog_topic
        await (await topic.send(key=b"site0", value=late, partition=partition))
    async with Counter(log.url, tmp_path / "two") as counter:
        check = TailCheck(counter.app, log)
        async with asyncio.timeout(30):
            while not await check.look():  # noqa: ASYNC110  when the group gave us partitions
                await asyncio.sleep(0.1)
        await counter.app.producer.flush()
        changelog = await log.scan(CHANGELOG)
    assert good == [e.value for e in changelog if e.key == b"site0"][-1]
    await log.close()


class Clock:
    """Time that goes on when it is told to."""

    at = 0.0

    def __call__(self) -> float:
        return self.at


async def beaten(watchdog: Watchdog, clock: Clock) -> None:
    """The loop has run since the clock went on."""
    while watchdog._last < clock.at:  # noqa: ASYNC110  the beat is the loop's own
        await asyncio.sleep(0.001)


async def test_a_loop_that_is_silent_for_too_long_ends_its_worker() -> None:
    """One that runs, however busy, is left alone."""
    said: list[str] = []
    clock, ended = Clock(), threading.Event()

    def fail(where: str, error: BaseException) -> None:
        said.append(str(error))
        ended.set()

    watchdog = Watchdog(0.2, fail, clock)
    watchdog.start()
    for _ in range(10):
        clock.at += 0.19
        await beaten(watchdog, clock)
    assert [] == said
    clock.at += 0.21
    assert ended.wait(60)  # the loop is silent: that is the law
    watchdog.stop()
    assert 1 == len(said)
    assert "the loop was silent for 0.2 s, 0.2 s are allowed" in said[0]


async def test_a_loop_that_runs_first_after_a_stop_of_the_whole_process_sees_it_too() -> None:
    """The thread slept as long as the loop did; whoever wakes first ends the worker, once."""
    said: list[str] = []
    clock, ended = Clock(), asyncio.Event()

    def fail(where: str, error: BaseException) -> None:
        said.append(where)
        ended.set()

    watchdog = Watchdog(0.2, fail, clock)
    watchdog._watch = lambda: None  # type: ignore[method-assign]
    watchdog._thread = threading.Thread(target=watchdog._watch)
    watchdog.start()
    clock.at += 0.1
    await beaten(watchdog, clock)
    clock.at += 0.5  # as in a process that was stopped
    await ended.wait()
    watchdog.stop()
    assert ["watchdog"] == said
