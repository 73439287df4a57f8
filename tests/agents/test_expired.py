"""Every request ends as an answer: asked once more, then expired (DESIGN 4.7)."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from upwell.agents.plan import PLAN
from upwell.agents.plan.requests.overdue import patience_s
from upwell.agents.timer import Timer, TimerParams
from upwell.agents.worker import Worker, WorkerParams
from upwell.streams.codecs import decode, encode
from upwell.streams.log.port import Entry, Log, Outgoing
from upwell.streams.records import (
    Again,
    AnyRecord,
    Expired,
    Finding,
    Learned,
    Page,
    Publish,
    Request,
    SiteAdded,
    SiteStatus,
    Tick,
)
from upwell.streams.topics import FINDINGS, REQUESTS, SITES

from .ring import DictView, Ring
from .toy import until

TICK_S = 300.0
Lost = Callable[[Any, int], bool]  # a record, and how often it came


class Lossy(Ring):
    """A ring that loses records between their sender and their receiver."""

    def __init__(self, lost: Lost) -> None:
        super().__init__()
        self.lost = lost
        self.came: Counter[tuple[str, int]] = Counter()

    def _handle(self, topic: str, key: str, record: AnyRecord) -> None:
        kind = type(record).__name__, getattr(record, "number", 0)
        self.came[kind] += 1
        if not self.lost(record, self.came[kind]):
            super()._handle(topic, key, record)


class RingLog:
    """What a timer asks of a log, over what a ring has sent."""

    def __init__(self, ring: Ring, keeps: Sequence[str] = (SITES, REQUESTS)) -> None:
        self._ring = ring
        self._keeps = keeps

    async def scan(self, topic: str, start: Mapping[int, int]) -> list[Entry]:
        sent = [record for at, record in self._ring.sent if at == topic and topic in self._keeps]
        every = [Entry(topic, 0, n, 0, b"", encode(record)) for n, record in enumerate(sent)]
        return every[start.get(0, 0) :]

    async def ends(self, topic: str) -> dict[int, int]:
        return {0: len(await self.scan(topic, {}))}

    def partition(self, topic: str, key: bytes) -> int:
        return 0

    async def append(self, records: Sequence[Outgoing]) -> None:
        for topic, key, value, *_ in records:
            self._ring.queue.append((topic, key.decode(), decode(value)))


def lived(ring: Ring, log: RingLog | None = None, **settings: Any) -> SiteStatus:
    """Open a site and go on, with a timer, until it is parked; the books hold all along."""
    ring.open(**{"max_queries": 45, **settings})
    clock = 1000.0
    timer = Timer(cast(Log, log or RingLog(ring)), lambda partition: True, now=lambda: clock)
    for _ in range(60):
        last: SiteStatus = ring.of(SiteStatus)[-1]
        if last.phase == "parked" and not last.outstanding:
            return last
        clock += TICK_S
        asyncio.run(timer.look())
        for _ in ring.steps():
            last = ring.of(SiteStatus)[-1]
            assert last.issued == last.answered + last.outstanding
    raise AssertionError(f"it waits for ever: {last}")


def expired(ring: Lossy) -> set[int]:
    """Numbers that plan was told of as expired."""
    return {number for (kind, number), n in ring.came.items() if kind == "Expired" and n}


def test_a_request_that_was_lost_is_asked_once_more_under_its_number() -> None:
    ring = Lossy(lambda record, time: _asks(record, {2, 7, 30}) and time == 1)
    last = lived(ring)
    assert {2, 7, 30} == {
        n for (kind, n), came in ring.came.items() if (kind, came) == ("Request", 2)
    }
    assert set() == expired(ring)
    assert (last.issued, 0, [], []) == (last.answered, last.outstanding, last.overdue, last.expired)


@pytest.mark.parametrize("keeps", [(SITES, REQUESTS), (SITES,)], ids=["log", "retention took it"])
def test_a_request_that_nobody_ever_answers_expires(keeps: tuple[str, ...]) -> None:
    """Also when the log does not know any more what it asked for; the site goes on without."""
    never = {7, 12, 13, 30}
    ring = Lossy(lambda record, time: _asks(record, never))
    last = lived(ring, RingLog(ring, keeps))
    assert never == expired(ring)
    assert (last.issued, 0, [], []) == (last.answered, last.outstanding, last.overdue, last.expired)
    assert last.issued > 45


def test_a_site_of_which_nothing_comes_any_more_is_parked_with_the_reason() -> None:
    ring = Lossy(lambda record, time: isinstance(record, Request) and record.number > 20)
    last = lived(ring)
    assert "asked twice and not answered" in last.reason
    assert (last.issued, 0) == (last.answered, last.outstanding)


@pytest.mark.parametrize("kind", [Publish, Learned, Again])
def test_a_site_does_not_wait_for_ever_for_its_first_model(kind: type[AnyRecord]) -> None:
    """What would have brought it, or the readings with it, was lost; it goes on all the same."""
    ring = Lossy(lambda record, time: isinstance(record, kind) and time == 1)
    assert lived(ring).issued > 30


def test_a_page_that_retention_took_before_it_was_read_again_is_fetched_anew() -> None:
    """Under a new number, and its objects come from there."""

    class Forgetting(Lossy):
        def _reduce(self, agent: Any, key: str, record: Any) -> None:
            if isinstance(record, Again) and record.number == 5:
                self.pages[record.offset] = cast(Page, None)
                gone.add(record.url)
            super()._reduce(agent, key, record)

    gone: set[str] = set()
    ring = Forgetting(lambda record, time: False)
    last = lived(ring)
    (url,) = gone
    first, *later = [request.reason for request in ring.of(Request) if request.url == url]
    assert ("probe", {"revisit"}) == (first, set(later))
    assert "ok" == [found.outcome for found in ring.of(Finding) if found.url == url][-1]
    assert (last.issued, 0) == (last.answered, last.outstanding)


def test_a_time_when_nobody_worked_makes_nothing_late() -> None:
    """A week without a word is two ticks; what waits in the log meanwhile is not overdue."""
    view, at = DictView("s"), 1000.0
    late: list[Any] = []
    PLAN.reduce(view, SiteAdded(site="s", url="http://s/", settings={}, at=at), None)
    for _ in range(3):
        at += 7 * 86_400
        late += PLAN.reduce(view, Tick(site="s", at=at), None)
    assert [] == late
    for _ in range(round(patience_s(1.0) / TICK_S)):
        at += TICK_S
        late += PLAN.reduce(view, Tick(site="s", at=at), None)
    assert [[1]] == [cast(SiteStatus, send.record).overdue for send in late]


def test_a_timer_that_starts_again_says_what_it_said_before() -> None:
    """It keeps nothing: what it died with stands in the newest status."""
    ring = Lossy(lambda record, time: False)
    status = SiteStatus(
        site="s", url="/", settings={}, phase="harvest", at=1e9, overdue=[1], expired=[2]
    )
    ring.sent.append((SITES, status))
    for number in (1, 2):
        url = f"http://s/{number}"
        ring.sent.append(
            (REQUESTS, Request(site="s", number=number, low=1, url=url, reason="query"))
        )
    for _ in range(2):
        timer = Timer(cast(Log, RingLog(ring)), lambda partition: True, now=lambda: 1e9)
        asyncio.run(timer.look())
        asyncio.run(timer.look())
        asked, told = ring.queue
        assert (REQUESTS, 1) == (asked[0], cast(Request, asked[2]).number)
        assert Expired(site="s", number=2, at=1e9, url="http://s/2", reason="query") == told[2]
        ring.queue.clear()


def test_only_the_owner_of_a_site_tells_it_the_time() -> None:
    ring = Ring()
    ring.sent.append((SITES, SiteStatus(site="s", url="/", settings={}, phase="probe")))
    asyncio.run(Timer(cast(Log, RingLog(ring)), lambda partition: False).look())
    assert not ring.queue


async def test_a_worker_gives_up_a_request_that_nobody_fetches(
    broker_url: str, tmp_path: Path
) -> None:
    """No fetcher runs: the site is asked once more, then it expires, and is parked."""
    params = WorkerParams(partitions=2, timer=TimerParams(every_s=0.05))
    worker = Worker(broker_url, tmp_path / "w", [PLAN], params=params)
    await worker.start()
    at = time.time()
    added = SiteAdded(site="s.test", url="http://s.test/", settings={}, at=at)
    await worker.log.append([Outgoing(FINDINGS, b"s.test", encode(added))])

    async def later() -> bool:
        nonlocal at
        at += 2 * TICK_S
        tick = Tick(site="s.test", at=at)
        await worker.log.append([Outgoing(FINDINGS, b"s.test", encode(tick))])
        await until(worker.idle)
        found = [decode(entry.value) for entry in await worker.log.scan(SITES)]
        return isinstance(found[-1], SiteStatus) and found[-1].phase == "parked"

    await until(later)
    asked = [cast(Request, decode(entry.value)) for entry in await worker.log.scan(REQUESTS)]
    last = cast(SiteStatus, decode((await worker.log.scan(SITES))[-1].value))
    await worker.stop()
    assert [(1, "http://s.test/")] * 2 == [(one.number, one.url) for one in asked]
    assert (1, 1, 0) == (last.issued, last.answered, last.outstanding)
    assert "asked twice and not answered" in last.reason


def _asks(record: object, numbers: set[int]) -> bool:
    return isinstance(record, Request) and record.number in numbers
