"""Bad records among good ones, through the real loop: each a letter, nobody dies (DESIGN 4.8)."""

from __future__ import annotations

import asyncio
import dataclasses
import os
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import msgspec
import pytest

from upwell.agents.analyse import ANALYSE
from upwell.agents.analyse.prepared import prepare
from upwell.agents.plan import PLAN
from upwell.agents.watch import WATCH
from upwell.agents.worker import Worker, WorkerParams
from upwell.cli.main import run
from upwell.streams.dead_letters import Letter, letters
from upwell.streams.log.port import Outgoing
from upwell.streams.log.survey import surveying
from upwell.streams.parsers import PoolParams
from upwell.streams.records import Page, Request
from upwell.streams.sinks import JsonLines, object_lines
from upwell.streams.topics import DEAD_LETTERS

from .poison import FLAKY, SITES, bad, good

SEED = 3
AT_ONCE = 200
_numbers = count(1)

Prepare = Callable[[Any], Any]
Places = set[tuple[str, int, int]]


class Case(NamedTuple):
    """How many bad ones, and the largest that fits the broker."""

    broker: str
    n: int
    huge: int
    huge_bytes: int


N, N_HUGE = (500, 2) if os.environ.get("UPWELL_SHORT") == "1" else (10_000, 20)
CASES = [
    Case("embedded", 1_000, 3, 10_000_000),
    pytest.param(Case("embedded", N, N_HUGE, 10_000_000), marks=pytest.mark.e2e),
    pytest.param(Case("kafka", N, N_HUGE, 7_900_000), marks=[pytest.mark.kafka, pytest.mark.e2e]),
]


class Nobody:
    """A web that is never asked: no request of these can be read."""

    async def fetch(self, request: Request) -> Page:
        raise AssertionError(f"asked for {request}")


def flaky(record: Any) -> Any:
    """As analyse prepares, on a day on which one page cannot be."""
    if isinstance(record, Page) and record.url.endswith(FLAKY):
        raise ValueError("a bug of that day")
    return prepare(record)


async def worked(url: str, folder: Path, records: list[Outgoing], prepare: Prepare) -> Places:
    """Append, let a worker handle everything, and tell the places of what was appended."""
    worker = Worker(
        url,
        folder / "tables",
        [PLAN, dataclasses.replace(ANALYSE, prepare=prepare), WATCH],
        web=Nobody(),
        sinks=[JsonLines(folder / "objects.jsonl", object_lines)],
        params=WorkerParams(pool=PoolParams(processes=0)),
    )
    await worker.start()
    places = set()
    for start in range(0, len(records), AT_ONCE):
        entries = await worker.log.append(records[start : start + AT_ONCE])
        places |= {entry[:3] for entry in entries}
    async with asyncio.timeout(500):
        while not await worker.idle():  # noqa: ASYNC110  the log is on disk, nobody can tell us
            await asyncio.sleep(0.05)
    assert not any((await worker.lag()).values())
    await worker.stop()
    return places


async def waiting(url: str, folder: Path) -> list[Letter]:
    """Letters that nobody has settled."""
    worker = Worker(url, folder / "tables", [])
    await worker.log.open()
    async with surveying(worker.log) as survey:
        found = await letters(survey.walk(DEAD_LETTERS))
    await worker.log.close()
    return found


def objects(folder: Path) -> set[tuple[str, str]]:
    """What is known of each object in the end."""
    found = {}
    for text in (folder / "objects.jsonl").read_bytes().splitlines():
        line = msgspec.json.decode(text)
        found[line["id"]] = line["text"]
    return set(found.items())


def _url(request: pytest.FixtureRequest, broker: str, tmp_path: Path) -> str:
    if broker == "embedded":
        return f"upwell://{tmp_path}/log"
    return f"{cast(str, request.getfixturevalue('kafka_url'))}p{next(_numbers)}-"


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.broker}-{case.n}")
def test_every_bad_record_is_a_letter_and_no_good_one_is_harmed(
    request: pytest.FixtureRequest, tmp_path: Path, case: Case
) -> None:
    url, alone = _url(request, case.broker, tmp_path), tmp_path / "alone"
    asyncio.run(worked(f"upwell://{alone}/log", alone, good(), prepare))
    poison = list(bad(case.n, case.huge, case.huge_bytes, SEED))
    mixed = _among(good(), poison)
    folder = tmp_path / "worker"
    first = asyncio.run(worked(url, folder, mixed, flaky))

    # every bad one, and the page that could not be prepared on that day
    found = asyncio.run(waiting(url, folder))
    flawed = [one for one in found if one.record.reason == "ValueError: a bug of that day"]
    places = {(one.record.topic, one.record.partition, one.record.offset) for one in found}
    assert (case.n + len(SITES), len(SITES)) == (len(found), len(flawed))
    assert (len(mixed), set()) == (len(first), places - first)
    assert [] == [one.name for one in found if not one.record.reason or not one.record.trace]
    assert objects(alone) > objects(folder)

    # after the bug is mended
    assert 0 == run(["dead-letters", "retry", "--reason", "of that day", "--broker", url])
    asyncio.run(worked(url, folder, [], prepare))
    assert objects(alone) == objects(folder)
    assert case.n == len(asyncio.run(waiting(url, folder)))

    # what is bad stays bad, under a letter of its own
    assert 0 == run(["dead-letters", "retry", "--all", "--broker", url])
    asyncio.run(worked(url, folder, [], prepare))
    left = asyncio.run(waiting(url, folder))
    assert case.n == len(left)
    assert set() == places & {(o.record.topic, o.record.partition, o.record.offset) for o in left}
    assert objects(alone) == objects(folder)


def _among(records: list[Outgoing], poison: list[Outgoing]) -> list[Outgoing]:
    """Good ones in their order, bad ones anywhere between."""
    chance = Random(SEED)
    turns = [True] * len(records) + [False] * len(poison)
    chance.shuffle(turns)
    ours, theirs = iter(records), iter(poison)
    return [next(ours) if turn else next(theirs) for turn in turns]
