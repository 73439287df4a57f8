"""Writes a topic to a stream, which keeps no position: all records, then new ones (DESIGN 6)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from upwell.agents.loop.restart import start_again
from upwell.errors import RecordError
from upwell.streams.codecs import decode
from upwell.streams.log.port import Log
from upwell.streams.records import AnyRecord
from upwell.streams.sinks import Stream

LOOK_S = 0.2  # between two looks at the log


class StreamFollower:
    """Follows the topic of one stream. Records that cannot be read are passed over."""

    def __init__(
        self, log: Log, stream: Stream, fail: Callable[[str, BaseException], object] = start_again
    ) -> None:
        self._log = log
        self._stream = stream
        self._fail = fail
        self._next: dict[int, int] = {}
        self._ending = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open the stream, which may have to wait for its reader, and begin."""
        await asyncio.to_thread(self._stream.open)
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(self._fail_if_failed)

    async def stop(self) -> None:
        """Tell what is in the log by now, then close."""
        self._ending.set()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
        self._stream.close()

    async def _run(self) -> None:
        ending = False
        while not ending:
            ending = self._ending.is_set()
            if not await self._look():
                self._stream.gone()
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._ending.wait()

    async def _look(self) -> bool:
        """Tell what is new; returns whether anybody still reads."""
        records: list[AnyRecord] = []
        for entry in await self._log.scan(self._stream.topic, self._next):
            self._next[entry.partition] = entry.offset + 1
            with suppress(RecordError):
                if entry.value is not None:
                    records.append(decode(entry.value))
        # in a thread: a reader that is slow must not hold up the loop
        return not records or await asyncio.to_thread(self._stream.write, records)

    def _fail_if_failed(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self._fail("deliver", error)
