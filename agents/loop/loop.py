"""A batch of records through one reducer, effects in the order of DESIGN 4.3.

Prepare, reduce record by record, send everything and have it acknowledged; then, with no
await between: still ours, still the state we began from, parts, heads, deletes. Only then may
the caller acknowledge the records.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Protocol

from upwell.agents.reducer import Agent
from upwell.agents.state import Table, Views
from upwell.errors import RecordError, StoreError
from upwell.streams.codecs import decode
from upwell.streams.log.port import Entry, Log, Outgoing

from .hand import Hand
from .item import Failure, Item, receive
from .pool import Pool
from .step import handled_before, step


class Owner(Protocol):
    """Who owns the partitions right now."""

    def generation(self) -> int: ...

    def owns(self, topic: str, partition: int) -> bool: ...


class Loop:
    """One agent's loop over one table."""

    def __init__(self, agent: Agent, table: Table, log: Log, pool: Pool, hand: Hand) -> None:
        self.agent = agent
        self._views = Views(table)
        self._log = log
        self._pool = pool
        self._hand = hand
        self._generation = -1

    async def handle(self, entries: Sequence[Entry], owner: Owner) -> bool:
        """Handle a batch. True: acknowledge it; False: it is not ours any more, forget it."""
        generation = owner.generation()
        if generation != self._generation:
            self._views.discard()
            self._generation = generation
        items = [receive(self.agent, entry, self._hand.poison) for entry in entries]
        await self._prepare([item for item in items if not handled_before(self._views, item)])
        outgoing = await self._reduce(items)
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
        self._hand.rest()
        return True

    async def _prepare(self, items: list[Item]) -> None:
        if self.agent.prepare is None:
            return
        wanted = [item for item in items if item.failure is None]
        loaded = [(item, await self._body(item)) for item in wanted]
        pairs = [(item, record) for item, record in loaded if record is not None]
        results = await self._pool.results(self.agent.prepare, [record for _, record in pairs])
        for (item, _), result in zip(pairs, results, strict=True):
            if isinstance(result, Failure):
                item.failure = result
            else:
                item.prepared = result

    async def _body(self, item: Item) -> Any:
        """The record to prepare: an earlier one where this one asks for it, None if it is gone."""
        wants = self.agent.wants_body and self.agent.wants_body(item.record)
        if not wants:
            return item.record
        place = item.entry
        entry = await self._log.entry(place.topic, place.partition, wants[0])
        try:
            return None if entry is None else decode(entry.value)
        except RecordError:
            return None

    async def _reduce(self, items: list[Item]) -> list[Outgoing]:
        outgoing: list[Outgoing] = []
        for item in items:
            self._hand.take(item.entry)
            outgoing += step(self.agent, self._views, item)
            await asyncio.sleep(0)  # a batch of pages takes seconds; the others get a turn
        return outgoing
