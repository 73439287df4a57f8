"""Laws of the fetch service."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from upwell.agents.fetch import FetchParams, FetchService, HostQueue, Job, Unfinished
from upwell.streams.codecs import encode
from upwell.streams.log.port import Entry, TopicPartition
from upwell.streams.records import DeadLetter, Page, Request
from upwell.streams.topics import DEAD_LETTERS, PAGES, REQUESTS

from .toy import ListLog

PLACE = TopicPartition(REQUESTS, 0)


def request(number: int, delay_s: float = 0.0, not_before: float = 0.0, low: int = 1) -> Request:
    return Request(
        site="s", number=number, low=low, url=f"http://s/{number}", reason="query",
        delay_s=delay_s, not_before=not_before,
    )  # fmt: skip


def job(record: Request, offset: int = 0) -> Job:
    return Job(Entry(REQUESTS, 0, offset, 0, b"s", encode(record)), record)


class OneBatch:
    """A reader that yields one batch, then waits; keeps what was committed."""

    def __init__(self, batch: Sequence[Entry]) -> None:
        self.batch = batch
        self.committed: dict[TopicPartition, int] = {}
        self.commits = asyncio.Event()

    async def batches(
        self, max_records: int = 200, timeout_s: float = 0.5
    ) -> AsyncIterator[Sequence[Entry]]:
        yield self.batch
        await asyncio.Event().wait()

    async def commit(self, positions: Mapping[TopicPartition, int]) -> None:
        self.committed.update(positions)
        self.commits.set()

    def assignment(self) -> frozenset[TopicPartition]:
        return frozenset({PLACE})

    async def close(self) -> None: ...


class Gate:
    """A web whose answers are let out one by one."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.open: dict[int, asyncio.Event] = {}
        self.busy = self.most = 0

    def gate(self, number: int) -> asyncio.Event:
        return self.open.setdefault(number, asyncio.Event())

    async def fetch(self, request: Request) -> Page:
        self.asked.append(request.number)
        self.busy += 1
        self.most = max(self.most, self.busy)
        await self.gate(request.number).wait()
        self.busy -= 1
        if request.number == 13:
            raise RuntimeError("a bug of the client")
        if request.number == 14:
            raise OSError(24, "too many open files")
        return Page(
            site=request.site, number=request.number, low=request.low, url=request.url,
            final_url=request.url, reason=request.reason, outcome="ok", fetched_at=0.0,
        )  # fmt: skip


class Rig:
    def __init__(
        self,
        records: Sequence[Request | bytes],
        params: FetchParams,
        fail: Callable[[str, BaseException], object] | None = None,
        reader: type[OneBatch] = OneBatch,
    ) -> None:
        values = [r if isinstance(r, bytes) else encode(r) for r in records]
        self.reader = reader([Entry(REQUESTS, 0, n, 0, b"s", v) for n, v in enumerate(values)])
        self.log = ListLog(self.reader)
        self.web = Gate()
        self.service = FetchService(self.log, self.web, params, fail=fail or _raise)

    def pages(self) -> list[tuple[int, str]]:
        pages = [page for page in self.log.records(PAGES) if isinstance(page, Page)]
        return [(page.number, page.outcome) for page in pages]


def _raise(where: str, error: BaseException) -> None:
    raise error


async def settled() -> None:
    for _ in range(50):
        await asyncio.sleep(0)


@given(st.permutations(range(6)), st.integers(0, 6))
def test_the_position_is_the_lowest_unfinished_offset(order: list[int], done: int) -> None:
    """Whatever finishes first, the position is the lowest offset not finished."""
    work = Unfinished()
    for offset in range(6):
        work.take(PLACE, offset)
    for offset in order[:done]:
        work.finish(PLACE, offset)
    assert {PLACE: min(order[done:], default=6)} == work.positions()


