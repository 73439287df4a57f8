"""Laws of objects that are gone: looked for where they have to be, twice, and by nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from upwell.streams.records import FoundObject, Missing, Request

from .planned import HOST, SITE, PlanAlone

LOST, OWN = "00000000000000aa", f"{HOST}/item/7"
LIST = {f"/list?page={i}": False for i in range(3)}
Differs = dict[str, Any]


def missed(own: str | None = OWN) -> Missing:
    return Missing(site=SITE, id=LOST, page_url=f"{HOST}/list?page=1", at=1_000.0, url=own)


def looked_for(answer: Any, own: str | None = OWN, seconds: float = 3_600.0) -> PlanAlone:
    """An object was missed on a page, and an hour passes."""
    alone = PlanAlone(answer).open(LIST)
    alone.handle(missed(own))
    return alone.run(seconds)


def own_page(**differs: Any) -> Any:
    """What its own page answers; other pages show what they showed."""

    def answer(now: float, request: Request) -> Differs:
        return {"objects": [], **differs} if request.url == OWN else {}

    return answer


@pytest.mark.parametrize("status", [404, 410])
def test_an_object_whose_own_page_is_gone_twice_is_gone(status: int) -> None:
    alone = looked_for(own_page(status=status, came_back="error"))
    asked = [at for at, request in alone.asked if request.url == OWN]
    assert [LOST] == [gone.id for gone in alone.gone]
    assert 2 == len(asked) == alone.gone[0].n_missed
    assert asked[1] - asked[0] >= 60
    assert str(status) in alone.gone[0].why


@pytest.mark.parametrize(
    "differs",
    [
        {"status": 200},
        {"status": 403, "came_back": "block"},
        {"status": 500, "came_back": "error"},
        {"outcome": "timeout", "status": 0},
        {"outcome": "too_large", "status": 200},
    ],
)
def test_an_object_is_not_gone_by_anything_else(differs: Differs) -> None:
    """By an answer, a block, an error, an outage, a page that cannot be read."""
    assert [] == looked_for(own_page(**differs)).gone


@pytest.mark.parametrize(("matches", "n_gone"), [(15, 1), (16, 0)])
def test_an_own_page_that_leads_home_leaves_it_to_the_list(matches: int, n_gone: int) -> None:
    """The whole list lacks the object, or it is cut and says nothing."""

    def answer(now: float, request: Request) -> Differs:
        if request.url == OWN:
            return {"objects": [], "final_url": f"{HOST}/", "came_back": "error"}
        return {"matches": matches}

    assert n_gone == len(looked_for(answer).gone)


def test_an_object_that_is_back_when_it_is_looked_for_again_was_never_gone() -> None:
    def answer(now: float, request: Request) -> Differs:
        if request.url != OWN:
            return {}
        return {"status": 404, "objects": []} if now < 1_030 else {"objects": []}

    alone = looked_for(answer)
    assert [] == alone.gone
    assert 0 == len(alone.plan.suspects)


def test_an_object_that_another_page_shows_is_not_looked_for_any_more() -> None:
    def answer(now: float, request: Request) -> Differs:
        if request.url == OWN:
            return {"status": 404, "objects": []}
        return {"objects": [FoundObject(id=LOST)]} if request.url.endswith("=2") else {}

    assert [] == looked_for(answer).gone


def test_nothing_is_gone_while_no_other_page_is_read() -> None:
    """A site that answers 404 to everything has lost its way, not its objects."""
    alone = looked_for(lambda now, request: {"status": 404, "came_back": "error", "objects": []})
    assert [] == alone.gone


def whole(now: float, request: Request) -> Differs:
    return {"matches": 15}


def test_an_object_without_a_page_of_its_own_is_gone_when_its_whole_list_lacks_it() -> None:
    alone = looked_for(whole, own=None)
    assert [LOST] == [gone.id for gone in alone.gone]
    assert "3 pages of its list" in alone.gone[0].why


@pytest.mark.parametrize(
    "differs",
    [{"matches": 16}, {"matches": 15, "model_version": 2}, {"matches": 15, "cluster": 4}],
)
def test_a_list_that_is_cut_or_read_otherwise_says_nothing(differs: Differs) -> None:
    def answer(now: float, request: Request) -> Differs:
        return differs

    assert [] == looked_for(answer, own=None).gone


def test_pages_are_visited_while_an_object_waits_to_be_looked_for_again() -> None:
    """All pages of a small site are under way, and the second look is a minute off."""
    visits = []
    for looked in (True, False):
        answer = own_page(status=404, came_back="error")
        alone = PlanAlone(answer, {"revisits": 3_600.0}).open(LIST)
        if looked:
            alone.handle(missed())
        alone.run(60)
        visits.append(sum(request.url != OWN for _, request in alone.asked))
    assert visits[0] > 0.8 * visits[1] > 0


def test_who_is_looked_for_is_stored() -> None:
    """Plan, opened from its parts before each record, finds the same."""
    runs = []
    for forgetful in (False, True):
        alone = PlanAlone(own_page(status=404, came_back="error"), forgetful=forgetful).open(LIST)
        alone.handle(missed())
        alone.run(600)
        runs.append([(gone.id, gone.at) for gone in alone.gone])
    assert runs[0] == runs[1] != []


def test_the_slot_of_the_budget_that_a_look_takes_is_stored() -> None:
    """Opened anew before each record, plan asks for the same pages at the same times."""
    lists, runs = {f"/list?page={i}": False for i in range(3)}, []
    for forgetful in (False, True):
        answer = own_page(status=404, came_back="error")
        alone = PlanAlone(answer, {"revisits": 3_600.0}, forgetful=forgetful).open(lists)
        for n in range(12):
            alone.handle(msgspec.structs.replace(missed(f"{HOST}/item/{n}"), id=f"{n:016x}"))
        runs.append([(at, request.url) for at, request in alone.run(600).asked])
    assert runs[0] == runs[1]
    assert 12 == len({url for _, url in runs[0]} - {f"{HOST}{one}" for one in lists})
