"""Laws of alarms of field health: raised once, numbered, told as an event, told by the site."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from upwell.agents.analyse.checkup import ANSWERS, SHOWN, SiteHealth
from upwell.agents.analyse.entries import Entry
from upwell.agents.analyse.state import SiteView
from upwell.agents.plan import PLAN
from upwell.agents.plan.params import ALARMS
from upwell.models.change.health import Baseline
from upwell.models.site import Reading
from upwell.streams.parts.health import Fall, Visited
from upwell.streams.records import Alarm, Change, Finding, Page, Request

from ..ring import DictView
from .planned import HOST, SITE, PlanAlone

FULL = {"fill price": 1.0, "fill maker": 0.8, ANSWERS: 1.0, SHOWN: 1.0}


class Site:
    """Visits of a site's pages in turn."""

    n_pages = 30

    def __init__(self, killed: bool = False) -> None:
        self.view, self.health, self.killed = DictView(SITE), SiteHealth(), killed
        self.entries: dict[str, bytes] = {}
        self.numbers: dict[str, int] = {}
        self.model, self.read_by = 1, dict[str, int]()
        self.alarms: list[Alarm] = []
        self.n = 0

    def visit(
        self, shares: dict[str, float], times: int, kind: int = 1, reason: str = "revisit"
    ) -> Site:
        for _ in range(times):
            self.n += 1
            if self.killed:
                self.health = SiteHealth()
            url = f"{HOST}/list?page={self.n % self.n_pages}"
            page = Page(
                site=SITE, number=self.n, low=0, url=url, final_url=url, reason=reason,
                outcome="ok", fetched_at=float(self.n),
            )  # fmt: skip
            last = self.numbers.get(url, 0)
            entry = Entry(url, last, 0, None, 1, 1, b"", health=self.entries.get(url, b""))
            self.numbers[url] = self.n
            now = Baseline(kind, len(self.alarms), shares)
            if shares:
                same = self.model == self.read_by.get(url, self.model)
                found = self.health.check(self.view, page, entry, now, True, same_model=same)
                self.read_by[url] = self.model
            else:
                found = self.health.empty(self.view, page, entry, now.epoch, SHOWN)
            self.entries[url] = found.baseline
            self.alarms += [found.alarm] if found.alarm else []
        return self


def test_a_column_that_breaks_is_one_alarm_with_its_two_pages() -> None:
    site = Site().visit(FULL, 200).visit({**FULL, "fill price": 0.0}, 30)
    assert ["fill price"] == [fall.name for alarm in site.alarms for fall in alarm.falls]
    (alarm,) = site.alarms
    assert (200, 201) == (alarm.last_good.number, alarm.first_bad.number)
    site.visit({**FULL, "fill price": 0.0}, 400)
    assert [alarm] == site.alarms


def test_a_column_that_broke_before_its_pages_were_visited_is_seen_when_they_are() -> None:
    """Each is compared with what it showed in the harvest."""
    site = Site().visit(FULL, 30, reason="query").visit({**FULL, "fill price": 0.0}, 25)
    (alarm,) = site.alarms
    assert ["fill price"] == [fall.name for fall in alarm.falls]
    assert (1, 31) == (alarm.last_good.number, alarm.first_bad.number)


def test_a_column_that_breaks_on_pages_of_several_kinds_is_seen_as_soon_as_on_one() -> None:
    """Three kinds show it by turns: each by itself has few pages since."""
    site = Site()
    for n in range(90):
        site.visit(FULL, 1, kind=n % site.n_pages % 3)
    for n in range(90, 120):
        site.visit({**FULL, "fill price": 0.0}, 1, kind=n % site.n_pages % 3)
    (alarm,) = site.alarms
    assert ["fill price"] == [fall.name for fall in alarm.falls]
    assert (90, 91) == (alarm.last_good.number, alarm.first_bad.number)


def test_a_redesign_is_one_alarm_and_not_one_a_column() -> None:
    site = Site().visit(FULL, 200).visit({"fill f1": 1.0, ANSWERS: 1.0}, 300, kind=2)
    assert 1 == len(site.alarms)
    assert {"fill price", "fill maker", "kind"} == {one.name for one in site.alarms[0].falls}