def test_a_host_is_asked_one_at_a_time_and_starts_are_apart() -> None:
    """With a delay the next job starts when the last ended and the delay is over."""
    queue = HostQueue()
    for number in (1, 2, 3):
        queue.put(job(request(number, delay_s=2.0)), now=0.0)
    assert queue.wait_s(0.0) == 0.0
    assert queue.take(0.0).request.number == 1
    assert queue.wait_s(5.0) is None
    queue.finish(0.5, begun=0.0)
    assert queue.wait_s(0.5) == 1.5
    assert queue.take(2.0).request.number == 2
    queue.finish(3.0, begun=2.0, pause_s=60.0)
    assert queue.wait_s(3.0) == 60.0
    queue.take(63.0)
    queue.finish(64.0, begun=63.0, pause_s=1e9)
    assert (queue.idle(363.0), queue.idle(364.0)) == (False, True)


def test_a_request_for_later_lets_others_pass() -> None:
    """A request with a later time waits aside; those that are due keep their order."""
    queue = HostQueue()
    for number, at in ((1, 100.0), (2, 0.0), (3, 50.0), (4, 0.0)):
        queue.put(job(request(number, not_before=at), number), now=10.0)
    assert [queue.take(10.0).request.number for _ in range(2)] == [2, 4]
    assert queue.wait_s(10.0) == 40.0
    assert queue.wait_s(100.0) == 0.0
    assert [queue.take(100.0).request.number for _ in range(2)] == [3, 1]


async def test_every_request_ends_as_a_page_and_the_position_follows() -> None:
    """Pages are appended as they come; the position stays at the lowest unfinished."""
    rig = Rig([request(n) for n in (11, 12, 13)], FetchParams(commit_s=0.0))
    await rig.service.start()
    await settled()
    rig.web.gate(12).set()
    rig.web.gate(13).set()
    await rig.reader.commits.wait()
    await settled()
    assert rig.pages() == [(12, "ok"), (13, "failed")]
    assert rig.reader.committed == {PLACE: 0}
    rig.web.gate(11).set()
    await rig.service.stop()
    assert rig.reader.committed == {PLACE: 3}


async def test_a_request_that_still_waits_is_not_fetched_twice() -> None:
    """Asked once more under its number it is answered by one page, in flight or in line."""
    rig = Rig([request(n) for n in (1, 2, 1, 2)], FetchParams(side_by_side=2, commit_s=0.0))
    await rig.service.start()
    await settled()
    rig.web.gate(2).set()
    await settled()
    assert {PLACE: 0} == rig.reader.committed
    rig.web.gate(1).set()
    await settled()
    await rig.service.stop()
    assert ([1, 2], [(2, "ok"), (1, "ok")]) == (rig.web.asked, rig.pages())
    assert {PLACE: 4} == rig.reader.committed


async def test_what_the_machine_lacks_is_not_the_sites_fault() -> None:
    """No page is made of it and no position moves: the process is to start again."""
    failures: list[BaseException] = []
    rig = Rig([request(14)], FetchParams(), lambda where, error: failures.append(error))
    await rig.service.start()
    rig.web.gate(14).set()
    await settled()
    assert ([], [24]) == (rig.pages(), [getattr(error, "errno", None) for error in failures])
    await rig.service.stop()
    assert rig.reader.committed == {PLACE: 0}


async def test_stopping_lets_what_is_in_flight_arrive_and_nothing_else() -> None:
    """A stop waits for what is in flight; what was only queued is fetched after the start."""
    rig = Rig([request(n, delay_s=5.0) for n in (1, 2)], FetchParams())
    await rig.service.start()
    await settled()
    rig.web.gate(1).set()
    await rig.service.stop()
    assert rig.pages() == [(1, "ok")]
    assert rig.reader.committed == {PLACE: 1}


async def test_no_more_are_in_flight_than_allowed() -> None:
    """However many wait, at most `side_by_side` are on the wire of one host."""
    rig = Rig([request(n) for n in range(1, 13)], FetchParams(side_by_side=3))
    await rig.service.start()
    await settled()
    for number in range(1, 13):
        rig.web.gate(number).set()
    await settled()
    await settled()
    await rig.service.stop()
    assert (3, list(range(1, 13))) == (rig.web.most, rig.web.asked)


