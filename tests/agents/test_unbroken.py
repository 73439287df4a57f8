"""Laws of what a rebalance may not do: leave out a record, or hand out one from before it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from aiokafka import TopicPartition as KafkaPlace
from aiokafka.consumer.subscription_state import SubscriptionState
from faust.types import TP
from hypothesis import given
from hypothesis import strategies as st

from upwell.agents.loop import BatchParams, GapCheck, Loop, register
from upwell.errors import StoreError
from upwell.streams.app import make_app
from upwell.streams.log.port import Entry, TopicPartition
from upwell.streams.parsers import Pool, PoolParams
from upwell.streams.records import Finding, Page
from upwell.streams.topics import FINDINGS, PAGES

from .test_loop import Bench, NoGuard
from .toy import COUNTER, entries, live, page

PLACE = TopicPartition(PAGES, 0)


def at(*offsets: int, partition: int = 0) -> list[Entry]:
    return [Entry(PAGES, partition, offset, 0, b"s", b"") for offset in offsets]


class Stored:
    """What a log knows: committed positions, and which offsets are still there."""

    def __init__(self, committed: int | None, first: int = 0) -> None:
        self.committed = {} if committed is None else {PLACE: committed}
        self._first = first

    async def positions(self, group: str) -> dict[TopicPartition, int]:
        return self.committed

    async def entry(self, topic: str, partition: int, offset: int) -> Entry | None:
        return at(offset, partition=partition)[0] if offset >= self._first else None


def unbroken(log: Any) -> GapCheck:
    return GapCheck(log, "group")


@pytest.mark.parametrize(
    ("committed", "first", "offsets", "broken"),
    [
        (None, 0, [0, 1, 2], False),  # nobody was here before
        (None, 0, [1], True),  # the first record was left out
        (7, 0, [7, 8], False),
        (7, 0, [5, 6, 7], False),  # read again
        (7, 0, [8], True),
        (7, 0, [7, 9], True),
        (7, 0, [7, 8, 7, 8, 9], False),  # the reader went back
        (7, 0, [7, 8, 7, 9], False),  # and left out what was handled
        (7, 20, [20, 21], False),  # retention took what lies between
        (7, 20, [21], True),
    ],
)
async def test_a_record_that_is_there_is_not_passed_over(
    committed: int | None, first: int, offsets: list[int], broken: bool
) -> None:
    """A partition goes on at the committed position, and then one by one."""
    check = unbroken(Stored(committed, first)).check(at(*offsets), 1)
    if broken:
        with pytest.raises(StoreError, match="comes next and"):
            await check
    else:
        assert {PLACE: max(offsets) + 1} == await check


async def test_what_was_not_handled_comes_next_again() -> None:
    """Looking at records does not count, handling them does."""
    one = unbroken(Stored(3))
    await one.check(at(3, 4), 1)
    with pytest.raises(StoreError, match="offset 3 comes next and 5"):
        await one.check(at(5), 1)
    one.passed(await one.check(at(3, 4), 1))
    assert {PLACE: 6} == await one.check(at(5), 1)


async def test_after_a_rebalance_the_committed_position_counts() -> None:
    """Another worker may have gone on meanwhile, or our last records were not committed."""
    log = Stored(3)
    one = unbroken(log)
    one.passed(await one.check(at(3, 4, 5), 1))
    log.committed[PLACE] = 40
    assert {PLACE: 42} == await one.check(at(41 - 1, 41), 2)
    log.committed[PLACE] = 4
    with pytest.raises(StoreError, match="offset 4 comes next and 5"):
        await one.check(at(5), 3)


class Event:
    """An event as Faust hands it out: of a generation, acknowledged or not."""

    def __init__(self, offset: int, generation: int) -> None:
        self.acked = False
        self.message = SimpleNamespace(
            partition=0, offset=offset, timestamp=0.0, key=b"s", value=b"",
            generation_id=generation,
        )  # fmt: skip

    def ack(self) -> None:
        self.acked = True


class FaultyApp:
    """As much of an app as an agent needs; its generation is told."""

    prefix = ""

    def __init__(self) -> None:
        self.consumer_generation_id = 1
        self.conf = SimpleNamespace(topic_partitions=1)
        self.run: Callable[[Any], Any] | None = None
        self.consumer = SimpleNamespace(
            topic_partitions=lambda topic: 1, assignment=lambda: {TP(PAGES, 0)}
        )

    def topic(self, name: str, **settings: Any) -> str:
        return name

    def Table(self, name: str, **settings: Any) -> Any:
        return SimpleNamespace(changelog_topic=SimpleNamespace(get_topic_name=lambda: name))

    def agent(self, topic: str, name: str) -> Callable[[Any], None]:
        return lambda run: setattr(self, "run", run)


class Batches:
    """A stream of batches, each under the generation that holds when it comes."""

    def __init__(self, app: FaultyApp, batches: Sequence[tuple[int, list[Event]]]) -> None:
        self._app = app
        self._batches = batches

    async def noack_take(self, max_records: int, within: float) -> AsyncIterator[list[Event]]:
        for generation, events in self._batches:
            self._app.consumer_generation_id = generation
            yield events


async def run(*batches: tuple[int, list[Event]], lost: bool = False) -> tuple[list[int], list[str]]:
    """Offsets that were handled, and what ended the worker."""
    handled: list[int] = []
    failed: list[str] = []

    class Handling:
        async def handle(self, entries: Sequence[Entry], owner: Any) -> bool:
            handled.extend(entry.offset for entry in entries)
            return not lost

    app: Any = FaultyApp()
    loop: Any = Handling()
    register(
        app, COUNTER, lambda agent, table: loop, unbroken(Stored(5)), BatchParams(),
        fail=lambda where, error: failed.append(str(error)),
    )  # fmt: skip
    await app.run(Batches(app, batches))
    return handled, failed


async def test_what_was_taken_before_a_rebalance_is_forgotten() -> None:
    """An event of an earlier generation is neither handled nor acknowledged; it comes again."""
    stale = Event(9, 1)
    again = [Event(offset, 2) for offset in (5, 6, 7, 8, 9)]
    assert ([5, 6, 7, 8, 9], []) == await run((2, [stale, *again]))
    assert not stale.acked
    assert all(event.acked for event in again)


async def test_a_hole_after_a_rebalance_ends_the_worker() -> None:
    """Nothing behind it is handled or acknowledged."""
    beyond = Event(9, 2)
    handled, failed = await run((1, [Event(5, 1)]), (2, [beyond]))
    assert [5] == handled
    assert 1 == len(failed)
    assert not beyond.acked


async def test_a_batch_that_is_not_ours_any_more_is_not_counted() -> None:
    """It comes next again: to go on behind it would be a hole."""
    batch = Event(5, 1)
    _, failed = await run((1, [batch]), (1, [Event(6, 1)]), lost=True)
    assert not batch.acked
    assert 1 == len(failed)


@given(
    st.lists(st.integers(1, 40), min_size=1, max_size=20),
    st.lists(st.integers(1, 6), min_size=20, max_size=20),
)
def test_a_partition_that_goes_and_comes_back_is_counted_on_from_its_table(
    numbers: list[int], sizes: list[int]
) -> None:
    """Two workers hand it to each other, each time with a batch in hand; nothing clashes."""
    records: list[Page] = [page(number, site="st"[number % 2]) for number in numbers]
    every = entries(records)
    alone, one, two = Bench(), Bench(), Bench()
    two.log = one.log
    two.loop = Loop(COUNTER, two.table, one.log, Pool(PoolParams(processes=0)), NoGuard())
    alone.feed(every)
    for generation, size in enumerate(sizes):
        if not every:
            break
        one.owner.now = generation
        assert one.feed(every[:size])
        every = every[size:]
        one.owner.lost = True
        assert not every[:size] or not one.feed(every[:size])
        one.owner.lost = False
        two.table.data = dict(one.table.data)  # as recovered from the changelog
        one, two = two, one
    assert live(alone.table.data) == live(one.table.data)
    assert numbered(alone) == numbered(one)


def numbered(bench: Bench) -> set[tuple[str, int, int, str]]:
    """What was sent under which number; one number for two records is a clash."""
    records = [r for r in bench.log.records(FINDINGS) if isinstance(r, Finding)]
    found = {(r.site, r.seq, r.number, r.outcome) for r in records}
    assert len(found) == len({(site, seq) for site, seq, _, _ in found})
    return found


async def test_nothing_is_handed_out_while_the_reader_goes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was fetched meanwhile would be gone; a partition without a position begins anew."""
    app = make_app("seeking", "kafka://127.0.0.1:1", tmp_path)
    consumer: Any = app._new_consumer()
    places = [TP(PAGES, partition) for partition in range(3)]
    flowing: list[bool] = []
    began: list[TP] = []

    async def to_committed() -> dict[TP, int | None]:
        flowing.append(consumer.flow_active)
        return {places[0]: 7, places[1]: None, places[2]: 0}

    async def to_beginning(*unread: TP) -> None:
        flowing.append(consumer.flow_active)
        began.extend(unread)

    monkeypatch.setattr(consumer, "assignment", lambda: set(places))
    monkeypatch.setattr(consumer, "seek_to_committed", to_committed)
    monkeypatch.setattr(consumer._thread, "seek_to_beginning", to_beginning)
    consumer.resume_flow()
    await consumer.perform_seek()
    assert [False, False] == flowing
    assert places[1:] == sorted(began)


async def test_a_partition_that_has_no_position_yet_ends_no_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Faust looks for partitions that stand still, and takes for granted that all have begun."""
    app = make_app("looking", "kafka://127.0.0.1:1", tmp_path)
    consumer: Any = app._new_consumer()
    thread = consumer._thread
    place = KafkaPlace(PAGES, 0)
    subscriptions = SubscriptionState()
    subscriptions.assign_from_user([place])
    subscriptions.subscription.assignment.state_value(place).highwater = 0
    client = SimpleNamespace(_fetcher=SimpleNamespace(_subscriptions=subscriptions))
    monkeypatch.setattr(thread, "_verify_aiokafka_event_path", lambda now, tp: False)
    monkeypatch.setattr(thread, "_ensure_consumer", lambda: client)
    monkeypatch.setattr(thread, "time_started", 0.0, raising=False)
    consumer.verify_event_path(1.0, TP(PAGES, 0))
