"""The laws of the log port, on both of its sides."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from aiokafka import AIOKafkaConsumer

from upwell.errors import ConfigError
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.kafka import KafkaLog
from upwell.streams.log.open import open_log
from upwell.streams.log.port import Entry, Log, Outgoing, Reader, TopicPartition

N = 3  # partitions


@pytest.fixture
async def log(broker_url: str) -> AsyncIterator[EmbeddedLog | KafkaLog]:
    made = open_log(broker_url, N)
    await made.open()
    yield made
    await made.close()


def outgoing(n: int, topic: str = "pages", start: int = 0) -> list[Outgoing]:
    return [Outgoing(topic, b"site%d" % (i % 5), b"%d" % i) for i in range(start, start + n)]


async def take(reader: Reader, n: int) -> list[Entry]:
    """The next `n` records or more, as batches come."""
    found: list[Entry] = []
    async with asyncio.timeout(30):
        async for batch in reader.batches(max_records=4, timeout_s=0.2):
            assert len(batch) <= 4
            found += batch
            if len(found) >= n:
                break
    return found


def after(entries: Sequence[Entry]) -> dict[TopicPartition, int]:
    """The positions of somebody who has handled these."""
    return {TopicPartition(e.topic, e.partition): e.offset + 1 for e in entries}


async def test_an_append_returns_where_each_record_stands(log: Log) -> None:
    sent = outgoing(20)
    entries = await log.append(sent)
    assert [(o.topic, o.key, o.value) for o in sent] == [(e.topic, e.key, e.value) for e in entries]
    assert [log.partition("pages", o.key) for o in sent] == [e.partition for e in entries]
    for entry in entries:
        assert entry == await log.entry(entry.topic, entry.partition, entry.offset)


async def test_a_partition_counts_from_zero_without_gaps(log: Log) -> None:
    await log.append(outgoing(20))
    await log.append(outgoing(20))
    ends = await log.ends("pages")
    assert 40 == sum(ends.values())
    for partition, end in ends.items():
        offsets = [e.offset for e in await log.scan("pages") if e.partition == partition]
        assert list(range(end)) == offsets


async def test_a_scan_starts_where_it_is_told(log: Log) -> None:
    entries = await log.append(outgoing(20))
    start = dict.fromkeys(range(N), 2)
    wanted = sorted(e for e in entries if e.offset >= 2)
    assert wanted == sorted(await log.scan("pages", start))


async def test_what_is_not_there_is_none(log: Log) -> None:
    entries = await log.append(outgoing(1))
    assert None is await log.entry("pages", entries[0].partition, 1)


async def test_what_comes_later_is_found_beside_what_was_at_hand(log: Log) -> None:
    """Whatever was kept of an earlier answer, a record appended since is found."""
    first = (await log.append(outgoing(5)))[0]
    assert first == await log.entry(first.topic, first.partition, first.offset)
    later = (await log.append(outgoing(5)))[0]
    assert later == await log.entry(later.topic, later.partition, later.offset)
    assert first == await log.entry(first.topic, first.partition, first.offset)


@pytest.mark.kafka
async def test_records_one_after_the_other_are_asked_for_once(
    kafka_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thousand pages that are read once more would be three thousand requests otherwise."""
    log = KafkaLog(f"{kafka_url}once-", 1)
    await log.open()
    entries = await log.append([Outgoing("pages", b"site", b"%d" % i) for i in range(50)])
    asked, plain = [], AIOKafkaConsumer.end_offsets

    async def counted(*args: Any) -> Any:
        asked.append(args)
        return await plain(*args)

    monkeypatch.setattr(AIOKafkaConsumer, "end_offsets", counted)
    assert entries == [await log.entry(e.topic, e.partition, e.offset) for e in entries]
    assert 1 == len(asked)
    await log.close()


async def test_a_tombstone_comes_back_as_none(log: Log) -> None:
    await log.append([Outgoing("models", b"site", None)])
    assert [(e.key, e.value) for e in await log.scan("models")] == [(b"site", None)]


