"""One open embedded log of a process: one thread that writes, one that reads, one signal.

The port and the Faust transport of a process share the engine of a directory, so that there
is one queue of writes and an append by one wakes the readers of both.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple, TypeVar
from weakref import WeakKeyDictionary

import structlog

from .lock import WorkerLock
from .storage import Row, Storage

POLL_S = 0.2  # how often to look for what other processes appended
FIRST_TIDY_S = 10.0  # readers that come back have given a sign of life by then
TIDY_S = 60.0  # how often to look for what may be removed
TIDY_MORE_S = 1.0  # and when there was more than one look removes
BATCH_BYTES = 16 << 20  # of one transaction

T = TypeVar("T")

log = structlog.get_logger(__name__)


class _Pending(NamedTuple):
    rows: Sequence[Row]
    done: asyncio.Future[list[int]]


class Engine:
    """Runs a `Storage` from an event loop. Get one with `acquire`, give it back with `release`."""

    def __init__(self, directory: Path, synchronous: str = "normal") -> None:
        self.storage = Storage(directory, synchronous)
        self.lock = WorkerLock(directory)
        self._claims = 0
        self._users = 0
        self._write_thread = ThreadPoolExecutor(1, "log-write")
        self._read_thread = ThreadPoolExecutor(1, "log-read")
        self._queue: list[_Pending] = []
        self._last: asyncio.Future[list[int]] | None = None
        self._writing: asyncio.Task[None] | None = None
        self._grown = asyncio.Event()
        self._next_tidy = time.monotonic() + FIRST_TIDY_S

    # ---- sharing

    @classmethod
    def acquire(cls, directory: Path, synchronous: str = "normal") -> Engine:
        """The engine of a directory in this loop, made when nobody has it yet."""
        engines = _engines.setdefault(asyncio.get_running_loop(), {})
        path = directory.resolve()
        if path not in engines:
            engines[path] = cls(path, synchronous)
        engines[path]._users += 1
        return engines[path]

    async def release(self) -> None:
        """Give the engine back; the last user's release closes the file."""
        self._users -= 1
        if self._users:
            return
        engines = _engines[asyncio.get_running_loop()]
        engines.pop(self.storage.path.parent, None)
        await self.flush()
        await self.read(lambda: None)  # what was cancelled may still be reading in its thread
        await self.write(self.storage.close)
        self._write_thread.shutdown()
        self._read_thread.shutdown()
        self.lock.release()

    def claim(self) -> None:
        """Take the worker's lock for one more worker of this process."""
        self.lock.acquire()
        self._claims += 1

    def unclaim(self) -> None:
        """Give up one claim; the last one frees the lock."""
        self._claims -= 1
        if self._claims == 0:
            self.lock.release()

    # ---- running

    async def write(self, call: Callable[[], T]) -> T:
        """Run something in the writing thread."""
        return await asyncio.get_running_loop().run_in_executor(self._write_thread, call)

    async def read(self, call: Callable[[], T]) -> T:
        """Run something in the reading thread."""
        return await asyncio.get_running_loop().run_in_executor(self._read_thread, call)

    def append(self, rows: Sequence[Row]) -> asyncio.Future[list[int]]:
        """Queue rows; the future holds their offsets once they are committed.

        What is queued while a transaction runs goes into the next one together.
        """
        done: asyncio.Future[list[int]] = asyncio.get_running_loop().create_future()
        self._queue.append(_Pending(rows, done))
        self._last = done
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_queue())
        return done

    async def flush(self) -> None:
        """Wait for what is queued now; not for an idle writer, which may never come."""
        if self._last is not None and not self._last.done():
            await asyncio.wait([self._last])

    async def _write_queue(self) -> None:
        try:
            while self._queue:
                await self._write_batch(self._take())
                await self._tidy()
        finally:
            self._writing = None

    def _take(self) -> list[_Pending]:
        size = taken = 0
        for pending in self._queue:
            taken += 1
            size += sum(len(row.value or b"") for row in pending.rows)
            if size >= BATCH_BYTES:
                break
        batch, self._queue = self._queue[:taken], self._queue[taken:]
        return batch

    async def _write_batch(self, batch: list[_Pending]) -> None:
        rows = [row for pending in batch for row in pending.rows]
        try:
            offsets = await self.write(lambda: self.storage.append(rows))
        except BaseException as error:
            for pending in batch:
                if not pending.done.done():
                    pending.done.set_exception(error)
            if not isinstance(error, Exception):
                raise
            return
        at = 0
        for pending in batch:
            if not pending.done.done():
                pending.done.set_result(offsets[at : at + len(pending.rows)])
            at += len(pending.rows)
        self.notify()

    async def _tidy(self) -> None:
        if time.monotonic() < self._next_tidy:
            return
        self._next_tidy = time.monotonic() + TIDY_S
        now_ms = int(time.time() * 1000)
        tidied = await self.write(lambda: self.storage.tidy(now_ms))
        if tidied.more:
            self._next_tidy = time.monotonic() + TIDY_MORE_S
        for group in tidied.dropped:
            log.warning("reader_dropped", group=group, reason="lagging and silent for 7 days")

    # ---- following

    @property
    def signal(self) -> asyncio.Event:
        """Set at the next append of this process. Take it before reading, wait for it after."""
        return self._grown

    def notify(self) -> None:
        """Wake everybody who waits for records."""
        grown, self._grown = self._grown, asyncio.Event()
        grown.set()

    async def wait(self, signal: asyncio.Event, timeout_s: float) -> None:
        """Wait until this process or another appends, or the time is over."""
        end = time.monotonic() + timeout_s
        while not signal.is_set():
            left = end - time.monotonic()
            if left <= 0:
                return
            try:
                # not wait_for, which in Python 3.11 loses a cancellation that comes with the signal
                async with asyncio.timeout(min(left, POLL_S)):
                    await signal.wait()
            except TimeoutError:
                if await self.read(self.storage.refresh):
                    self.notify()
                    return


_engines: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[Path, Engine]] = WeakKeyDictionary()
