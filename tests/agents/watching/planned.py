"""Plan alone, on a site of pages that change by a rate of their own: no page is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from upwell.agents.plan import PLAN
from upwell.agents.plan.state import Head, Plan
from upwell.streams.records import AnyRecord, Finding, FoundObject, Gone, Request, SiteStatus, Tick

from ..ring import DictView, settings_of

SITE = "site.example"
HOST = f"http://{SITE}"

Answer = Callable[[float, Request], dict[str, Any]]  # time, request -> what differs of its finding


def shows(page: str, n: int = 5) -> list[FoundObject]:
    """Objects of a page."""
    return [FoundObject(id=f"{abs(hash_of(page)) + i:016x}") for i in range(n)]


def hash_of(text: str) -> int:
    return int.from_bytes(text.encode()[-6:], "big")


@dataclass
class PlanAlone:
    """Plan's reducer, whose requests are answered at their time."""

    answer: Answer
    settings: Mapping[str, Any] = field(default_factory=dict)
    forgetful: bool = False
    now: float = 1_000.0
    view: DictView = field(default_factory=lambda: DictView(SITE))
    asked: list[tuple[float, Request]] = field(default_factory=list)
    statuses: list[SiteStatus] = field(default_factory=list)
    waiting: list[Request] = field(default_factory=list)
    gone: list[Gone] = field(default_factory=list)

    def open(self, pages: Mapping[str, bool], at: float = 1_000.0) -> PlanAlone:
        """A harvest has ended and left these pages; whether each is the first of its list."""
        given = settings_of({"watch": True, "delay_s": 1.0, "revisits": 360.0, **self.settings})
        head = Head(url=f"{HOST}/", settings=given, phase="watch", now=at, n_ok=1, good=f"{HOST}/")
        head.model_version = 1
        plan = Plan(SITE, head)
        for url, is_first in pages.items():
            page = plan.visits.add(f"{HOST}{url}", None)
            assert page is not None
            page.is_first, page.at, page.n_objects, page.kind = is_first, at, 5, 0
            page.key = url.partition("?")[0]
            plan.visits.change(page)
        plan.save(self.view)
        self.now = at
        return self

    def run(self, seconds: float) -> PlanAlone:
        """So many seconds, with the ticks that a silent site gets."""
        end = self.now + seconds
        self._tick()
        while self.now < end:
            if not self.waiting:
                self.now = min(end, self.now + 300.0)
                self._tick()
                continue
            self.waiting.sort(key=lambda request: (request.not_before, request.number))
            if self.waiting[0].not_before > end:
                self.now = end
                break
            request = self.waiting.pop(0)
            self.now = max(self.now + 0.01, request.not_before)
            self.asked.append((self.now, request))
            self.handle(self._finding(request))
        return self

    def handle(self, record: AnyRecord) -> None:
        """One record."""
        if self.forgetful:
            self.view.cache.clear()
        for send in PLAN.reduce(self.view, record, None):
            if isinstance(send.record, Request):
                self.waiting.append(send.record)
            if isinstance(send.record, Gone):
                self.gone.append(send.record)
            if isinstance(send.record, SiteStatus):
                self.statuses.append(send.record)

    def _finding(self, request: Request) -> Finding:
        found = Finding(
            site=SITE,
            seq=0,
            number=request.number,
            url=request.url,
            final_url=request.url,
            reason=request.reason,
            outcome="ok",
            status=200,
            at=self.now,
            query=request.query,
            cluster=0,
            model_version=1,
            objects=shows(request.url),
            changes=0,
        )
        return msgspec.structs.replace(found, **self.answer(self.now, request))

    def _tick(self) -> None:
        self.handle(Tick(site=SITE, at=self.now))

    @property
    def plan(self) -> Plan:
        plan = Plan.load(self.view)
        assert plan is not None
        return plan
