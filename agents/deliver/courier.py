"""Sends what happened to one place that answers: in order, tried again, never holding others up.

The position moves when the place took the events, or when they went to the dead letters; so after
a kill what was under way is sent again, under the same id.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import structlog

from upwell.agents.loop.item import dead_letter
from upwell.agents.loop.restart import start_again
from upwell.errors import BrokerError, RecordError
from upwell.streams.codecs import decode
from upwell.streams.feeds import Clock, Destination, Event, Failed, Refused, SystemClock
from upwell.streams.log.port import Entry, Log, TopicPartition
from upwell.streams.parsers import Failure
from upwell.streams.topics import CHANGES

log = structlog.get_logger(__name__)

STOP_S = 5.0  # at most, for what is in the log when a worker stops
LOOK_S = 0.05


@dataclass(frozen=True, slots=True)
class CourierParams:
    """How long a place is tried.

    Parameters
    ----------
    answer_s
        For one answer; a place that is silent for longer has failed.
    pauses_s
        Before each further try, as the specification of standard webhooks proposes; after the
        last the events are dead.
    take
        Records that are taken from the log at once.
    """

    answer_s: float = 30.0
    pauses_s: tuple[float, ...] = (
        5.0, 60.0, 300.0, 1800.0, 7200.0, 18_000.0, 36_000.0, 50_400.0, 72_000.0, 86_400.0,
    )  # fmt: skip
    take: int = 200


class Courier:
    """One consumer of *changes* for one place.

    Parameters
    ----------
    from_now
        A feed that the log does not know yet is told what comes from now on, not all that was.
    """

    topic = CHANGES

    def __init__(
        self,
        log: Log,
        post: Destination,
        *,
        from_now: bool = True,
        clock: Clock | None = None,
        params: CourierParams | None = None,
        fail: Callable[[str, BaseException], object] = start_again,
    ) -> None:
        self._log = log
        self._post = post
        self._from_now = from_now
        self._clock = clock or SystemClock()
        self._params = params or CourierParams()
        self._fail = fail
        self._start: dict[int, int] = {}  # what lies before was there before the feed
        self._resting = False  # between two tries
        self._task: asyncio.Task[None] | None = None

    @property
    def group(self) -> str:
        return f"feed-{self._post.name}"

    async def start(self) -> None:
        """Get the place ready, and note where a new feed begins."""
        await self._post.open()
        self._reader = self._log.reader(self.group, [self.topic])
        if self._from_now and not await self._log.positions(self.group):
            self._start = await self._log.ends(self.topic)
            await self._reader.commit(self._places(self._start))
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(self._fail_if_failed)

    async def stop(self) -> None:
        """Send what is in the log by now, unless the place is not answering; then close."""
        if self._task is not None:
            with suppress(TimeoutError, BrokerError):
                async with asyncio.timeout(STOP_S):
                    await self._empty(self._task)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            await self._tell_rest()
            await self._reader.close()
        await self._post.close()

    async def _empty(self, task: asyncio.Task[None]) -> None:
        while await self.lag():
            if self._resting or task.done():
                return
            await asyncio.sleep(LOOK_S)

    async def _tell_rest(self) -> None:
        """Log how many events the destination was not sent; they are sent at the next start."""
        with suppress(BrokerError):
            if left := await self.lag():
                then = "the next crawl or worker on this log sends them"
                log.warning("feed_behind", feed=self._post.name, records=left, then=then)

    async def lag(self) -> int:
        """Records that the destination has still to be sent."""
        at = await self._log.positions(self.group)
        ends = await self._log.ends(self.topic)
        return sum(end - at.get(TopicPartition(self.topic, p), 0) for p, end in ends.items())

    async def _run(self) -> None:
        pending: list[Entry] = []
        since = self._clock.now()
        async for batch in self._reader.batches(self._params.take):
            if batch and not pending:
                since = self._clock.now()
            pending += [e for e in batch if e.offset >= self._start.get(e.partition, 0)]
            due = self._clock.now() - since >= self._post.wait_s
            if pending and (due or len(pending) >= self._post.batch):
                await self._hand_over(pending)
                at = {entry.partition: entry.offset + 1 for entry in pending}
                await self._reader.commit(self._places(at))
                pending = []

    async def _hand_over(self, entries: Sequence[Entry]) -> None:
        """All events of these records, in order, in as many parcels as it takes."""
        parcel: list[tuple[Entry, Event]] = []
        for entry in entries:
            event = await self._event(entry)
            if event is not None:
                parcel.append((entry, event))
            if len(parcel) >= self._post.batch:
                await self._send(parcel)
                parcel = []
        if parcel:
            await self._send(parcel)

    async def _event(self, entry: Entry) -> Event | None:
        try:
            return None if entry.value is None else self._post.chosen.event(decode(entry.value))
        except RecordError:
            return None  # the read model makes a dead letter of it

    async def _send(self, parcel: Sequence[tuple[Entry, Event]]) -> None:
        events = [event for _, event in parcel]
        reason = ""
        for pause in (*self._params.pauses_s, None):
            try:
                await self._within(self._post.send(events))
                return
            except Refused as error:
                reason = str(error)
                break
            except Failed as error:
                reason = str(error)
                log.warning("feed_failed", feed=self._post.name, reason=reason, again_s=pause)
                if pause is not None:
                    await self._rest(max(pause, error.retry_after_s))
        await self._bury([entry for entry, _ in parcel], reason)

    async def _rest(self, seconds: float) -> None:
        self._resting = True
        await self._clock.sleep(seconds)
        self._resting = False

    async def _within(self, sending: Awaitable[None]) -> None:
        """Wait for an answer, at most for the time limit."""
        task = asyncio.ensure_future(sending)
        bell = asyncio.ensure_future(self._clock.sleep(self._params.answer_s))
        try:
            await asyncio.wait({task, bell}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise Failed(f"no answer within {self._params.answer_s:g} s")
            task.result()
        finally:
            for each in (task, bell):
                each.cancel()
            await asyncio.gather(task, bell, return_exceptions=True)

    async def _bury(self, entries: Sequence[Entry], reason: str) -> None:
        failure = Failure.of(RecordError(f"feed {self._post.name}: {reason}"))
        log.warning("feed_gave_up", feed=self._post.name, reason=reason, events=len(entries))
        await self._log.append([dead_letter(entry, failure) for entry in entries])

    def _places(self, at: dict[int, int]) -> dict[TopicPartition, int]:
        return {TopicPartition(self.topic, partition): end for partition, end in at.items()}

    def _fail_if_failed(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self._fail("deliver", error)
