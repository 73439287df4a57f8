"""Laws of plan's agenda: who is visited when, within which budget."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from upwell.agents.plan.params import LATELY, VISIT_AHEAD_S
from upwell.streams.records import FoundLink, Request, SiteAdded

from ..ring import settings_of
from .planned import HOST, SITE, PlanAlone, shows

HOURS = 3_600.0


def pages(n: int, firsts: int = 0) -> dict[str, bool]:
    return {f"/list?page={i}": i < firsts for i in range(n)}


def changing(every_s: dict[str, float]) -> PlanAlone:
    """Pages that change at equal distances."""
    seen: dict[str, int] = {}

    def answer(now: float, request: Request) -> dict[str, Any]:
        every = every_s.get(request.url.removeprefix(HOST), 1e12)
        count = int(now / every)
        before = seen.get(request.url, count)
        seen[request.url] = count
        return {"changes": int(count != before)}

    return PlanAlone(answer)


def still(now: float, request: Request) -> dict[str, Any]:
    return {}


def test_every_page_is_visited_again_and_never_more_than_the_budget_allows() -> None:
    """360 visits an hour: none sooner than ten seconds after the one before."""
    alone = PlanAlone(still).open(pages(100)).run(7_200)
    times = [at for at, _ in alone.asked]
    assert 350 <= sum(at > times[-1] - 3_600 for at in times) <= 361
    assert 100 == len({request.url for _, request in alone.asked})
    assert all(later - at > 9.9 for at, later in pairwise(times))
    assert {"revisit"} == {request.reason for _, request in alone.asked}


def test_what_changes_often_is_visited_more_often_than_what_stands_still() -> None:
    alone = changing({"/list?page=1": 1_200.0}).open(pages(50)).run(6 * HOURS)
    visits = Counter(request.url for _, request in alone.asked)
    rest = sorted(visits[f"{HOST}/list?page={i}"] for i in range(2, 50))
    assert visits[f"{HOST}/list?page=1"] > 2 * rest[len(rest) // 2]
    assert rest[0] >= 1


def test_the_first_pages_get_more_of_the_budget_when_they_bring_more() -> None:
    """Five of fifty are first pages; new objects come in there, or not at all."""
    share = {}
    for every in (600.0, 1e12):
        alone = changing({f"/list?page={i}": every for i in range(5)})
        alone.open(pages(50, firsts=5)).run(3 * HOURS)
        late = [request.url for _, request in alone.asked[len(alone.asked) // 2 :]]
        firsts = [url for url in late if int(url.partition("=")[2]) < 5]
        share[every] = 2 * len(firsts) / len(alone.asked)
    assert share[600.0] > 1.5 * share[1e12]
    assert share[1e12] >= 0.09


def test_a_page_that_says_it_is_as_it_was_costs_a_condition_and_teaches_that_it_stands() -> None:
    def answer(now: float, request: Request) -> dict[str, Any]:
        if request.etag:
            return {"outcome": "not_modified", "status": 304, "objects": [], "changes": None}
        return {"etag": '"1"', "modified": "Thu, 01 Jan 2026 00:00:00 GMT"}

    alone = PlanAlone(answer).open(pages(10)).run(3_600)
    again = [request for _, request in alone.asked[10:]]
    assert {('"1"', "Thu, 01 Jan 2026 00:00:00 GMT")} == {(r.etag, r.modified) for r in again}
    assert all(page.evidence.n_same > 0 for page in alone.plan.visits)


def test_more_of_what_is_new_is_looked_for_on_the_next_pages() -> None:
    """The first page has five new objects and leads to a second that nobody had asked for."""

    def answer(now: float, request: Request) -> dict[str, Any]:
        new = request.url.endswith("page=0") and now > 2_000
        links = [FoundLink(url=f"{HOST}/further", role="pager")] if new else []
        return {"objects": shows("new" if new else request.url), "links": links}

    alone = PlanAlone(answer).open(pages(5, firsts=1)).run(3_600)
    assert f"{HOST}/further" in {request.url for _, request in alone.asked}


@pytest.mark.parametrize("outcome", ["refused", "timeout", "busy"])
def test_a_site_that_is_away_is_waited_for_and_watched_when_it_is_back(outcome: str) -> None:
    def answer(now: float, request: Request) -> dict[str, Any]:
        away = 3_000 < now < 9_000
        return {"outcome": outcome, "status": 0, "objects": []} if away else {}

    alone = PlanAlone(answer).open(pages(20)).run(20_000)
    assert {"watch", "waiting"} <= {status.phase for status in alone.statuses}
    assert "watch" == alone.plan.head.phase
    assert all(page.n_failed == 0 for page in alone.plan.visits)
    assert [at for at, request in alone.asked if at > 15_000]


def test_a_page_that_is_not_there_any_more_is_given_up() -> None:
    def answer(now: float, request: Request) -> dict[str, Any]:
        lost = request.url.endswith("=7")
        return {"status": 404, "came_back": "error", "objects": []} if lost else {}

    alone = PlanAlone(answer).open(pages(20)).run(7_200)
    assert 19 == len(alone.plan.visits)


def test_errors_and_empty_answers_teach_nothing_of_change() -> None:
    def answer(now: float, request: Request) -> dict[str, Any]:
        empty = {"came_back": "no_match", "empty": True, "objects": []}
        return empty if int(now) % 2 else {"status": 500, "came_back": "error", "objects": []}

    alone = PlanAlone(answer, {"failures": 10_000}).open(pages(5)).run(3_600)
    assert [0.0] * 5 == [page.evidence.n_visits for page in alone.plan.visits]


def test_what_is_stored_is_what_was_learned() -> None:
    """A plan that is opened from its parts before each record does the same, request by request."""
    runs = []
    for forgetful in (False, True):
        alone = changing({"/list?page=1": 900.0})
        alone.forgetful = forgetful
        alone.open(pages(3 * LATELY, firsts=2)).run(7_200)
        runs.append(([(at, r.number, r.url) for at, r in alone.asked], alone.view.stored))
    assert runs[0][0] == runs[1][0]
    assert runs[0][1].keys() == runs[1][1].keys()


def test_watching_ends_when_nobody_wants_it_and_begins_again() -> None:
    alone = PlanAlone(still).open(pages(5)).run(600)
    for watch, phase in ((False, "parked"), (True, "watch")):
        settings = settings_of({"watch": watch, "delay_s": 1.0, "revisits": 360.0})
        alone.handle(SiteAdded(site=SITE, url=f"{HOST}/", settings=settings, at=alone.now))
        assert phase == alone.plan.head.phase


@pytest.mark.parametrize(("most", "phase"), [(90, "watch"), (91, "harvest")])
def test_a_crawl_that_is_started_again_goes_on_where_its_budget_is_spent_or_raised(
    most: int, phase: str
) -> None:
    alone = PlanAlone(still).open(pages(5)).run(600)
    head = alone.plan.head
    head.queries, head.reason = 90, "the budget of 90 queries is spent"
    settings = settings_of({"watch": True, "delay_s": 1.0, "max_queries": most})
    alone.handle(SiteAdded(site=SITE, url=f"{HOST}/", settings=settings, at=alone.now))
    assert phase == alone.plan.head.phase


def test_a_visit_is_sent_at_most_one_tick_before_its_time() -> None:
    """Else it would count as a request that nobody answers."""
    alone = PlanAlone(still, {"revisits": 1.0}).open(pages(3)).run(8 * 3_600)
    assert 4 <= len(alone.asked) <= 8
    assert all(r.not_before - alone.now <= VISIT_AHEAD_S for r in alone.waiting)
