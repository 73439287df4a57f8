"""One consumer of one topic for one sink, with a position of its own (DESIGN 3).

The sink keeps the positions it is filled to, together with what it holds; the group's
position on the log only follows, so that retention knows its reader.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from upwell.agents.loop.item import dead_letter
from upwell.agents.loop.restart import start_again
from upwell.errors import BrokerError, RecordError
from upwell.streams.codecs import decode
from upwell.streams.log.port import Entry, Log, TopicPartition
from upwell.streams.parsers import Failure
from upwell.streams.records import AnyRecord
from upwell.streams.sinks import Sink

FILL_S = 5.0  # at most, for what is in the log when a worker stops
BATCH = 200  # records that a sink is given at once


class Deliver:
    """Fills one sink from its topic, in a thread: a slow one holds nobody else up."""

    def __init__(
        self, log: Log, sink: Sink, fail: Callable[[str, BaseException], object] = start_again
    ) -> None:
        self._log = log
        self._sink = sink
        self._fail = fail
        self._positions: dict[int, int] = {}
        self._thread = ThreadPoolExecutor(1, "deliver")
        self._task: asyncio.Task[None] | None = None

    @property
    def group(self) -> str:
        return self._sink.group

    @property
    def topic(self) -> str:
        return self._sink.topic

    async def start(self) -> None:
        """Open the sink where it stands; the file exists when this returns."""
        known = bool(await self._log.positions(self.group))
        ends = await self._log.ends(self.topic)
        # a log that lost its last commits fills those offsets again: they are not done
        self._positions = {p: min(at, ends.get(p, 0)) for p, at in self._sink.open(known).items()}
        self._reader = self._log.reader(self.group, [self.topic])
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(self._fail_if_failed)

    async def stop(self) -> None:
        """Fill the sink with what is in the log by now, then close it."""
        if self._task is not None:
            with suppress(TimeoutError, BrokerError):
                async with asyncio.timeout(FILL_S):
                    await self._fill()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            await self._reader.close()
            self._thread.shutdown()  # what is being written is finished
            self._sink.close()

    async def _fill(self) -> None:
        ends = await self._log.ends(self.topic)
        while self._task is not None and not self._task.done():
            at = await self._log.positions(self.group)
            if all(at.get(TopicPartition(self.topic, p), 0) >= end for p, end in ends.items()):
                return
            await asyncio.sleep(FILL_S / 100)

    async def _run(self) -> None:
        await self._catch_up()
        async for batch in self._reader.batches():
            await self._take(batch)
            if batch:
                await self._reader.commit(self._next(batch))

    async def _catch_up(self) -> None:
        """A power cut may leave the sink behind its group, which never goes back by itself."""
        at = await self._log.positions(self.group)
        passed = {place.partition: end for place, end in at.items() if place.topic == self.topic}
        behind = {p: self._positions.get(p, 0) for p in passed}
        if any(behind[p] < end for p, end in passed.items()):
            entries = await self._log.scan(self.topic, behind)
            missed = [e for e in entries if e.offset < passed.get(e.partition, 0)]
            for first in range(0, len(missed), BATCH):
                await self._take(missed[first : first + BATCH])

    async def _take(self, batch: Sequence[Entry]) -> None:
        fresh = [e for e in batch if e.offset >= self._positions.get(e.partition, 0)]
        if not fresh:
            return
        records = [r for e in fresh if (r := await self._record(e)) is not None]
        self._positions |= {e.partition: e.offset + 1 for e in fresh}
        loop, positions = asyncio.get_running_loop(), dict(self._positions)
        await loop.run_in_executor(self._thread, self._sink.write, records, positions)

    def _next(self, batch: Sequence[Entry]) -> dict[TopicPartition, int]:
        return {TopicPartition(e.topic, e.partition): e.offset + 1 for e in batch}

    async def _record(self, entry: Entry) -> AnyRecord | None:
        if entry.value is None:
            return None
        try:
            return decode(entry.value)
        except RecordError as error:
            await self._log.append([dead_letter(entry, Failure.of(error))])
            return None

    def _fail_if_failed(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self._fail("deliver", error)
