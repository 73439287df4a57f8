"""Laws of the worker: the loop, Faust, the embedded log and RocksDB together."""

from __future__ import annotations

import asyncio
import random
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from upwell.agents.loop import Loop
from upwell.agents.state.head import decode_head
from upwell.agents.state.mark import unstamp
from upwell.agents.state.view import part_key
from upwell.agents.worker import Worker, WorkerParams
from upwell.errors import ConfigError
from upwell.streams.codecs import decode, encode
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.kafka import KafkaLog
from upwell.streams.log.port import Entry, Outgoing
from upwell.streams.parsers import Pool, PoolParams
from upwell.streams.records import DeadLetter, Finding, Page, Request
from upwell.streams.topics import DEAD_LETTERS, FINDINGS, PAGES, REQUESTS

from .counting import worker
from .test_loop import NoGuard
from .toy import COUNTER, Alone, DictTable, ListLog, page, until

CHANGELOG = "upwell-counter-state-changelog"
ROOT = Path(__file__).parents[2]

State = dict[str, dict[str, bytes | None]]


def pages(count: int, sites: int = 5) -> list[Outgoing]:
    """Pages of some sites, in turn; some raise, some are not records at all."""
    urls = ["/a", "/b", "/c", "/raises", "/d"]
    out = []
    for n in range(count):
        number, site = n // sites + 1, f"site{n % sites}"
        value = encode(page(number, site=site, url=urls[number % 5]))
        out.append(Outgoing(PAGES, site.encode(), b"\x01junk" if n % 97 == 50 else value))
    return out


async def undisturbed(entries: list[Entry]) -> tuple[State, list[Finding], set[tuple[int, int]]]:
    """State, findings and refused places of a run over a dict, partition by partition."""
    table, log = DictTable(), ListLog()
    loop = Loop(COUNTER, table, log, Pool(PoolParams(processes=0)), NoGuard())
    await loop.handle(entries, Alone())
    found = [record for record in log.records(FINDINGS) if isinstance(record, Finding)]
    dead = [record for record in log.records(DEAD_LETTERS) if isinstance(record, DeadLetter)]
    places = {(record.partition, record.offset) for record in dead}
    return named({key: value for (_, key), value in table.data.items()}), found, places


def named(values: dict[bytes, bytes]) -> State:
    """What the heads of a table name: per key its own head and its parts."""
    state: State = {}
    for key, value in values.items():
        if key.endswith(b"\0h"):
            name = key[:-2].decode()
            head = decode_head(unstamp(value)[1] or b"")
            state[name] = {"": head.user} | {
                part: unstamp(values[part_key(name, part, version)])[1]
                for part, version in head.parts.items()
            }
    return state


async def recovered(log: EmbeddedLog) -> State:
    """The table as its changelog tells it: the higher mark stays."""
    values: dict[bytes, bytes] = {}
    for entry in await log.scan(CHANGELOG):
        value = entry.value or b""
        if unstamp(value)[0] >= unstamp(values.get(entry.key, b"\x80" + bytes(15)))[0]:
            values[entry.key] = value
    return named(values)


def on_disk(worker: Worker) -> State:
    store: Any = worker._apps["counter"].tables["state"]
    store = store.data
    return named({key: value for partition in (0, 1) for key, value in store.scan(partition)})


async def check(log: EmbeddedLog | KafkaLog, entries: list[Entry], state: State) -> None:
    """State and outputs are those of an undisturbed run; what was sent twice is equal."""
    expected_state, expected_findings, dead = await undisturbed(entries)
    assert expected_state == state
    if isinstance(log, EmbeddedLog):
        assert expected_state == await recovered(log)
    sent: dict[tuple[str, int], Finding] = {}
    for entry in await log.scan(FINDINGS):
        record = decode(entry.value)
        assert isinstance(record, Finding)
        assert record == sent.setdefault((record.site, record.seq), record)
    assert {(f.site, f.seq): f for f in expected_findings} == sent
    letters = [decode(entry.value) for entry in await log.scan(DEAD_LETTERS)]
    assert dead == {(d.partition, d.offset) for d in letters if isinstance(d, DeadLetter)}


async def test_the_worker_does_what_the_loop_does_over_a_dict(
    tmp_path: Path, broker_url: str
) -> None:
    """On either broker, RocksDB and Faust, over a restart, nothing differs from a dict."""
    entries: list[Entry] = []
    for half in (pages(300), [*pages(40), *pages(600)[300:]]):  # the second repeats some
        one = worker(tmp_path, broker_url)
        await one.start()
        entries += await one.log.append(half)
        await until(one.idle)
        state = on_disk(one)
        await check(one.log, entries, state)
        await one.stop()