async def test_what_is_answered_is_not_asked_again() -> None:
    """After a restart a request below its site's lowest open number is passed over."""
    rig = Rig([request(1, low=1), request(2, low=1), request(3, low=3)], FetchParams())
    rig.web.gate(3).set()
    await rig.service.start()
    await settled()
    await rig.service.stop()
    assert rig.web.asked == [3]
    assert rig.reader.committed == {PLACE: 3}


async def test_a_request_that_cannot_be_read_is_a_dead_letter() -> None:
    """Junk and records of another kind go to the dead letters; the rest is fetched."""
    page = await some_page()
    rig = Rig([b"\x01junk", page, request(3)], FetchParams())
    rig.web.gate(3).set()
    await rig.service.start()
    await settled()
    await rig.service.stop()
    dead = [r.offset for r in rig.log.records(DEAD_LETTERS) if isinstance(r, DeadLetter)]
    assert (dead, rig.pages()) == ([0, 1], [(3, "ok")])


async def some_page() -> bytes:
    gate = Gate()
    gate.gate(1).set()
    return encode(await gate.fetch(request(1)))


class Moving(OneBatch):
    """A reader whose partition goes to another member and comes back."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        super().__init__(entries)
        self.mine: frozenset[TopicPartition] = frozenset({PLACE})
        self.handed: asyncio.Queue[Sequence[Entry]] = asyncio.Queue()

    async def batches(
        self, max_records: int = 200, timeout_s: float = 0.5
    ) -> AsyncIterator[Sequence[Entry]]:
        yield self.batch
        while True:
            yield await self.handed.get()

    async def commit(self, positions: Mapping[TopicPartition, int]) -> None:
        await super().commit({place: at for place, at in positions.items() if place in self.mine})

    def assignment(self) -> frozenset[TopicPartition]:
        return self.mine

    def goes(self) -> None:
        self.mine = frozenset()
        self.handed.put_nowait([])

    def comes_back(self, at: int) -> None:
        """From the committed position on."""
        self.mine = frozenset({PLACE})
        self.handed.put_nowait(self.batch[at:])


def moving(numbers: Sequence[int], params: FetchParams) -> tuple[Rig, Moving]:
    """A service, and its reader."""
    rig = Rig([request(n) for n in numbers], params, reader=Moving)
    assert isinstance(rig.reader, Moving)
    return rig, rig.reader


async def test_what_waits_of_a_partition_that_went_is_not_asked_any_more() -> None:
    """Its new owner asks the host now, and both together would ask it twice as often."""
    rig, reader = moving((1, 2, 3), FetchParams(side_by_side=1, commit_s=0.0))
    await rig.service.start()
    await settled()
    reader.goes()
    await settled()
    for number in (1, 2, 3):
        rig.web.gate(number).set()
    await settled()
    assert ([1], [(1, "ok")]) == (rig.web.asked, rig.pages())
    reader.comes_back(0)
    await settled()
    await rig.service.stop()
    assert [1, 1, 2, 3] == rig.web.asked
    assert {PLACE: 3} == reader.committed


async def test_what_is_on_the_way_when_its_partition_goes_and_comes_back_is_not_passed_over() -> (
    None
):
    """A death before its page arrives must find the request again."""
    rig, reader = moving((1, 2), FetchParams(side_by_side=2, commit_s=0.0))
    await rig.service.start()
    await settled()
    reader.goes()
    await settled()
    reader.comes_back(0)
    rig.web.gate(2).set()
    await settled()
    assert {PLACE: 0} == reader.committed
    rig.web.gate(1).set()
    await settled()
    await rig.service.stop()
    assert {PLACE: 2} == reader.committed


async def test_a_position_that_was_not_written_while_its_partition_was_away_is_written() -> None:
    """Otherwise the group lags behind until the next request comes."""
    rig, reader = moving((1, 2), FetchParams(commit_s=0.0))
    await rig.service.start()
    await settled()
    reader.mine = frozenset()  # nobody has looked before it is back
    for number in (1, 2):
        rig.web.gate(number).set()
    await settled()
    assert 2 != reader.committed.get(PLACE)
    reader.comes_back(0)
    await settled()
    assert {PLACE: 2} == reader.committed
    await rig.service.stop()
