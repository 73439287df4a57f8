"""The owner of a partition watches the tail of its changelog (DESIGN 4.5).

A worker that lost a partition and does not know yet may still write. Recovery is not fooled,
it keeps the higher mark; but compaction keeps the last record. So for an hour after a
takeover, which is how long changelogs do not compact, the owner reads what was appended, and
writes those keys again whose last record is a lower one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

import structlog
from faust.types import TP

from upwell.errors import BrokerError
from upwell.streams.app import App
from upwell.streams.log.port import Entry, Log
from upwell.streams.store import Store, mark_of

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class TailParams:
    """How long, and how often."""

    for_s: float = 3_600.0  # as long as changelogs do not compact
    every_s: float = 5.0


def overtaken(
    entries: Iterable[Entry], stored: Callable[[int, bytes], bytes | None], generation: int
) -> dict[tuple[int, bytes], bytes]:
    """Keys whose last record is of an earlier owner and below what is stored, with the latter.

    A record of this owner may be below too: the next ones are on their way to the changelog.
    """
    last = {(entry.partition, entry.key): entry.value for entry in entries}
    found = {}
    for (partition, key), value in last.items():
        kept = stored(partition, key)
        if value is None or kept is None:
            continue
        mark = mark_of(value)
        if mark.generation < generation and mark < mark_of(kept):
            found[partition, key] = kept
    return found


class TailCheck:
    """Watches the changelogs of all tables of an app."""

    def __init__(self, app: App, log: Log, params: TailParams | None = None) -> None:
        self._app = app
        self._log = log
        self._params = params or TailParams()
        self._generation = -1
        self._until = 0.0
        self._at: dict[str, dict[int, int]] = {}

    async def run(self) -> None:
        """Until cancelled."""
        recovery: Any = self._app.tables.recovery  # type: ignore[attr-defined,unused-ignore]
        while True:
            await asyncio.sleep(self._params.every_s)
            if recovery.completed.is_set():
                try:
                    await self.look()
                except BrokerError as error:  # it comes back, and the next look finds the rest
                    log.info("tail_not_looked_at", reason=str(error))

    async def look(self) -> int:
        """One look at every changelog; how many keys were written again."""
        generation = int(self._app.consumer_generation_id)
        now = asyncio.get_running_loop().time()
        if generation != self._generation:
            self._generation, self._until, self._at = generation, now + self._params.for_s, {}
        if now > self._until:
            return 0
        return sum([await self._table(table) for table in self._app.tables.values()])

    async def _table(self, table: Any) -> int:
        topic = table.changelog_topic.get_topic_name()
        mine = {tp.partition for tp in self._app.consumer.assignment() if tp.topic == topic}
        if not mine:
            return 0
        store: Store = table.data
        again = {(p, key): value for p in mine for key, value in store.late(p).items()}
        again |= overtaken(await self._news(topic, mine, store), store.read, self._generation)
        if self._generation != int(self._app.consumer_generation_id):
            return 0  # a rebalance while we read: not ours to write
        for (partition, key), value in again.items():
            table.send_changelog(partition, key, value)
            store.written_again(partition, [key])
        if again:
            log.warning("late_writes_overruled", table=table.name, keys=len(again))
        return len(again)

    async def _news(self, topic: str, mine: Collection[int], store: Store) -> list[Entry]:
        """What was appended to our partitions since the last look; at first since recovery."""
        name = topic.removeprefix(self._app.prefix)
        ends = await self._log.ends(name)
        at = self._at.setdefault(topic, {})
        for partition in mine - at.keys():
            filled = store.persisted_offset(TP(topic, partition))
            at[partition] = 0 if filled is None else filled + 1
        start = {p: at[p] if p in mine else end for p, end in ends.items()}
        entries = await self._log.scan(name, start)
        self._at[topic] = {p: ends[p] for p in mine}
        return [entry for entry in entries if entry.partition in mine]
