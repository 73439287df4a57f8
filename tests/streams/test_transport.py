"""An app on the embedded log and on Kafka: its tables survive stops, wipes and zombies."""

from __future__ import annotations

import asyncio
import os
import struct
import time
import warnings
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from faust.exceptions import ImproperlyConfigured
from faust.types import TP

from upwell.errors import StoreError
from upwell.streams.app import App, input_topic, make_app, table
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.embedded.lock import WorkerLock
from upwell.streams.log.embedded.storage import Stored
from upwell.streams.log.kafka import KafkaLog
from upwell.streams.log.open import open_log
from upwell.streams.log.port import Outgoing, TopicPartition
from upwell.streams.store import Mark, assign, drop_tables
from upwell.streams.transport.consumer import Consumer
from upwell.streams.transport.producer import decode_headers, encode_headers

N = 2
CHANGELOG = "counter-counts-changelog"


@pytest.fixture
async def log(broker_url: str) -> AsyncIterator[EmbeddedLog | KafkaLog]:
    made = open_log(broker_url, N)
    await made.open()
    yield made
    await made.close()


class Counter:
    """An app with one agent that counts records per key, each offset once, in a table."""

    def __init__(self, url: str, datadir: Path) -> None:
        self.app: App = make_app("counter", url, datadir, N)
        self.table = table(self.app, "counts")
        self.handled = 0

        @self.app.agent(input_topic(self.app, "pages"), name="count")  # type: ignore[untyped-decorator,unused-ignore]
        async def count(stream: Any) -> None:
            async for events in stream.take_events(50, within=0.05):
                for event in events:
                    self.fold(event)

    def fold(self, event: Any) -> None:
        place = event.message
        old = self.table.data.read(place.partition, event.key)
        last, n = -1, 0
        if old is not None:
            last, _, n = struct.unpack(">qqq", old)
        if place.offset > last:
            value = Mark(place.offset, 1).pack(struct.pack(">q", n + 1))
            assign(self.table, event, event.key, value)
        self.handled += 1

    def counts(self) -> dict[bytes, int]:
        return {
            key: struct.unpack(">q", value[16:])[0]
            for partition in range(N)
            for key, value in self.table.data.scan(partition)
        }

    def filled(self) -> dict[int, int]:
        """Up to where each partition of the changelog is in the table.

        A recovery is over as soon as nothing of it is assigned, which on Kafka may be at first.
        """
        offsets = [self.table.data.persisted_offset(TP(CHANGELOG, p)) for p in range(N)]
        return {p: 0 if offset is None else offset + 1 for p, offset in enumerate(offsets)}

    async def __aenter__(self) -> Counter:
        async with asyncio.timeout(60):  # a busy machine, and a coordinator that is just made
            await self.app.start()
            recovery: Any = cast(Any, self.app.tables).recovery
            await until(lambda: bool(recovery.completed.is_set()))
        return self

    async def __aexit__(self, *failure: object) -> None:
        async with asyncio.timeout(30):
            await self.app.stop()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(40):
        while not condition():  # noqa: ASYNC110  Faust has no event for it
            await asyncio.sleep(0.02)


def pages(n: int) -> list[Outgoing]:
    return [Outgoing("pages", b"site%d" % (i % 4), b"%d" % i) for i in range(n)]


async def test_a_table_survives_a_stop_and_the_loss_of_its_folders(
    log: EmbeddedLog | KafkaLog, tmp_path: Path
) -> None:
    """Stopped and started: it goes on. Wiped: it is rebuilt from the changelog, and goes on."""
    data = tmp_path / "data"
    for turn in range(1, 4):
        async with Counter(log.url, data) as counter:
            before = {b"site%d" % i: 10 * (turn - 1) for i in range(4) if turn > 1}
            assert before == counter.counts()
            await log.append(pages(40))
            await until(lambda counter=counter: counter.handled >= 40)  # type: ignore[misc]
            assert {b"site%d" % i: 10 * turn for i in range(4)} == counter.counts()
        if turn == 2:
            drop_tables(data)
            assert [] == list(data.glob("**/*.db"))


@pytest.mark.kafka
async def test_a_zombies_late_write_does_not_win_after_a_wipe(
    kafka_url: str, tmp_path: Path
) -> None:
    """The embedded log has one worker by its lock, so only Kafka can have a zombie."""
    log = open_log(f"{kafka_url}zombie-", N)
    await log.open()
    async with Counter(log.url, tmp_path / "data") as counter:
        await log.append(pages(40))
        await until(lambda: counter.handled >= 40)
        partition = log.partition("pages", b"site0")
        late = Mark(0, 0).pack(struct.pack(">q", 999))
        sent = await counter.table.changelog_topic.send(
            key=b"site0", value=late, partition=partition
        )
        await sent
    drop_tables(tmp_path / "data")
    ends = await log.ends(CHANGELOG)
    async with Counter(log.url, tmp_path / "data") as again:
        await until(lambda: again.filled() == ends)
        assert {b"site%d" % i: 10 for i in range(4)} == again.counts()
    await log.close()


