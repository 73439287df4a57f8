"""Laws of own pages of objects that are visited again: what they alone show is watched as well."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import pytest

from upwell.agents.plan.params import LISTED, VISITED
from upwell.streams.records import Change, Request
from upwell.streams.web.outcomes import NOT_MODIFIED, OK

from ..test_own_pages import shop
from .living import Reply, Watched
from .planned import HOST, PlanAlone

_ITEM = re.compile(r"/item/(\w+)-(\d+)$")
HOUR = 3_600.0


class Shop:
    """A shop whose records say more on their own pages, where it can change or end."""

    def __init__(self) -> None:
        self.moved: set[str] = set()  # paths of records that are printed elsewhere by now
        self.ended: set[str] = set()

    def __call__(self, now: float, request: Request) -> Reply:
        path = urlsplit(request.url).path
        if path in self.ended:
            return Reply(OK, 404, b"<html><body><h1>Not found</h1><p>There is no such page.")
        outcome, status, html = shop(request.url)
        if path in self.moved:
            html = re.sub(rb"<dt>Place</dt><dd>[^<]*", b"<dt>Place</dt><dd>Port Elsewhere", html)
        for ended in self.ended:
            row = rb'<li(?:(?!</li>).)*"%s"(?:(?!</li>).)*</li>' % re.escape(ended).encode()
            html = re.sub(row, b"", html, flags=re.DOTALL)
        return Reply(outcome, status, html)


def harvested(forgetful: bool = False) -> tuple[Shop, Watched]:
    web = Shop()
    ring = Watched(web, forgetful=forgetful, max_queries=8, details="sample", revisits=2_400.0)
    return web, ring.harvest()


def own_paths(ring: Watched) -> list[str]:
    """Own pages that were read, in the order of their objects' ids."""
    last = {one.id: one for one in ring.of(Change)}
    return [
        urlsplit(last[id_].url or "").path for id_ in sorted(last) if last[id_].fields.get("place")
    ]


def test_what_the_own_page_alone_shows_is_told_when_it_changes_and_nothing_else() -> None:
    web, ring = harvested()
    ring.run(1.2 * HOUR)
    assert [] == [(one.event, one.before) for one in ring.news if one.event != "corrected"]
    web.moved = set(own_paths(ring)[::5])
    ring.run(3 * HOUR)
    changed = [one for one in ring.news if one.event == "changed"]
    assert web.moved == {urlsplit(one.url or "").path for one in changed}
    assert len(web.moved) == len(changed) > 3
    assert {("place",)} == {tuple(one.before) for one in changed}
    assert {"Port Elsewhere"} == {one.fields["place"] for one in changed}
    assert {"changed"} == {one.event for one in ring.news} - {"corrected"}


def test_an_object_whose_own_page_is_not_there_twice_is_gone() -> None:
    web, ring = harvested()
    web.ended = set(own_paths(ring)[::7])
    ring.run(2 * HOUR)
    gone = [one for one in ring.news if one.event == "gone"]
    assert web.ended == {urlsplit(one.url or "").path for one in gone}
    assert {"gone"} == {one.event for one in ring.news} - {"corrected"}


def test_what_is_decoded_anew_after_each_record_visits_the_same() -> None:
    runs = []
    for forgetful in (False, True):
        web, ring = harvested(forgetful)
        web.moved = set(own_paths(ring)[:3])
        ring.run(0.2 * HOUR)
        runs.append([(at, one.url, one.object_id) for at, one in ring.asked])
    assert runs[0] == runs[1]
    assert any(id_ for _, _, id_ in runs[0])


LIST = {f"/list?page={n}": n == 0 for n in range(4)}


def watched(answer: Any, n_own: int = 3, **settings: Any) -> PlanAlone:
    """Lists, and own pages of objects that are visited as well."""
    alone = PlanAlone(answer, settings).open(
        {**LIST, **{f"/item/{n}": False for n in range(n_own)}}
    )
    plan = alone.plan
    for page in plan.visits:
        if "/item/" in page.url:
            page.object_id, page.n_objects, page.kind = f"{hash(page.url) & 0xFFFFFFFF:016x}", 0, 9
            plan.visits.change(page)
    plan.save(alone.view)
    return alone


def own(**differs: Any) -> Any:
    def answer(now: float, request: Request) -> dict[str, Any]:
        said = {"objects": [], "columns": [["a"]], "cluster": 9, "came_back": "answer"}
        return {**said, **differs} if "/item/" in request.url else {}

    return answer


def test_an_own_page_is_asked_for_as_the_page_of_its_object() -> None:
    alone = watched(own()).run(HOUR)
    asked = {request.url: request.object_id for _, request in alone.asked}
    assert {f"{HOST}/item/{n}" for n in range(3)} <= asked.keys()
    assert all(bool(id_) == ("/item/" in url) for url, id_ in asked.items())


@pytest.mark.parametrize(
    ("differs", "n_gone"),
    [
        ({"status": 404, "came_back": "error", "columns": None}, 3),
        ({"status": 410, "came_back": "error", "columns": None}, 3),
        ({"status": 500, "came_back": "error", "columns": None}, 0),
        ({"status": 403, "came_back": "block", "columns": None}, 0),
        ({"columns": None}, 0),
        ({"outcome": NOT_MODIFIED, "status": 304, "columns": None}, 0),
        ({}, 0),
    ],
)
def test_only_a_page_that_is_not_there_says_that_an_object_is_gone(
    differs: dict[str, Any], n_gone: int
) -> None:
    alone = watched(own(**differs), failures=10_000).run(HOUR)
    assert n_gone == len({gone.id for gone in alone.gone})
    assert {2} >= {gone.n_missed for gone in alone.gone}


def test_own_pages_leave_the_visits_for_what_is_new_to_the_lists() -> None:
    """However many there are."""
    shares = []
    for n_own in (0, 400):
        alone = watched(own(changes=0), n_own, revisits=3_600.0).run(HOUR)
        first = sum(request.url.endswith("page=0") for _, request in alone.asked)
        shares.append(first / len(alone.asked))
    assert shares[1] > 0.5 * shares[0]


def test_room_for_pages_of_lists_is_left() -> None:
    assert 0 < LISTED < VISITED