def test_a_redesign_after_which_nothing_is_read_is_one_alarm() -> None:
    site = Site().visit(FULL, 40).visit({}, 300)
    assert [[SHOWN]] == [[fall.name for fall in alarm.falls] for alarm in site.alarms]


def test_a_few_pages_that_stay_empty_are_no_break() -> None:
    """Their objects have gone: they are empty at every visit, and no more pages are."""
    site = Site()
    site.n_pages = 2
    assert [] == site.visit(FULL, 40).visit({}, 300).alarms


def test_a_model_that_numbers_the_kinds_otherwise_is_no_break() -> None:
    site = Site().visit(FULL, 60)
    site.model = 2
    assert [] == site.visit(FULL, 200, kind=2).alarms
    assert 1 == len(site.visit(FULL, 60, kind=3).alarms)


@pytest.mark.parametrize(
    ("query", "version", "n_alarms"), [("a", 1, 1), ("a", 2, 1), (None, 2, 1), (None, 1, 0)]
)
def test_a_newer_model_may_read_no_objects_on_a_page_that_nobody_asked_a_question_for(
    query: str | None, version: int, n_alarms: int
) -> None:
    """Where the same model finds none, or there was a question, it is a break."""
    site, alarms = SiteView(DictView(SITE)), []
    site.head.version = 2
    reading = Reading(None, 1, 0, False, [], [], 1.0)
    health = msgspec.msgpack.encode(Baseline(1, 0, FULL))
    for n in range(25):
        url = f"{HOST}/{n}"
        page = Page(
            site=SITE, number=n, low=0, url=url, final_url=url, reason="revisit", query=query,
            outcome="ok", fetched_at=float(n),
        )  # fmt: skip
        entry = Entry(url, n, 0, query, version, 1, b"", health=health)
        alarms.append(site.emptied(page, entry, reading))
    assert n_alarms == sum(alarm is not None for alarm in alarms)


def test_what_is_read_again_by_a_newer_model_is_of_the_time_of_its_body() -> None:
    """After an alarm bodies that were fetched before it are read again: that is no second break."""
    other = {"fill f1": 1.0, ANSWERS: 1.0, SHOWN: 1.0}
    site = Site().visit(FULL, 60)
    while not site.alarms:
        site.visit(other, 1, kind=2)
    assert site.n < 90  # the other pages were fetched before
    site.visit(FULL, 90 - site.n, reason="page").visit(other, 200, kind=2)
    assert 1 == len(site.alarms)


def test_the_same_alarms_are_raised_when_every_visit_is_killed() -> None:
    runs = [
        Site(killed).visit(FULL, 90).visit({**FULL, "fill maker": 0.0}, 60).alarms
        for killed in (False, True)
    ]
    assert runs[0] == runs[1] != []


def alarm(**more: Any) -> Alarm:
    fall = Fall("fill price", 1.0, 0.0, 40, 12)
    good, bad = Visited(7, f"{HOST}/7"), Visited(8, f"{HOST}/8")
    return Alarm(kind=1, falls=[fall], last_good=good, first_bad=bad, at=9.0, **more)


def test_an_alarm_is_an_event_of_the_site_and_stands_on_its_record() -> None:
    """Numbered; the last twenty are kept, after a restart too."""

    def answer(now: float, request: Request) -> dict[str, Any]:
        return {"alarm": alarm()}

    alone = PlanAlone(answer, {"revisits": 3_600.0}, forgetful=True).open({"/list?page=1": True})
    told = []
    for number in range(1, ALARMS + 4):
        found = Finding(
            site=SITE, seq=number, number=0, url=HOST, final_url=HOST, reason="revisit",
            outcome="ok", at=alone.now, alarm=alarm(),
        )  # fmt: skip
        alone.view.cache.clear()
        sends = PLAN.reduce(alone.view, found, None)
        told += [one.record for one in sends if isinstance(one.record, Change)]
    assert [("health", n) for n in range(1, ALARMS + 4)] == [(c.event, c.version) for c in told]
    assert 1 == len({change.id for change in told})
    assert list(range(4, ALARMS + 4)) == [one.number for one in alone.plan.alarms]
    assert f"{HOST}/8" in told[0].text
    assert msgspec.to_builtins(told[0].evidence)["last_good"] == [7, f"{HOST}/7"]
