"""Requests in, pages out, on the log port; what is in flight at a crash is fetched again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import structlog

from upwell.agents.loop.item import dead_letter
from upwell.agents.loop.restart import start_again
from upwell.errors import RecordError
from upwell.streams.codecs import decode, encode
from upwell.streams.log.port import Entry, Log, Outgoing, TopicPartition
from upwell.streams.parsers import Failure
from upwell.streams.records import Page, Request
from upwell.streams.topics import PAGES, REQUESTS
from upwell.streams.web.answered import page_for
from upwell.streams.web.outcomes import BUSY, FAILED

from .hosts import HostQueue, Job
from .pace import Pace
from .unfinished import Unfinished

log = structlog.get_logger(__name__)

GROUP = "fetch"


class Web(Protocol):
    """Asks the web for one URL; whatever the web does is an outcome on the page."""

    async def fetch(self, request: Request) -> Page: ...


@dataclass(frozen=True, slots=True)
class FetchParams:
    """Bounds of the service."""

    in_flight: int = 4_096  # requests begun; most wait for their host, few are on the wire
    side_by_side: int = 8  # on one host without a delay
    queued: int = 20_000  # requests held in memory, some 20 MB; then reading waits
    paces: int = 10_000  # hosts whose complaints are remembered
    commit_s: float = 0.2  # between two commits of the position
    drain_s: float = 30.0  # for what is in flight when stopping


class FetchService:
    """One member of the group `fetch`.

    The page is appended before its request is finished, and only finished requests move the
    position: a crash asks again for what was in flight, and the number on the page tells
    `analyse` that it had it.
    """

    def __init__(
        self,
        log: Log,
        web: Web,
        params: FetchParams | None = None,
        now: Callable[[], float] = time.time,
        fail: Callable[[str, BaseException], object] = start_again,
    ) -> None:
        self._log = log
        self._web = web
        self._params = params or FetchParams()
        self._now = now
        self._fail = fail
        self._hosts: dict[str, HostQueue] = {}
        self._stirred: dict[str, asyncio.Event] = {}
        self._paces: dict[str, Pace] = {}  # of hosts that complained, the latest last
        self._low: dict[str, int] = {}
        self._waiting: dict[tuple[str, int], Job] = {}  # by site and number: on the way, or in line
        self._work = Unfinished()
        self._slots = asyncio.Semaphore(self._params.in_flight)
        self._moved = asyncio.Event()
        self._queues: set[asyncio.Task[None]] = set()
        self._fetches: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self._reader = self._log.reader(GROUP, [REQUESTS])
        self._spawn(self._queues, self._read())
        self._spawn(self._queues, self._commits())

    async def stop(self) -> None:
        """Take nothing new, let what is in flight arrive, store the position."""
        for task in self._queues:
            task.cancel()
        await asyncio.gather(*self._queues, return_exceptions=True)
        if self._fetches:
            await asyncio.wait(self._fetches, timeout=self._params.drain_s)
        for task in self._fetches:
            task.cancel()
        await self._commit()
        await self._reader.close()

    async def _read(self) -> None:
        async for batch in self._reader.batches():
            await self._take(batch)
            while len(self._work) >= self._params.queued:
                self._moved.clear()
                await self._moved.wait()
                self._let_go()

    def _let_go(self) -> None:
        """Forget what waits of partitions that went to another worker, which asks for it now.

        A host would be asked by both, twice as often as it may be. What is on the way arrives.
        """
        ours = self._reader.assignment()
        for place in self._work.places():
            if place not in ours:
                self._work.forget(place)
                for queue in self._hosts.values():
                    queue.give_up(place)
                kept = {key: job for key, job in self._waiting.items() if job.place != place}
                self._waiting = kept

    async def _take(self, batch: Sequence[Entry]) -> None:
        self._let_go()
        for entry in batch:
            place = TopicPartition(entry.topic, entry.partition)
            if not self._work.take(place, entry.offset):
                self._moved.set()  # the position may not have been written while it was away
                continue
            if entry.is_empty:
                self._finish(entry)
                continue
            try:
                request = decode(entry.value)
                if not isinstance(request, Request):
                    raise RecordError(f"expected a request, found {type(request).__name__}")
            except RecordError as error:
                await self._log.append([dead_letter(entry, Failure.of(error))])
                self._finish(entry)
                continue
            self._low[request.site] = max(request.low, self._low.get(request.site, 0))
            if (request.site, request.number) in self._waiting:
                self._finish(entry)  # asked once more while it still waits: one page is enough
                continue
            job = self._waiting[request.site, request.number] = Job(entry, request)
            self._queue(job)

    def _queue(self, job: Job) -> None:
        host = job.entry.key.decode("utf-8", "replace")
        queue = self._hosts.get(host)
        if queue is None:
            pace = self._paces.get(host)
            queue = self._hosts[host] = HostQueue(self._params.side_by_side, pace)
            self._stirred[host] = asyncio.Event()
            self._spawn(self._queues, self._serve(host))
        queue.put(job, self._now())
        self._stirred[host].set()

    async def _serve(self, host: str) -> None:
        """Start the jobs of one host when each may start; ends when the host is idle."""
        queue, stirred = self._hosts[host], self._stirred[host]
        while not queue.idle(self._now()):
            stirred.clear()
            wait_s = queue.wait_s(self._now())
            if wait_s != 0:
                await _either(stirred, wait_s)
                continue
            await self._slots.acquire()
            if queue.wait_s(self._now()) != 0:  # it was let go meanwhile
                self._slots.release()
                continue
            self._spawn(self._fetches, self._fetch(queue, stirred, queue.take(self._now())))
        self._keep_pace(host, queue.pace)
        del self._hosts[host], self._stirred[host]

    def _keep_pace(self, host: str, pace: Pace) -> None:
        """Remember the pace of hosts that complained, also while they have nothing to do."""
        self._paces.pop(host, None)
        if pace.rate is not None:
            self._paces[host] = pace
        while len(self._paces) > self._params.paces:
            del self._paces[next(iter(self._paces))]

    async def _fetch(self, queue: HostQueue, stirred: asyncio.Event, job: Job) -> None:
        pause_s, begun = None, self._now()
        try:
            if job.request.number >= self._low.get(job.request.site, 0):
                page = await self._page(job.request)
                pause_s = _pause_s(page)
                await self._log.append([Outgoing(PAGES, page.site.encode(), encode(page))])
            self._finish(job.entry)
        finally:
            key = (job.request.site, job.request.number)
            if self._waiting.get(key) is job:
                del self._waiting[key]
            self._slots.release()
            queue.finish(self._now(), begun, pause_s)
            stirred.set()

    async def _page(self, request: Request) -> Page:
        try:
            return await self._web.fetch(request)
        except (OSError, MemoryError):  # the machine: no files or memory left
            raise
        except Exception as error:  # every request ends as an answer (DESIGN 4.7)
            log.exception("fetch_raised", url=request.url)
            return page_for(request, FAILED, self._now(), f"{type(error).__name__}: {error}")

    def _finish(self, entry: Entry) -> None:
        self._work.finish(TopicPartition(entry.topic, entry.partition), entry.offset)
        self._moved.set()

    async def _commits(self) -> None:
        while True:
            await self._moved.wait()
            self._moved.clear()
            await self._commit()
            await asyncio.sleep(self._params.commit_s)

    async def _commit(self) -> None:
        ours = self._reader.assignment()
        positions = {at: n for at, n in self._work.positions().items() if at in ours}
        if positions:
            await self._reader.commit(positions)

    def _spawn(self, tasks: set[asyncio.Task[None]], work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        task.add_done_callback(self._fail_if_failed)

    def _fail_if_failed(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self._fail("fetch", error)


def _pause_s(page: Page) -> float | None:
    """Seconds for which the host asks to be left alone; None when it does not complain.

    Examples
    --------
    >>> page = Page(site="s", number=1, low=1, url="/", final_url="/", reason="query",
    ...             outcome="busy", fetched_at=0, status=429, headers={"retry-after": "20"})
    >>> _pause_s(page)
    20.0
    """
    if page.outcome != BUSY and page.status != 503:
        return None
    try:
        return max(0.0, float(page.headers.get("retry-after", "0")))
    except ValueError:
        return 0.0


async def _either(event: asyncio.Event, timeout_s: float | None) -> None:
    """Until the event is set or the time is over."""
    try:
        async with asyncio.timeout(timeout_s):
            await event.wait()
    except TimeoutError:
        return
