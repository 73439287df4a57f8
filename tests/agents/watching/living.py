"""The ring with a clock, on a bundled source in memory whose records are changed while it runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import urljoin, urlsplit

from upwell.sources.database.life import Change as Planted
from upwell.sources.database.record import Record
from upwell.sources.pages.visit import Page as Shown
from upwell.sources.server import family_of
from upwell.sources.site import Course, Site, encoded
from upwell.sources.starting import pages_of
from upwell.streams.codecs import compress
from upwell.streams.records import Change, Page, Request, SiteAdded, SiteStatus, Tick
from upwell.streams.web.outcomes import NOT_MODIFIED, OK

from ..ring import Ring, settings_of

HOST = "http://source.example"
SITE = urlsplit(HOST).netloc


class Reply(NamedTuple):
    """What the web says to one request."""

    outcome: str
    status: int = 0
    body: bytes = b""
    url: str = ""  # after redirects
    headers: Mapping[str, str] = MappingProxyType({})


Weather = Callable[[float, Request], Reply | None]  # what comes in place of an answer


class Living:
    """A source whose records somebody changes."""

    def __init__(
        self, family: str, seed: int = 1, size: int = 200, course: Course | None = None
    ) -> None:
        self.now = 0.0
        pages = pages_of(family_of(family), seed, size)
        self.site = Site(pages, seed, course=course, clock=lambda: self.now)
        self.language = pages.family.language

    @property
    def records(self) -> dict[int, Record]:
        return dict(self.site.pages.database.by_id)

    def plant(self, kind: str, record: Record) -> None:
        """Add, change or remove a record behind the site's back."""
        self.site.pages.database.apply(Planted(self.now, kind, record))

    def shown(self, address: str) -> Shown:
        """What an address shows now."""
        return self.site.page(address)

    def __call__(self, now: float, request: Request) -> Reply:
        self.now = now
        url = request.url
        for _ in range(3):
            self.site.visits += 1
            parts = urlsplit(url)
            page = self.shown(f"{parts.path or '/'}{'?' * bool(parts.query)}{parts.query}")
            if not page.location:
                break
            url = urljoin(url, page.location)
        body = encoded(page.text, self.site.pages.family.charset)
        return Reply(OK, page.status, body, url)


class Watched(Ring):
    """A ring whose requests come at their time, a hundredth of a second each."""

    def __init__(
        self,
        web: Callable[[float, Request], Reply],
        weather: Weather = lambda now, request: None,
        forgetful: bool = False,
        **settings: Any,
    ) -> None:
        super().__init__(forgetful=forgetful)
        self.now = 1.0
        self.replies, self._weather = web, weather
        self.asked: list[tuple[float, Request]] = []
        self.since = 0  # records sent before watching began
        given = settings_of({"watch": True, "revisits": 3_600.0, **settings})
        added = SiteAdded(site=SITE, url=f"{HOST}/", settings=given, at=1.0)
        self.queue.append(("findings", SITE, added))

    def _handle(self, topic: str, key: str, record: Any) -> None:
        if not isinstance(record, Request):
            super()._handle(topic, key, record)
            return
        self.now = max(self.now + 0.01, record.not_before)
        self.asked.append((self.now, record))
        reply = self._weather(self.now, record) or self.replies(self.now, record)
        page = Page(
            site=record.site,
            number=record.number,
            low=record.low,
            url=record.url,
            final_url=reply.url or record.url,
            reason=record.reason,
            object_id=record.object_id,
            query=record.query,
            aside=record.aside,
            outcome=reply.outcome,
            status=304 if reply.outcome == NOT_MODIFIED else reply.status,
            headers=dict(reply.headers),
            body=compress(reply.body),
            fetched_at=self.now,
        )
        self.queue.append(("pages", record.site, page))

    def run(self, seconds: float) -> Watched:
        """Let so many seconds pass, with the ticks that a silent site gets."""
        end = self.now + seconds
        while True:
            for _ in self.steps():
                if self.now >= end:
                    return self
            if self.now + 300.0 > end:
                self.now = end
                return self
            self.now += 300.0
            self.queue.append(("findings", SITE, Tick(site=SITE, at=self.now)))

    def harvest(self) -> Watched:
        """Run until watching begins."""
        for _ in self.steps():
            if (last := self.last) is not None and last.phase in ("watch", "parked"):
                break
        self.since = len(self.sent)
        self.asked.clear()
        return self

    @property
    def last(self) -> SiteStatus | None:
        found = self.of(SiteStatus)
        return found[-1] if found else None

    @property
    def news(self) -> list[Change]:
        """What was told since watching began."""
        return [one for _, one in self.sent[self.since :] if isinstance(one, Change)]