async def test_a_stopped_app_has_committed_what_it_handled(
    log: EmbeddedLog | KafkaLog, tmp_path: Path
) -> None:
    async with Counter(log.url, tmp_path / "data") as counter:
        await log.append(pages(40))
        await until(lambda: counter.handled >= 40)
    ends = {TopicPartition("pages", p): n for p, n in (await log.ends("pages")).items() if n}
    assert ends == await log.positions("counter")


async def test_a_table_that_was_lost_is_filled_before_faust_looks_at_it(
    embedded: EmbeddedLog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No record of a changelog goes through Faust's queues: they take 4,000 a second."""
    async with Counter(embedded.url, tmp_path / "data") as counter:
        await embedded.append(pages(400))
        await until(lambda: counter.handled >= 400)
        expected = counter.counts()
    drop_tables(tmp_path / "data")

    def handed_out(self: object, tp: TP, record: Stored) -> None:
        raise AssertionError(f"{tp} {record.offset} is left to Faust")

    monkeypatch.setattr(Consumer, "_to_message", handed_out)
    async with Counter(embedded.url, tmp_path / "data") as counter:
        assert expected == counter.counts()


async def test_nothing_is_handed_out_while_it_goes_back(
    embedded: EmbeddedLog, tmp_path: Path
) -> None:
    """Faust empties its queues after that: what came in between would be passed over."""
    async with Counter(embedded.url, tmp_path / "data") as counter:
        await embedded.append(pages(40))
        await until(lambda: counter.handled >= 40)
        consumer: Any = counter.app.consumer
        sources = {tp for tp in consumer.assignment() if tp.topic == "pages"}
        await consumer.commit()
        done = await embedded.positions("counter")
        consumer._read_offset.update(dict.fromkeys(sources, 1_000))
        await consumer.perform_seek()
        assert not consumer.flow_active
        assert {done.get(tp, 0) for tp in sources} == {consumer._read_offset[tp] for tp in sources}
        cast(Any, counter.app).flow_control.resume()
        consumer.resume_flow()
        await embedded.append(pages(40))
        await until(lambda: counter.counts() == {b"site%d" % i: 20 for i in range(4)})


@pytest.fixture
def embedded_url(tmp_path: Path) -> str:
    return f"upwell://{tmp_path}/log"


@pytest.fixture
async def embedded(embedded_url: str) -> AsyncIterator[EmbeddedLog]:
    log = EmbeddedLog(embedded_url, N)
    await log.open()
    yield log
    await log.close()


async def test_a_source_is_not_removed_before_the_app_has_read_it(
    embedded: EmbeddedLog, tmp_path: Path
) -> None:
    async with Counter(embedded.url, tmp_path / "data"):
        pass
    await embedded.append([Outgoing("pages", b"site", b"", timestamp_ms=0) for _ in range(3)])
    storage = embedded.engine.storage
    await embedded.engine.write(lambda: storage.tidy(now_ms=10**12))
    assert 3 == len(await embedded.scan("pages"))


async def test_a_changelog_keeps_one_record_a_key_after_an_hour(
    embedded: EmbeddedLog, tmp_path: Path
) -> None:
    """Until then a late write of a worker that lost its partition stays comparable."""
    async with Counter(embedded.url, tmp_path / "data") as counter:
        await embedded.append(pages(400))
        await until(lambda: counter.handled >= 400)
    storage, now_ms = embedded.engine.storage, round(time.time() * 1000)
    await embedded.engine.write(lambda: storage.tidy(now_ms + 3_500_000))
    assert 400 == len(await embedded.scan("counter-counts-changelog"))
    await embedded.engine.write(lambda: storage.tidy(now_ms + 3_700_000))
    changelog = await embedded.scan("counter-counts-changelog")
    assert [b"site0", b"site1", b"site2", b"site3"] == sorted(e.key for e in changelog)


@pytest.mark.parametrize(
    ("setting", "value"),
    [("processing_guarantee", "exactly_once"), ("producer_threaded", True)],
)
async def test_what_the_embedded_log_cannot_do_is_refused(
    embedded_url: str, tmp_path: Path, setting: str, value: Any
) -> None:
    app = make_app("app", embedded_url, tmp_path / "data", N)
    app.conf.processing_guarantee  # noqa: B018  the settings exist from the first look on
    with warnings.catch_warnings(action="ignore"):
        setattr(app.conf, setting, value)
    with pytest.raises(ImproperlyConfigured, match=setting):
        _ = app.transport.engine  # type: ignore[attr-defined]


async def test_a_second_worker_is_refused_by_pid(embedded: EmbeddedLog, tmp_path: Path) -> None:
    """A lock belongs to an open file, so a second one in this process is as good as another's."""
    second = WorkerLock(tmp_path / "log")
    async with Counter(embedded.url, tmp_path / "data"):
        with pytest.raises(StoreError, match=f"in use by process {os.getpid()}"):
            second.acquire()
    second.acquire()
    second.release()


def test_headers_come_back() -> None:
    pairs = [("trace", b"\x00\xff"), ("empty", b""), ("trace", b"twice")]
    assert pairs == decode_headers(encode_headers(pairs))
    assert (encode_headers([]), decode_headers(None)) == (None, [])
