"""Laws of the loop, over a dict table and a list log."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.agents.loop import Loop, PoisonGuard
from upwell.agents.reducer import Agent
from upwell.agents.state import unstamp
from upwell.errors import StoreError
from upwell.streams.log.port import Entry
from upwell.streams.parsers import Pool, PoolParams
from upwell.streams.records import DeadLetter, Finding, Page, Publish
from upwell.streams.topics import DEAD_LETTERS, FINDINGS

from .toy import COUNTER, Alone, DictTable, ListLog, count, entries, identity, live, page


class NoGuard(PoisonGuard):
    """A hand that notes nothing."""

    def __init__(self) -> None: ...

    def poison(self, entry: Entry) -> bool:
        return False

    def take(self, entry: Entry) -> None: ...

    def rest(self) -> None: ...


class Bench:
    """A loop on a bench: feed it batches, look at the table and the log."""

    def __init__(self, table: DictTable | None = None, agent: Agent = COUNTER) -> None:
        self.table = table or DictTable()
        self.log = ListLog()
        self.owner = Alone()
        self.loop = Loop(agent, self.table, self.log, Pool(PoolParams(processes=0)), NoGuard())

    def feed(self, batch: list[Entry]) -> bool:
        return asyncio.run(self.loop.handle(batch, self.owner))

    def findings(self) -> list[tuple[int, int, str]]:
        found = [record for record in self.log.records(FINDINGS) if isinstance(record, Finding)]
        return [(finding.seq, finding.number, finding.outcome) for finding in found]

    def refused(self) -> list[int]:
        dead = self.log.records(DEAD_LETTERS)
        return [record.offset for record in dead if isinstance(record, DeadLetter)]


urls = st.sampled_from(["/a", "/b", "/c", "/raises", "/unparsable"])
pages = st.builds(
    page, number=st.integers(1, 40), site=st.sampled_from("st"), low=st.integers(1, 8), url=urls
)
publishes = st.builds(Publish, site=st.just("s"), seq=st.integers(1, 9), phase=st.just("probe"))
streams = st.lists(pages | publishes | st.just(b"\x01junk"), max_size=30)


@settings(max_examples=60, deadline=None)
@given(streams, st.lists(st.integers(1, 7), min_size=1))
def test_where_batches_end_changes_neither_state_nor_effects(
    records: list[Page | Publish | bytes], sizes: list[int]
) -> None:
    """Where batches end changes neither the state nor what is sent."""
    whole, split = Bench(), Bench()
    stream = entries(records)
    whole.feed(stream)
    at = turn = 0
    while at < len(stream):
        size = sizes[turn % len(sizes)]
        split.feed(stream[at : at + size])
        at, turn = at + size, turn + 1
    assert live(whole.table.data) == live(split.table.data)
    assert whole.log.topics == split.log.topics


@settings(max_examples=60, deadline=None)
@given(streams, st.integers(0, 30))
def test_redelivery_changes_nothing(records: list[Page | Publish | bytes], back: int) -> None:
    """Records delivered again under their offsets change no state and send nothing new."""
    bench = Bench()
    stream = entries(records)
    bench.feed(stream)
    state, sent = live(bench.table.data), bench.findings()
    bench.owner.now = 2
    bench.feed(stream[back:])
    assert state == live(bench.table.data)
    assert sent == bench.findings()


@settings(max_examples=40, deadline=None)
@given(st.lists(pages, min_size=1, max_size=15))
def test_a_record_under_a_new_offset_is_not_handled_twice(records: list[Page]) -> None:
    """A page that is appended twice is folded and answered once."""
    once, twice = Bench(), Bench()
    once.feed(entries(records))
    twice.feed(entries([*records, *records]))
    assert once.findings() == twice.findings()


@settings(max_examples=60, deadline=None)
@given(streams, st.data())
def test_a_death_between_any_two_table_writes_is_repaired(
    records: list[Page | Publish | bytes], data: st.DataObject
) -> None:
    """A table that got only the first n writes of a batch ends as the undisturbed one."""
    undisturbed, first = Bench(), Bench()
    stream = entries(records)
    undisturbed.feed(stream)
    first.feed(stream)
    torn = DictTable()
    for key in first.table.order[: data.draw(st.integers(0, len(first.table.order)))]:
        torn.set(0, key, first.table.data[0, key])
    again = Bench(torn)
    again.owner.now = 2
    middle = data.draw(st.integers(0, len(stream)))
    again.feed(stream[:middle])
    again.feed(stream[middle:])
    named = live(undisturbed.table.data)
    assert live(undisturbed.table.data) == {
        key: value for key, value in live(again.table.data).items() if key in named
    }


def test_what_a_changelog_missed_is_written_again_once() -> None:
    """A record delivered again writes its key's live state once per ownership, sends nothing."""
    bench = Bench()
    stream = entries([page(1, url="/a"), page(2, url="/b"), page(3, url="/a")])
    bench.feed(stream)
    missed = live(bench.table.data)
    bench.table.order.clear()
    bench.owner.now = 2
    for entry in stream:
        bench.feed([entry])
    assert [b"s\0p/a\x002", b"s\0p/b\x001", b"s\0h"] == bench.table.order
    assert missed == live(bench.table.data)
    assert 3 == len(bench.findings())


