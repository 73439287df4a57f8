"""The timer of plan: time for sites that are silent, and word of requests that nobody answers.

Plan says in a site's status which requests are overdue and which it gave up; only the log knows
what they were. The timer appends the first ones once more, as they are, and says of the others
that they expired. A request that is asked, or has expired, twice changes nothing, so a timer
needs no memory: the newest status of each site stands in the log.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

import structlog

from upwell.errors import BrokerError, RecordError
from upwell.streams.codecs import decode, encode
from upwell.streams.log.port import Entry, Log, Outgoing
from upwell.streams.records import Expired, Record, Request, SiteStatus, Tick
from upwell.streams.topics import FINDINGS, REQUESTS, SITES

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class TimerParams:
    """How often.

    Parameters
    ----------
    every_s
        Between two looks.
    quiet_s
        A site of which nothing was heard for so long is told the time. Plan takes longer pauses
        than two of these for times when nobody worked.
    """

    every_s: float = 30.0
    quiet_s: float = 300.0


@dataclass(slots=True)
class _Known:
    """A site by its newest status, and what was done about it."""

    status: SiteStatus
    heard: float
    asked: set[int] = field(default_factory=set)
    expired: set[int] = field(default_factory=set)


class Timer:
    """Looks at the sites whose findings this worker handles.

    Parameters
    ----------
    log
        Opened.
    owns
        Whether a partition of the findings is this worker's.
    """

    def __init__(
        self,
        log: Log,
        owns: Callable[[int], bool],
        params: TimerParams | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._log = log
        self._owns = owns
        self._params = params or TimerParams()
        self._now = now
        self._known: dict[str, _Known] = {}
        self._next: dict[int, int] = {}

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await asyncio.sleep(self._params.every_s)
            try:
                await self.look()
            except BrokerError as error:  # it comes back, and the next look finds the rest
                log.info("timer_did_not_look", reason=str(error))

    async def look(self) -> None:
        """Send the time to silent sites, and report overdue requests."""
        await self._follow()
        records: list[Outgoing] = []
        for site, known in self._known.items():
            if _asleep(known.status) or not self._mine(site):
                continue
            records += await self._late(site, known)
            if self._now() - known.heard >= self._params.quiet_s:
                known.heard = self._now()
                records.append(_finding(Tick(site=site, at=known.heard), site))
        if records:
            await self._log.append(records)

    def _mine(self, site: str) -> bool:
        return self._owns(self._log.partition(FINDINGS, site.encode()))

    async def _follow(self) -> None:
        """The statuses that were written since the last look."""
        for entry in await self._log.scan(SITES, self._next):
            self._next[entry.partition] = entry.offset + 1
            status = _decoded(entry)
            if isinstance(status, SiteStatus):
                known = self._known.setdefault(status.site, _Known(status, status.at))
                known.status, known.heard = status, max(known.heard, status.at)

    async def _late(self, site: str, known: _Known) -> list[Outgoing]:
        """Overdue requests as they were; those given up as expired."""
        again = set(known.status.overdue) - known.asked
        lost = set(known.status.expired) - known.expired
        if not again and not lost:
            return []
        found = await self._requests(site, again | lost)
        known.asked |= again
        known.expired |= lost
        log.warning("requests_not_answered", site=site, asked_again=len(again), expired=len(lost))
        asked = [
            Outgoing(REQUESTS, found[n].key, found[n].value) for n in sorted(again & found.keys())
        ]
        return asked + [_finding(self._expired(site, n, found.get(n)), site) for n in sorted(lost)]

    async def _requests(self, site: str, numbers: Collection[int]) -> dict[int, Entry]:
        """The newest request of each number, wherever its host put it; one partition at a time."""
        ends = await self._log.ends(REQUESTS)
        found: dict[int, Entry] = {}
        for partition in ends:
            for entry in await self._log.scan(REQUESTS, ends | {partition: 0}):
                request = _decoded(entry)
                if not isinstance(request, Request) or request.site != site:
                    continue
                if request.number in numbers:
                    found[request.number] = entry
        return found

    def _expired(self, site: str, number: int, entry: Entry | None) -> Expired:
        at, request = self._now(), None if entry is None else _decoded(entry)
        if not isinstance(request, Request):
            return Expired(site=site, number=number, at=at)
        return Expired(
            site=site,
            number=number,
            at=at,
            url=request.url,
            reason=request.reason,
            query=request.query,
        )


def _asleep(status: SiteStatus) -> bool:
    """Whether a site waits for nothing; what is open when a site is parked is still waited for."""
    return status.phase == "paused" or (status.phase == "parked" and not status.outstanding)


def _finding(record: Tick | Expired, site: str) -> Outgoing:
    return Outgoing(FINDINGS, site.encode(), encode(record))


def _decoded(entry: Entry) -> Record | None:
    try:
        return None if entry.value is None else decode(entry.value)
    except RecordError:
        return None