async def test_a_time_that_is_given_is_kept(log: Log) -> None:
    await log.append([Outgoing("pages", b"site", b"value", timestamp_ms=1_700_000_000_123)])
    assert [e.timestamp_ms for e in await log.scan("pages")] == [1_700_000_000_123]


async def test_a_body_of_four_megabytes_goes_through(log: Log) -> None:
    body = bytes(range(256)) * (4 << 12)
    await log.append([Outgoing("pages", b"site", body)])
    assert [body] == [e.value for e in await log.scan("pages")]


async def test_a_reader_gets_every_record_once_and_a_partition_in_order(log: Log) -> None:
    entries = await log.append(outgoing(23))
    reader = log.reader("group", ["pages"])
    found = await take(reader, 23)
    assert sorted(entries) == sorted(found)
    for partition in range(N):
        offsets = [e.offset for e in found if e.partition == partition]
        assert sorted(offsets) == offsets
    assert {TopicPartition("pages", p) for p in range(N)} == reader.assignment()
    await reader.close()


async def test_a_group_goes_on_where_it_committed(log: Log) -> None:
    entries = await log.append(outgoing(12))
    reader = log.reader("group", ["pages"])
    handled = (await take(reader, 12))[:7]
    await reader.commit(after(handled))
    await reader.close()
    assert after(handled) == await log.positions("group")
    again = log.reader("group", ["pages"])
    assert sorted(set(entries) - set(handled)) == sorted(await take(again, 5))
    await again.close()


async def test_closing_commits_nothing(log: Log) -> None:
    await log.append(outgoing(5))
    reader = log.reader("group", ["pages"])
    first = await take(reader, 5)
    await reader.close()
    again = log.reader("group", ["pages"])
    assert sorted(first) == sorted(await take(again, 5))
    await again.close()


async def test_groups_do_not_see_each_other(log: Log) -> None:
    entries = await log.append(outgoing(6))
    one, two = log.reader("one", ["pages"]), log.reader("two", ["pages"])
    found = await take(one, 6)
    await one.commit(after(found))
    assert sorted(entries) == sorted(await take(two, 6))
    assert after(found) == await log.positions("one")
    await one.close()
    await two.close()


async def test_a_reader_follows_what_is_appended_later(log: Log) -> None:
    reader = log.reader("group", ["pages", "requests"])
    waiting = asyncio.create_task(take(reader, 7))
    await asyncio.sleep(0)
    entries = await log.append([*outgoing(4), *outgoing(3, "requests")])
    assert sorted(entries) == sorted(await waiting)
    await reader.close()


async def test_appends_at_the_same_time_are_all_kept_in_their_own_order(log: Log) -> None:
    batches = await asyncio.gather(*(log.append(outgoing(10, start=100 * i)) for i in range(8)))
    kept = sorted(await log.scan("pages"))
    assert sorted(entry for batch in batches for entry in batch) == kept
    for batch in batches:
        for partition in range(N):
            offsets = [e.offset for e in batch if e.partition == partition]
            assert sorted(offsets) == offsets


async def test_an_unknown_topic_is_refused_with_those_there_are(log: Log) -> None:
    with pytest.raises(ConfigError, match=r"dragons.*changes, dead-letters"):
        await log.append([Outgoing("dragons", b"", b"")])


async def test_a_log_that_is_there_keeps_its_partition_count(log: Log) -> None:
    later = open_log(log.url)
    await later.open()
    assert later.partitions == N
    await later.close()
    other = open_log(log.url, N + 1)
    with pytest.raises(ConfigError, match=f"{N} partitions"):
        await other.open()


async def test_the_boot_id_names_the_log(log: EmbeddedLog | KafkaLog) -> None:
    other = open_log(log.url)
    await other.open()
    assert (log.boot_id, True) == (other.boot_id, bool(log.boot_id))
    await other.close()
