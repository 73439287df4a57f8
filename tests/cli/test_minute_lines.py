"""A worker says every minute what it did, what waits, and what it takes."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress

from upwell.agents.tally import TalliedLog, Tally
from upwell.cli.crawls.minute_lines import memory_mb, print_minute_lines
from upwell.errors import BrokerError
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.port import Outgoing
from upwell.streams.topics import CHANGES, FINDINGS, PAGES


def _sent(*topics: str) -> list[Outgoing]:
    return [Outgoing(topic, b"%d.example" % (n % 2), b"") for n, topic in enumerate(topics)]


async def _lines(tally: Tally, *steps: list[Outgoing]) -> list[str]:
    """What is said after each step."""
    said: list[str] = []
    turns = iter(steps)

    async def lag() -> dict[str, int]:
        return {"fetch requests": 3, "upwell-plan findings": 0}

    def say(line: str) -> None:
        said.append(line)
        if (step := next(turns, None)) is None:
            task.cancel()
        else:
            tally.note(step)

    task = asyncio.create_task(print_minute_lines(tally, lag, say, every_s=0.0))
    with suppress(asyncio.CancelledError):
        await task
    return said


async def test_each_line_tells_of_its_own_minute() -> None:
    tally = Tally()
    tally.note(_sent(PAGES, CHANGES))
    first, second, third = await _lines(tally, _sent(PAGES, FINDINGS, FINDINGS), [])
    assert "nothing done; 3 wait (fetch 3)" in first
    assert "1 page fetched, 2 read of 2 sites; 3 wait (fetch 3)" in second
    assert "nothing done" in third
    assert re.fullmatch(r"\d\d:\d\d:\d\d .*; [\d,]+ MB", third)


async def test_a_log_that_does_not_answer_ends_no_worker() -> None:
    asked = 0

    async def lag() -> dict[str, int]:
        nonlocal asked
        asked += 1
        if asked > 2:
            task.cancel()
        raise BrokerError("away")

    task = asyncio.create_task(print_minute_lines(Tally(), lag, print, every_s=0.0))
    with suppress(asyncio.CancelledError):
        await task
    assert asked > 2


async def test_what_is_appended_is_counted_and_reaches_the_log(tmp_path: object) -> None:
    log, tally = EmbeddedLog(f"upwell://{tmp_path}"), Tally()
    counted = TalliedLog(log, tally)
    await counted.open()
    entries = await counted.append(_sent(PAGES, FINDINGS))
    assert entries[0] == await counted.entry(*entries[0][:3])
    assert 1 == sum((await counted.ends(PAGES)).values()) == len(await counted.scan(PAGES))
    assert (1, 1, 1, 0) == (
        tally.appended[PAGES], tally.appended[FINDINGS], tally.sites(), tally.sites(),
    )  # fmt: skip
    await counted.close()


def test_memory_is_that_of_this_process_at_least() -> None:
    assert 10 < memory_mb() < 100_000
