"""Laws of positions on Kafka while members of a group come and go."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from upwell.streams.log.open import open_log
from upwell.streams.log.port import Log, Outgoing, Reader, TopicPartition

PLACES = {TopicPartition("pages", 0), TopicPartition("pages", 1)}


@pytest.fixture
async def log(kafka_url: str) -> AsyncIterator[Log]:
    made = open_log(f"{kafka_url}positions-", 2)
    await made.open()
    yield made
    await made.close()


async def owning(reader: Reader, n: int) -> frozenset[TopicPartition]:
    """Take part in the group until this many partitions are the reader's."""
    async with asyncio.timeout(60):
        async for _ in reader.batches(timeout_s=0.1):
            if len(reader.assignment()) == n:
                break
    return reader.assignment()


async def give_up_one(left: Reader, come: Reader) -> TopicPartition:
    """A second member comes to the group of the first; what it got."""
    _, got = await asyncio.gather(owning(left, 1), owning(come, 1))
    return next(iter(got))


@pytest.mark.kafka
async def test_a_partition_that_comes_back_is_where_its_last_owner_left_it(log: Log) -> None:
    """Whoever had it before still knows how far it came itself: that is no position any more."""
    await log.append([Outgoing("pages", b"site%d" % i, b"page") for i in range(40)])
    stays, goes = log.reader("group", ["pages"]), log.reader("group", ["pages"])
    assert await owning(stays, 2) == PLACES
    before = dict.fromkeys(PLACES, 3)
    await stays.commit(before)
    moved = await give_up_one(stays, goes)
    await goes.commit({moved: 9})
    await goes.close()
    assert await owning(stays, 2) == PLACES
    await stays.commit(before)
    assert {**before, moved: 9} == await log.positions("group")
    await stays.commit({moved: 11})
    assert {**before, moved: 11} == await log.positions("group")
    await stays.close()