def test_parts_are_assigned_before_the_heads_that_name_them() -> None:
    """Within a batch every part is assigned before any head, every delete after all heads."""
    bench = Bench()
    bench.feed(entries([page(1, url="/a"), page(2, site="t", url="/b")]))
    bench.table.order.clear()
    bench.feed(entries([page(3, url="/a"), page(4, site="t", url="/b")], start=2))
    assert bench.table.order == [
        b"s\0p/a\x002", b"t\0p/b\x003", b"s\0h", b"t\0h", b"s\0p/a\x000", b"t\0p/b\x001",
    ]  # fmt: skip
    assert [unstamp(bench.table.data[0, k])[1] for k in bench.table.order[-2:]] == [None, None]


def test_a_poison_record_does_not_stop_the_rest() -> None:
    """What cannot be decoded, parsed or reduced is a dead letter; the rest is handled."""
    bench = Bench()
    bad: list[Page | bytes] = [
        b"",
        b"\x02x",
        b"\x01junk",
        page(2, url="/raises"),
        page(3, url="/unparsable"),
    ]
    assert bench.feed(entries([page(1), *bad, page(4)]))
    assert bench.refused() == [1, 2, 3, 4, 5]
    assert bench.findings() == [(1, 1, "ok"), (2, 2, "refused"), (3, 3, "refused"), (4, 4, "ok")]


def test_a_reducer_that_raises_leaves_no_trace_in_the_state() -> None:
    """What a raising record wrote into head, parts and cache is undone."""
    clean, disturbed = Bench(), Bench()
    clean.feed(entries([page(1, url="/a")]))
    disturbed.feed(entries([page(1, url="/a"), page(2, url="/raises")]))
    assert clean.loop._views.view(0, "s").head() == disturbed.loop._views.view(0, "s").head()
    assert disturbed.loop._views.view(0, "s").parts() == ["/a"]


def test_a_batch_of_a_lost_partition_is_discarded() -> None:
    """A batch whose partition went away writes no state and is not acknowledged."""
    bench = Bench()
    bench.owner.lost = True
    assert not bench.feed(entries([page(1)]))
    assert bench.table.data == {}
    bench.owner.lost = False
    assert bench.feed(entries([page(1)]))
    assert bench.findings() == [(1, 1, "ok"), (1, 1, "ok")]  # sent twice under one number


def test_a_mark_that_moved_ends_the_worker() -> None:
    """State written by somebody else during a batch is a StoreError, not an overwrite."""
    bench = Bench()

    def meddle(view: object, record: object, prepared: object) -> list[object]:
        bench.table.data[0, b"s\0h"] = b"\0" * 16 + b"\x80"
        return []

    bench.loop.agent = Agent("m", "pages", meddle, identity)  # type: ignore[arg-type]
    with pytest.raises(StoreError, match="two owners"):
        bench.feed(entries([page(1)]))


def test_a_broken_table_is_not_the_records_fault() -> None:
    """A table that cannot be read raises out of the loop; nothing becomes a dead letter."""

    class Broken(DictTable):
        def get(self, partition: int, key: bytes) -> bytes | None:
            raise RuntimeError("IO error: block checksum mismatch")

    bench = Bench(Broken())
    with pytest.raises(StoreError, match="checksum"):
        bench.feed(entries([page(1)]))
    assert bench.log.topics == {}


def test_again_gets_the_earlier_record_prepared() -> None:
    """A record that wants an earlier body is reduced with that one prepared."""
    agent = Agent(
        "again", "pages", count, identity, prepare=lambda record: record.number,
        wants_body=lambda record: (0, "again") if record.url == "/again" else None,
    )  # fmt: skip
    bench = Bench(agent=agent)
    stream = entries([page(7, url="/a"), page(8, url="/again")])
    bench.log.topics["pages"] = stream
    bench.feed(stream)
    assert bench.loop._views.view(0, "s").part("/again") == b"8:7"


def test_the_third_start_with_one_record_in_hand_refuses_it(tmp_path: Path) -> None:
    """A record the process died of three times is poison; any other is not."""
    first, other = entries([page(1), page(2)])
    for deaths in range(3):
        hand = PoisonGuard(tmp_path / "hand")
        assert not hand.poison(first), deaths
        hand.take(first)
        hand.close()
    hand = PoisonGuard(tmp_path / "hand")
    assert (hand.poison(first), hand.poison(other)) == (True, False)
    hand.rest()
    assert not PoisonGuard(tmp_path / "hand").poison(first)
