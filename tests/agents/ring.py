"""The whole ring in memory, one record after another: plan, a made-up web, analyse, watch."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from tests.site.answers import HOST, WORDS, body
from upwell.agents.analyse import ANALYSE
from upwell.agents.plan import PLAN
from upwell.agents.plan.settings import SiteSettings
from upwell.agents.reducer import Agent, Send
from upwell.agents.watch import WATCH
from upwell.streams.codecs import compress
from upwell.streams.records import AnyRecord, Page, Request, SiteAdded

SITE = urlsplit(HOST).netloc
Answer = tuple[str, int, bytes]  # outcome, status, body


@dataclass
class DictView:
    """State of one key in a dictionary."""

    key: str
    user: bytes | None = None
    stored: dict[str, bytes] = field(default_factory=dict)
    cache: dict[str, Any] = field(default_factory=dict)
    offset: int = 0

    def head(self) -> bytes | None:
        return self.user

    def set_head(self, value: bytes) -> None:
        self.user = value

    def part(self, name: str) -> bytes | None:
        return self.stored.get(name)

    def put(self, name: str, value: bytes | None) -> None:
        if value:
            self.stored[name] = value
        else:
            self.stored.pop(name, None)

    def parts(self) -> list[str]:
        return sorted(self.stored)


def library(url: str) -> Answer:
    """A site with a search form; it knows some words and has a second page for most of them."""
    address = urlsplit(url)
    if address.path != "/search":
        return "ok", 200, b'<form action="/search"><input type="search" name="q"><button>Search'
    arguments = parse_qs(address.query, keep_blank_values=True)
    query, page = arguments["q"][0], int(arguments.get("page", ["1"])[0])
    n = sum(map(ord, query)) % 13 if 0 < len(query) < 7 or query in WORDS else 0
    html = body(query, n if page == 1 else 3, page, turn=sum(map(ord, url)))
    if n > 5 and page == 1:
        html = html.replace(b"</ol>", b'</ol><a rel="next" href="/search?q=%s&page=2">Next</a>')
        html = html.replace(b"=%s", b"=" + query.encode())
    return "ok", 200, html


class Ring:
    """Runs records until nothing is under way, keeping everything that was sent."""

    def __init__(
        self,
        web: Callable[[str], Answer] = library,
        forgetful: bool = False,
        agents: dict[str, Agent] | None = None,
    ) -> None:
        reads = {"findings": PLAN, "pages": ANALYSE, "objects": WATCH}
        self.agents = reads | (agents or {})
        self.web = web
        self.forgetful = forgetful  # decoded state is dropped after every record
        self.views: dict[tuple[str, str], DictView] = {}
        self.sent: list[tuple[str, AnyRecord]] = []
        self.queue: deque[tuple[str, str, AnyRecord]] = deque()
        self.pages: list[Page] = []
        self.seq = 0

    def open(self, **settings: Any) -> Ring:
        """Add the site and run."""
        added = SiteAdded(site=SITE, url=f"{HOST}/", settings=settings_of(settings), at=1.0)
        self.queue.append(("findings", SITE, added))
        for _ in self.steps():
            pass
        return self

    def steps(self) -> Iterator[AnyRecord]:
        """Handle record after record, in the order in which they were sent."""
        while self.queue:
            topic, key, record = self.queue.popleft()
            self._handle(topic, key, record)
            yield record

    def of(self, kind: type[AnyRecord]) -> list[Any]:
        """What was sent of one kind."""
        return [record for _, record in self.sent if isinstance(record, kind)]

    def _handle(self, topic: str, key: str, record: AnyRecord) -> None:
        if isinstance(record, Request):
            outcome, status, html = self.web(record.url)
            page = Page(
                site=record.site,
                number=record.number,
                low=record.low,
                url=record.url,
                final_url=record.url,
                reason=record.reason,
                object_id=record.object_id,
                query=record.query,
                aside=record.aside,
                method=record.method,
                outcome=outcome,
                status=status,
                body=compress(html),
                fetched_at=float(record.number),
            )
            self.queue.append(("pages", record.site, page))
            return
        agent = self.agents.get(topic)
        if agent is not None:
            self._reduce(agent, key, record)

    def _reduce(self, agent: Agent, key: str, record: Any) -> None:
        view = self.views.setdefault((agent.name, key), DictView(key))
        source = record
        if isinstance(record, Page):
            view.offset = len(self.pages)
            self.pages.append(record)
        elif agent.wants_body and (wanted := agent.wants_body(record)):
            source = self.pages[wanted[0]]
        made = prepared(agent.prepare, source) if agent.prepare else None
        for send in agent.reduce(view, record, made):
            self._send(send)
        if self.forgetful:
            view.cache.clear()

    def _send(self, send: Send) -> None:
        self.seq += 1
        record = send.record
        if "seq" in record.__struct_fields__:
            record = msgspec.structs.replace(record, seq=self.seq)
        self.sent.append((send.topic, record))
        self.queue.append((send.topic, send.key, record))


@lru_cache(maxsize=1_000)
def _made(prepare: Callable[[Page], Any], encoded: bytes) -> Any:
    return prepare(msgspec.msgpack.decode(encoded, type=Page))


def prepared(prepare: Callable[[Any], Any], record: AnyRecord) -> Any:
    """What is made of a record: of a page once, whoever asks for it, and whenever it came."""
    if not isinstance(record, Page):
        return prepare(record)
    timeless = msgspec.structs.replace(record, number=0, low=0, fetched_at=0.0)
    return _made(prepare, msgspec.msgpack.encode(timeless))


def settings_of(settings: dict[str, Any]) -> dict[str, Any]:
    return SiteSettings(
        **{"delay_s": 0.0, "max_queries": 90, "details": "no", **settings}
    ).as_record()
