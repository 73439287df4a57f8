"""The loop as a Faust agent: batches taken unacknowledged, tables by the partition of an event.

Everything that leans on Faust's insides stands here and in `streams.store.writing`, each with
its test: `noack_take` yields events, and a table write needs the event it belongs to.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from faust.types import TP, EventT

from upwell.agents.reducer import Agent
from upwell.agents.state import Table
from upwell.streams.app import App, input_topic, table
from upwell.streams.log.port import Entry
from upwell.streams.store import assign

from .gap_check import GapCheck
from .loop import Loop
from .restart import start_again

TABLE = "state"  # of every agent, in an app of its own
KNOWN_S = 0.02


@dataclass(frozen=True, slots=True)
class BatchParams:
    """How much is handled at a time. Results do not depend on it, only cost and delay do."""

    max_records: int = 64  # as many trees are in memory, some 2 MB each at 50 kB a page
    within_s: float = 0.05  # a ring of five hops turns in a quarter of a second


class FaustTable:
    """A Faust table, addressed by partition."""

    def __init__(self, faust_table: Any) -> None:
        self._table = faust_table
        self._events: dict[int, EventT[Any]] = {}

    def hold(self, events: Sequence[EventT[Any]]) -> None:
        """The events whose partitions will be written."""
        self._events = {event.message.partition: event for event in events}

    def get(self, partition: int, key: bytes) -> bytes | None:
        value: bytes | None = self._table.data.read(partition, key)
        return value

    def set(self, partition: int, key: bytes, value: bytes) -> None:
        assign(self._table, self._events[partition], key, value)


class FaustOwner:
    """What the consumer of the app owns."""

    def __init__(self, app: App) -> None:
        self._app = app

    def generation(self) -> int:
        return int(self._app.consumer_generation_id)

    def owns(self, topic: str, partition: int) -> bool:
        return TP(self._app.prefix + topic, partition) in self._app.consumer.assignment()


def register(
    app: App,
    agent: Agent,
    make_loop: Callable[[Agent, Table], Loop],
    gaps: GapCheck,
    params: BatchParams,
    fail: Callable[[str, BaseException], object] = start_again,
) -> None:
    """Add an agent to the app, with its table. Nothing ever leaves it as an exception.

    What was taken before a rebalance is forgotten, in hand or not: the consumer went back to the
    committed position, and `gaps` sees to it that it really did.
    """
    own = table(app, TABLE)
    state = FaustTable(own)
    loop = make_loop(agent, state)
    owner = FaustOwner(app)

    async def run(stream: Any) -> None:
        await _wait_for_changelog(app, own.changelog_topic.get_topic_name())
        async for events in stream.noack_take(params.max_records, within=params.within_s):
            try:
                generation = owner.generation()
                fresh = [e for e in events if e.message.generation_id == generation]
                state.hold(fresh)
                entries = [_entry(agent.reads, event) for event in fresh]
                after = await gaps.check(entries, generation)
                if owner.generation() == generation and await loop.handle(entries, owner):
                    gaps.passed(after)
                    for event in fresh:
                        event.ack()
            except Exception as error:
                fail(agent.name, error)

    app.agent(input_topic(app, agent.reads), name=agent.name)(run)


async def _wait_for_changelog(app: App, changelog: str) -> None:
    """Wait until the consumer has heard of a changelog that was made a moment ago.

    Before, Faust takes it for one without partitions, and the first write ends the worker.
    """
    while not app.consumer.topic_partitions(changelog):  # noqa: ASYNC110  nobody tells
        await asyncio.sleep(KNOWN_S)


def _entry(topic: str, event: EventT[Any]) -> Entry:
    message = event.message
    return Entry(
        topic,
        message.partition,
        message.offset,
        round(message.timestamp * 1000),
        message.key or b"",
        message.value,
    )
