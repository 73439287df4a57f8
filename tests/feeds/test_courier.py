"""Laws of what is sent: in order, tried again by the clock, dead in the end, holding nobody."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.agents.toy import until
from upwell.agents.deliver import Courier, CourierParams, Deliver
from upwell.streams.feeds.files import EventLines
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.topics import DEAD_LETTERS

from .given import ALL, Place, SetClock, append, change

SHORT = CourierParams(answer_s=30.0, pauses_s=(5.0, 60.0))


async def opened(path: Path) -> EmbeddedLog:
    log = EmbeddedLog(f"upwell://{path}/log", partitions=1)
    await log.open()
    return log


async def courier(log: EmbeddedLog, place: Place, clock: SetClock, now: bool = False) -> Courier:
    found = Courier(log, place, from_now=now, clock=clock, params=SHORT)
    await found.start()
    return found


async def test_events_are_taken_in_order_and_once(tmp_path: Path) -> None:
    """A restart goes on behind what was taken."""
    log, clock, place = await opened(tmp_path), SetClock(), Place()
    for n in (1, 2):
        await append(log, change("a", n), change("b", n))
        mine = await courier(log, place, clock)
        await mine.stop()
    await log.close()
    assert ["a.1", "b.1", "a.2", "b.2"] == place.taken


async def test_a_new_feed_begins_now(tmp_path: Path) -> None:
    """What was there before is not news; what came while it was off is."""
    log, clock, place = await opened(tmp_path), SetClock(), Place()
    await append(log, change("old"))
    await (await courier(log, place, clock, now=True)).stop()
    await append(log, change("while-off"))
    await (await courier(log, place, clock, now=True)).stop()
    await log.close()
    assert ["while-off.1"] == place.taken


async def test_what_failed_is_tried_again_after_a_pause(tmp_path: Path) -> None:
    """A place that is silent has failed as well; the order stays."""
    log, clock, place = await opened(tmp_path), SetClock(), Place(answers=["failed", "silent"])
    mine = await courier(log, place, clock)
    await append(log, change("a"), change("b"))

    async def tried(n: int) -> None:
        async def enough() -> bool:
            return len(place.tries) >= n

        await until(enough)

    await tried(1)
    await clock.move(4.9)
    assert ["a.1"] == place.tries
    await clock.move(0.1)
    await tried(2)
    await clock.move(30.0)  # no answer
    assert ["a.1", "a.1"] == place.tries
    await clock.move(60.0)
    await tried(4)
    await mine.stop()
    await log.close()
    assert (["a.1", "b.1"], ["a.1", "a.1", "a.1", "b.1"]) == (place.taken, place.tries)


@pytest.mark.parametrize("answers", [["refused"], ["failed"] * 3])
async def test_what_nobody_takes_is_a_dead_letter(tmp_path: Path, answers: list[str]) -> None:
    """At once when it was refused, else after the last try; the next event is sent."""
    log, clock, place = await opened(tmp_path), SetClock(), Place(answers=answers)
    mine = await courier(log, place, clock)
    await append(log, change("a"), change("b"))

    async def taken() -> bool:
        await clock.move(60.0)
        return place.taken == ["b.1"]

    await until(taken)
    await mine.stop()
    (letter,) = await log.scan(DEAD_LETTERS)
    await log.close()
    assert (b"a", len(answers) + 1) == (letter.key, len(place.tries))


async def test_a_digest_waits_for_others(tmp_path: Path) -> None:
    """Until it is full or its time has come."""
    log, clock, place = await opened(tmp_path), SetClock(), Place(batch=3)
    place.wait_s = 600.0
    mine = await courier(log, place, clock)
    await append(log, change("a"), change("b"))
    await asyncio.sleep(0.1)
    assert [] == place.tries
    await append(log, *(change(id) for id in "cde"))

    async def taken() -> bool:
        return len(place.taken) == 5

    await until(taken)
    assert ["a.1", "d.1"] == place.tries
    await append(log, change("f"))
    await asyncio.sleep(0.1)
    clock.time += 600.0

    async def sent() -> bool:
        return place.taken[-1] == "f.1"

    await until(sent)
    await mine.stop()
    await log.close()


async def test_one_that_never_answers_holds_nobody_up(tmp_path: Path) -> None:
    """An hour of it, by the clock: a file has everything at once; then it catches up in order."""
    log, clock = await opened(tmp_path), SetClock()
    silent, quick = Place("silent", ["silent"] * 1000), Place("quick", batch=50)
    patient = CourierParams(answer_s=30.0, pauses_s=(300.0,) * 1000)
    stuck = Courier(log, silent, from_now=False, clock=clock, params=patient)
    other = await courier(log, quick, clock)
    file = Deliver(log, EventLines(tmp_path / "f.jsonl", ALL))
    await stuck.start()
    await file.start()
    await append(log, *(change(f"o{n}") for n in range(600)))
    await clock.move(3600.0)

    async def filled() -> bool:
        return len(quick.taken) == 600 and (tmp_path / "f.jsonl").read_bytes().count(b"\n") == 600

    await until(filled)
    assert ([], {"o0.1"}) == (silent.taken, set(silent.tries))
    silent.answers.clear()

    async def caught_up() -> bool:
        await clock.move(330.0)
        return len(silent.taken) == 600

    await until(caught_up)
    for each in (stuck, other, file):
        await each.stop()
    await log.close()
    assert [f"o{n}.1" for n in range(600)] == silent.taken
