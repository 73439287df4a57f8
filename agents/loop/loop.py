"""A batch of records through one reducer, effects in the order of DESIGN 4.3.

Prepare, reduce record by record, send everything and have it acknowledged; then, with no
await between: still ours, still the state we began from, parts, heads, deletes. Only then may
the caller acknowledge the records.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Protocol

from upwell.agents.reducer import Agent
from upwell.agents.state import Table, Views
from upwell.errors import RecordError, StoreError
from upwell.streams.codecs import decode
from upwell.streams.log.port import Entry, Log, Outgoing
from upwell.streams.parsers import Failure, Pool
from upwell.streams.records import AnyRecord

from .item import NO_RECORDS_FAULT, Item, receive
from .poison_guard import PoisonGuard
from .step import handled_before, step


class Owner(Protocol):
    """Who owns the partitions right now."""

    def generation(self) -> int: ...

    def owns(self, topic: str, partition: int) -> bool: ...


class Loop:
    """One agent's loop over one table."""

    def __init__(
        self, agent: Agent, table: Table, log: Log, pool: Pool, guard: PoisonGuard
    ) -> None:
        self.agent = agent
        self._views = Views(table)
        self._log = log
        self._pool = pool
        self._guard = guard
        self._generation = -1

    async def handle(self, entries: Sequence[Entry], owner: Owner) -> bool:
        """Handle a batch. True: acknowledge it; False: it is not ours any more, forget it."""
        generation = owner.generation()
        if generation != self._generation:
            self._views.discard()
            self._generation = generation
        there = [entry for entry in entries if not entry.is_empty]
        items = [receive(self.agent, entry, self._guard.poison) for entry in there]
        try:
            outgoing = await self._reduce(items)
        except NO_RECORDS_FAULT:
            self._guard.rest()
            raise
        self._guard.rest()  # a broker that is away, or a full disk, is not the last record's fault
        if outgoing:
            await self._log.append(outgoing)
        # no await from here to the end
        ours = all(owner.owns(entry.topic, entry.partition) for entry in entries)
        if not ours or owner.generation() != generation:
            self._views.discard()
            return False
        if moved := self._views.moved():
            raise StoreError(
                f"the state of {moved[0]} changed under agent {self.agent.name}: "
                "two owners of one partition; start again to recover it from the log"
            )
        self._views.commit(generation)
        return True

    async def _reduce(self, items: list[Item]) -> list[Outgoing]:
        outgoing: list[Outgoing] = []
        async with aclosing(self._prepared(items)) as prepared:
            async for item in prepared:
                self._guard.take(item.entry)
                outgoing += step(self.agent, self._views, item)
                await asyncio.sleep(0)  # a batch of pages takes seconds; the others get a turn
        return outgoing

    async def _prepared(self, items: list[Item]) -> AsyncGenerator[Item, None]:
        """All items in order, each prepared when it comes; the pool works ahead of the reducer."""
        sources = {id(item): await self._source(item) for item in items}
        records = [source for source in sources.values() if source is not None]
        prepare = self.agent.prepare or _nothing
        async with aclosing(self._pool.results(prepare, records)) as results:
            for item in items:
                if sources[id(item)] is not None:
                    result = await anext(results)
                    if isinstance(result, Failure):
                        item.failure = result
                    else:
                        item.prepared = result
                yield item

    async def _source(self, item: Item) -> AnyRecord | None:
        """The record to prepare: the page that a re-reading names, else this one; None: nothing."""
        agent, place = self.agent, item.entry
        if agent.prepare is None or item.failure or handled_before(self._views, item):
            return None
        try:
            wants = agent.wants_body(item.record) if agent.wants_body else None
        except Exception as error:
            item.failure = Failure.of(error)
            return None
        if wants is None:
            return item.record
        entry = await self._log.entry(place.topic, place.partition, wants[0])
        try:
            return None if entry is None else decode(entry.value)
        except RecordError:
            return None


def _nothing(record: object) -> None:
    """An agent without `prepare` asks for nothing."""