async def test_tables_that_are_gone_come_back_from_the_log(tmp_path: Path) -> None:
    """Without its tables a worker recovers their state and goes on."""
    entries: list[Entry] = []
    for half in (pages(200), pages(400)[200:]):
        one = worker(tmp_path)
        await one.start()
        assert isinstance(one.log, EmbeddedLog)
        entries += await one.log.append(half)
        await until(one.idle)
        state = on_disk(one)
        await one.stop()
        shutil.rmtree(tmp_path / "worker")
    log = EmbeddedLog(f"upwell://{tmp_path}/log")
    await log.open()
    await check(log, entries, state)
    await log.close()


async def test_tables_of_another_log_are_dropped(tmp_path: Path) -> None:
    """A log that was made anew does not meet the state of the one before."""
    for _ in range(2):
        one = worker(tmp_path)
        await one.start()
        assert isinstance(one.log, EmbeddedLog)
        entries = await one.log.append(pages(50))
        await until(one.idle)
        await check(one.log, entries, on_disk(one))
        await one.stop()
        shutil.rmtree(tmp_path / "log")


class Echo:
    """A web that answers everything."""

    asked = 0

    async def fetch(self, request: Request) -> Page:
        self.asked += 1
        return page(request.number, site=request.site, url="/a")


async def test_requests_go_round_the_ring_once(tmp_path: Path) -> None:
    """Requests become pages become findings; idle when all is done, and nothing is asked again."""
    web = Echo()
    params = WorkerParams(partitions=2, pool=PoolParams(processes=0))
    for n_requests in (30, 0):
        one = Worker(f"upwell://{tmp_path}/log", tmp_path, [COUNTER], web=web, params=params)
        await one.start()
        requests = [
            Request(site="s", number=n, low=1, url="/", reason="query", delay_s=0.0)
            for n in range(1, n_requests + 1)
        ]
        await one.log.append([Outgoing(REQUESTS, b"s", encode(r)) for r in requests])
        await until(one.idle)
        found = await one.log.scan(FINDINGS)
        await one.stop()
        assert (30, 30) == (web.asked, len(found))


async def test_what_waits_for_a_host_is_not_idle(tmp_path: Path) -> None:
    """A worker with a request for later is not idle, and stops at once all the same."""
    params = WorkerParams(partitions=1)
    one = Worker(f"upwell://{tmp_path}/log", tmp_path, [], web=Echo(), params=params)
    await one.start()
    later = Request(site="s", number=1, low=1, url="/", reason="revisit", not_before=2e10)
    await one.log.append([Outgoing(REQUESTS, b"s", encode(later))])
    assert not await one.idle()
    assert {"fetch requests": 1} == await one.lag()
    await one.stop()


def test_a_role_that_nobody_has_is_named(tmp_path: Path) -> None:
    """An unknown role is the operator's, and the message lists the known ones."""
    with pytest.raises(ConfigError, match=r"no role dig; there are counter, fetch, deliver"):
        Worker(f"upwell://{tmp_path}/log", tmp_path, [COUNTER], roles=["dig"])


@pytest.mark.crash
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", [1, 2])
async def test_kill_9_loses_nothing_and_doubles_nothing(tmp_path: Path, seed: int) -> None:
    """Killed at random instants, tables dropped every second time: as if undisturbed."""
    chance = random.Random(seed)
    log = EmbeddedLog(f"upwell://{tmp_path}/log", partitions=2)
    await log.open()
    entries = await log.append(pages(3000))
    for kill in range(5):
        target = sum((await log.ends(FINDINGS)).values()) + chance.randint(0, 600)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.agents.counting", str(tmp_path), cwd=ROOT
        )

        async def reached(at: int = target) -> bool:
            return sum((await log.ends(FINDINGS)).values()) >= at

        await until(reached)
        await asyncio.sleep(chance.random() / 50)  # anywhere within a batch
        process.send_signal(signal.SIGKILL)
        await process.wait()
        if kill % 2:
            shutil.rmtree(tmp_path / "worker", ignore_errors=True)
    one = worker(tmp_path)
    await one.start()
    await until(one.idle)
    state = on_disk(one)
    await one.stop()
    await check(log, entries, state)
    await log.close()
