"""The ring, followed: sites, models, readings and dead letters, as the log tells them."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

import structlog

from upwell.errors import BrokerError, RecordError, StoreError
from upwell.streams.codecs import decode
from upwell.streams.dead_letters import Letter
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.follow import Follow
from upwell.streams.log.kafka import KafkaLog
from upwell.streams.log.port import Entry
from upwell.streams.records import DeadLetter, Finding, ModelPublished, Settled, SiteStatus
from upwell.streams.topics import DEAD_LETTERS, FINDINGS, MODELS, SITES

from ..params import LOOK_S, MODELS_SHOWN, REASON_LETTERS, REASONS, STANDINGS
from .site_pages import SitePages

log = structlog.get_logger(__name__)


class Ring:
    """What a log says about its sites, kept up to date by `follow`.

    Parameters
    ----------
    log
        Open; read only.
    clock
        Seconds since the epoch.
    """

    def __init__(self, log: EmbeddedLog | KafkaLog, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self.sites: dict[str, SiteStatus] = {}
        self.stood: dict[str, list[SiteStatus]] = {}  # by site: where it began each phase
        self.models: dict[str, list[ModelPublished]] = {}  # by site, the newest last
        self.pages: dict[str, SitePages] = {}
        self.reasons: Counter[str] = Counter()  # of dead letters, settled ones too
        self.looked_at = 0.0  # when the log was followed to its end
        self.failed = ""  # why it cannot be followed
        self._letters: dict[tuple[str, int, int], Letter] = {}
        self._origins: dict[tuple[int, int], tuple[str, int, int]] = {}
        self._follows = [Follow(log, topic) for topic in (SITES, MODELS, FINDINGS, DEAD_LETTERS)]
        self._looking = asyncio.Lock()

    async def follow(self) -> None:
        """Look again and again, until cancelled; a log that is away is looked for again."""
        while True:
            try:
                await self.look()
                self.failed = ""
            except (BrokerError, StoreError) as error:
                self.failed = str(error)
                log.warning("dashboard_cannot_follow", reason=str(error))
            await asyncio.sleep(LOOK_S)

    async def look(self) -> None:
        """Take in what has been appended since the last look."""
        async with self._looking:
            for follow in self._follows:
                async for entries in follow.news():
                    for entry in entries:
                        self._take(entry)
                    await asyncio.sleep(0)
            self.looked_at = self.clock()

    @property
    def letters(self) -> list[Letter]:
        """Dead letters that wait, oldest first."""
        return sorted(self._letters.values(), key=lambda one: (one.record.at, one[:2]))

    def of(self, site: str) -> SitePages:
        """The pages of a site; of one that has none so far, an empty account."""
        return self.pages.setdefault(site, SitePages())

    def _take(self, entry: Entry) -> None:
        if entry.value is None:
            return
        with suppress(RecordError):  # its reader makes a dead letter of it
            record = decode(entry.value)
            if isinstance(record, Finding):
                self.of(record.site).fold(record, entry)
            elif isinstance(record, SiteStatus):
                self._stands(record)
            elif isinstance(record, ModelPublished):
                models = self.models.setdefault(record.site, [])
                models.append(record)
                del models[:-MODELS_SHOWN]
            elif isinstance(record, DeadLetter):
                of = (record.topic, record.partition, record.offset)
                self._origins[entry.partition, entry.offset] = of
                self._letters.setdefault(of, Letter(entry.partition, entry.offset, record))
                self.reasons[self._reason(record)] += 1
            elif isinstance(record, Settled):
                place = self._origins.pop((record.partition, record.offset), None)
                self._letters.pop(place or ("", -1, -1), None)

    def _reason(self, letter: DeadLetter) -> str:
        """The beginning of a reason; of many different ones the later are `other`."""
        reason = letter.reason.partition(":")[0][:REASON_LETTERS]
        return reason if reason in self.reasons or len(self.reasons) < REASONS else "other"

    def _stands(self, status: SiteStatus) -> None:
        before = self.sites.get(status.site)
        self.sites[status.site] = status
        if before is None or (before.phase, before.reason) != (status.phase, status.reason):
            phases = self.stood.setdefault(status.site, [])
            phases.append(status)
            del phases[:-STANDINGS]
