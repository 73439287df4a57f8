"""A bundled source behind its door as the web of a ring: redirects, statuses, POST and cookies."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

import msgspec

from tests.agents.ring import SITE, Ring
from upwell.agents.plan.settings import SiteSettings
from upwell.sources import Truth
from upwell.sources.server import family_of
from upwell.sources.site import Site, encoded
from upwell.sources.starting import pages_of
from upwell.sources.ways import Door, way_of
from upwell.sources.ways.door import HOST as STANDS_FOR
from upwell.sources.ways.door import Request as Visit
from upwell.sources.ways.placed import LogIn
from upwell.streams.codecs import compress
from upwell.streams.records import AnyRecord, Page, Request, SiteAdded
from upwell.streams.web.answered import page_for

URL = f"http://{SITE}"
READ = ("text/html", "application/xhtml+xml", "application/xml")
REDIRECTS = 5  # followed for one request


class DoorWeb:
    """What a source answers; its boxes and clocks turn at every visit."""

    def __init__(self, family: str, seed: int, size: int, way: str = "") -> None:
        chosen = family_of(family)
        door: type[Door] = Door
        if way:
            chosen, door = way_of(way).over(chosen), way_of(way).door
        self.site = Site(pages_of(chosen, seed, size), seed, way=door, clock=lambda: 0.0)
        self.truth = Truth(self.site, URL)
        self.cookies = {LogIn.cookie: LogIn.value} if way == "log-in" else {}

    def settings(self, way: str, **more: object) -> SiteSettings:
        """Those of a new user, and what has to be said of a way in."""
        said: dict[str, object] = {"delay_s": 0.0, **more}
        if way in ("post", "view-state"):
            said["allow_post"] = 1
        if way == "by-hand":
            door = self.site.door
            said["template"] = f"{URL}{door.search}?{door.names['query']}={{query}}"
            said["hosts"] = [SITE]
        return SiteSettings.of(said)

    def page(self, request: Request) -> Page:
        """The answer to a request of the ring."""
        url = request.action or request.url
        fields = dict(request.form)
        method = request.method
        for _ in range(REDIRECTS):
            self.site.visits += 1
            parts = urlsplit(url)
            address = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            body = fields if method == "POST" else {}
            served = self.site.served(Visit(address, method, body, self.cookies))
            if not served.location:
                break
            url, method = urljoin(url, served.location.replace(STANDS_FOR, URL)), "GET"
        charset = self.site.door.charset
        media_type = served.media_type or self.site.pages.family.media_type
        outcome = "ok" if media_type in READ or request.reason == "describe" else "not_html"
        return msgspec.structs.replace(
            page_for(request, outcome, fetched_at=float(request.number)),
            final_url=request.url if request.method == "POST" else url,
            status=served.status,
            headers={"content-type": f"{media_type}; charset={charset}"},
            body=compress(encoded(served.text.replace(STANDS_FOR, URL), charset)),
        )


class DoorRing(Ring):
    """The ring on such a web, from the address that was added to the end."""

    def __init__(self, web: DoorWeb) -> None:
        super().__init__()
        self.door_web = web

    def crawl(self, settings: SiteSettings) -> DoorRing:
        """Add the site and run until nothing is under way."""
        added = SiteAdded(site=SITE, url=f"{URL}/", settings=settings.as_record(), at=1.0)
        self.queue.append(("findings", SITE, added))
        for _ in self.steps():
            pass
        return self

    def _handle(self, topic: str, key: str, record: AnyRecord) -> None:
        if isinstance(record, Request):
            self.queue.append(("pages", record.site, self.door_web.page(record)))
        else:
            super()._handle(topic, key, record)
