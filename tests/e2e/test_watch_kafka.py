"""A search that is added to be watched, on a real broker: its events say what happened."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path

import pytest

from tests.agents.toy import until
from tests.cli.filled import Shell
from upwell.sources import serve
from upwell.streams.log.open import open_log
from upwell.streams.records import Change

from .crawls import LOOPBACK, SHORT
from .supervised import Supervised
from .test_kill_watching import KINDS, Life, followed, number_of, query_of, told

pytestmark = [pytest.mark.e2e, pytest.mark.kafka, pytest.mark.timeout(900)]

SIZE, LISTED = 60, 15
STEPS = 1 if SHORT else 4
VISITS = 72_000  # an hour: twenty a second
WITHIN_S = 400.0
_numbers = count(1)


@pytest.fixture
def broker(kafka_url: str) -> str:
    return f"{kafka_url}w{next(_numbers)}-"


@pytest.fixture
def shell(broker: str, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(broker, capsys)


async def events_on(broker: str) -> list[Change]:
    log = open_log(broker)
    await log.open()
    try:
        return await told(log)
    finally:
        await log.close()


def test_a_search_that_is_added_to_be_watched_is(tmp_path: Path, broker: str, shell: Shell) -> None:
    """Whoever follows `changes` has its list after every step; `upwell changes` says the same."""

    async def watch() -> tuple[Life, list[Change]]:
        async with await serve("jobs", seed=5, size=SIZE) as source:
            life = Life(source, query_of(source, LISTED))
            asks = ["--watch", "--query", life.query, "--set", f"revisits={VISITS}"]
            await asyncio.to_thread(shell, "add", source.url, "--delay", "0", *asks)
            options = ["--broker", broker, "-d", str(tmp_path), "--allow", LOOPBACK]
            worker = Supervised("-m", "upwell", "worker", *options)

            async def has_list() -> bool:
                worker.check()
                return followed(source, await events_on(broker)) == life.standing()

            async def has_all() -> bool:
                gone = {number_of(source, e) for e in await events_on(broker) if e.event == "gone"}
                return await has_list() and life.removed <= gone

            await worker.start()
            try:
                await until(has_list, within_s=WITHIN_S)
                for _ in range(STEPS):
                    life.step({number_of(source, one) for one in await events_on(broker)})
                    await until(has_list, within_s=WITHIN_S)
                await until(has_all, within_s=WITHIN_S)
                await worker.stop()
            finally:
                await worker.kill()
            return life, await events_on(broker)

    life, events = asyncio.run(watch())
    numbers = {k: [number_of(life.source, one) for one in events if one.event == k] for k in KINDS}
    assert set(numbers["left"]) == life.removed | life.unmatched
    assert set(numbers["new"]) == set(numbers["entered"]) >= life.added
    assert set(numbers["gone"]) == life.removed
    assert set(numbers["changed"]) <= life.changed
    lines = shell.json("changes", "-d", str(tmp_path))
    printed = sorted((line["id"], line["version"], line["event"]) for line in lines)
    assert [(one.id, one.version, one.event) for one in events] == printed
