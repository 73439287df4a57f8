"""When a host may be asked next: a schedule that is told the time and keeps none itself."""

from __future__ import annotations

from collections import deque
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from upwell.streams.log.port import Entry, TopicPartition
from upwell.streams.records import Request

from .pace import Pace

LONGEST_PAUSE_S = 300.0  # that a host may ask for with Retry-After


class Job(NamedTuple):
    """A request and the entry it came in."""

    entry: Entry
    request: Request

    @property
    def place(self) -> TopicPartition:
        """The partition it came from."""
        return TopicPartition(self.entry.topic, self.entry.partition)


class HostQueue:
    """The requests of one host, in order; those for later wait aside until their time.

    A host is asked one at a time, starts `delay_s` apart, further where its pace says so. Without
    a delay, which only our own loopback gets, up to `side_by_side` run at once.
    """

    def __init__(self, side_by_side: int = 8, pace: Pace | None = None) -> None:
        self.pace = pace or Pace()
        self._side_by_side = side_by_side
        self._ready: deque[Job] = deque()
        self._later: list[tuple[float, int, int, Job]] = []
        self._running = 0
        self._next_start = 0.0

    def idle(self, now: float) -> bool:
        """Whether there is nothing to do and the delay after the last start is over."""
        return not (self._ready or self._later or self._running or self._next_start > now)

    def put(self, job: Job, now: float) -> None:
        if job.request.not_before > now:
            entry = job.entry
            heappush(self._later, (job.request.not_before, entry.partition, entry.offset, job))
        else:
            self._ready.append(job)

    def wait_s(self, now: float) -> float | None:
        """Seconds until there may be something to do; None: not before a job is put or done.

        0: `take` gives a job.
        """
        self._wake(now)
        if self._ready:
            limit = 1 if self._ready[0].request.delay_s > 0 else self._side_by_side
            return None if self._running >= limit else max(0.0, self._next_start - now)
        if self._later:
            return self._later[0][0] - now
        return None if self._running else self._next_start - now

    def take(self, now: float) -> Job:
        """Start the next job; only when `wait_s` is 0."""
        job = self._ready.popleft()
        self._running += 1
        self.pace.note_start(now)
        self._next_start = now + max(job.request.delay_s, self.pace.interval_s)
        return job

    def finish(self, now: float, begun: float, pause_s: float | None = None) -> None:
        """A job taken at `begun` has ended; with a pause the host asked to be left alone."""
        self._running -= 1
        if pause_s is None:
            self.pace.note_answer()
            return
        pause_s = min(pause_s, LONGEST_PAUSE_S)
        self.pace.note_complaint(now, begun, pause_s)
        self._next_start = max(self._next_start, now + pause_s)

    def give_up(self, place: TopicPartition) -> None:
        """Drop the waiting jobs of a partition; a running one goes on."""
        self._ready = deque(job for job in self._ready if job.place != place)
        self._later = [later for later in self._later if later[-1].place != place]
        heapify(self._later)

    def _wake(self, now: float) -> None:
        while self._later and self._later[0][0] <= now:
            self._ready.append(heappop(self._later)[-1])
