"""Laws of a search that is watched: its events are what happened to its list, and nothing else."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from upwell.models.change.rounds.list_events import events_between, list_after
from upwell.sources.kinds.grammar import Grammar
from upwell.sources.site import Course
from upwell.streams.records import Change, Finding, Request, Seen
from upwell.streams.web.outcomes import OK, TIMEOUT

from .living import HOST, Reply, Watched
from .searched import Searched, events_of, last_status, run_steps, watching

FAMILIES = ("shop", "jobs", "people", "timetable")  # with pages of their own
# One stands for all in what everybody runs, the others with the long proofs.
ONE_OF_THEM = ["jobs", *(pytest.param(f, marks=pytest.mark.e2e) for f in FAMILIES if f != "jobs")]


def lists_of(ring: Watched, living: Searched) -> list[list[int]]:
    """The list of the search after each round that told something, by the events alone."""
    found: list[list[int]] = []
    standing: list[str] = []
    events = events_of(ring, living)
    for number in sorted(events):
        standing = list_after(standing, events[number])
        found.append([int(one) for one in standing])
    return found


@pytest.mark.parametrize("family", ONE_OF_THEM)
def test_the_events_are_what_happened_to_the_list(family: str) -> None:
    """One record goes, one comes and one says something else, twenty times."""
    living = Searched(family)
    ring = watching(living)
    run_steps(ring, living)
    assert all(list_ in lists_of(ring, living) for list_ in living.lists)
    names = [[], *([str(n) for n in one] for one in living.lists)]
    steps = [events_between(before, after) for before, after in pairwise(names)]
    expected = sorted(one.event for step in steps for one in step)
    told = sorted(one.event for events in events_of(ring, living).values() for one in events)
    assert expected == told
    assert told.count("left") == living.steps


@pytest.mark.parametrize("family", ["jobs", "news"])
def test_what_stands_still_is_silent_while_the_list_turns_under_our_hands(family: str) -> None:
    """The steps are taken between two pages of a round."""
    living = Searched(family, at_page=2, steps=8)
    ring = watching(living)
    run_steps(ring, living)
    assert living.lists[-1] == lists_of(ring, living)[-1]
    told = [one for events in events_of(ring, living).values() for one in events]
    left = [one.id for one in told if one.event == "left"]
    entered = [one.id for one in told if one.event == "entered"]
    assert len(set(left)) == len(left) == living.steps
    assert len(set(entered)) == len(entered) == len(living.lists[0]) + living.steps


def test_what_changes_and_moves_to_another_page_of_the_list_at_once_is_told() -> None:
    """All pages of a round say what its records say to one question."""
    living = Searched("jobs", steps=0)
    ring = watching(living)
    ring.run(30)
    first, moving = living.standing()[0], living.standing()[living.site.pages.family.per_page]
    grammar = Grammar(living.records[moving].kind, living.language, 1)
    living.plant("change", grammar.redrawn(living.records[moving], "value", random.Random(1)))
    living.plant("remove", living.records[first])
    ring.run(30)
    changed = [one for one in ring.of(Change) if one.event == "changed"]
    assert [moving] == [living.record_of(one) for one in changed]


def test_a_search_costs_few_requests_before_its_first_object() -> None:
    for family in FAMILIES:
        ring = watching(Searched(family))
        for _ in ring.steps():
            if ring.of(Change):
                break
        assert len(ring.asked) <= 15


def test_nothing_but_the_search_is_told_or_visited() -> None:
    """What answers to other questions show, which were asked for the templates, is nobody's."""
    living = Searched("shop", steps=2)
    ring = watching(living)
    run_steps(ring, living)
    listed = {number for one in living.lists for number in one}
    told = {living.record_of(change) for change in ring.of(Change)}
    assert listed == told
    asked = {request.reason for _, request in ring.asked}
    assert asked <= {"discover", "query", "nonsense", "page", "probe", "round", "look"}
    assert all(seen.query == living.query for seen in ring.of(Seen))


def test_what_is_stored_is_enough() -> None:
    """Plan, analyse and watch, opened from their parts before each record, tell the same."""
    runs = []
    for forgetful in (False, True):
        living = Searched("jobs", steps=2)
        ring = watching(living, forgetful)
        run_steps(ring, living)
        runs.append([(c.id, c.version, c.event, c.place, c.search) for c in ring.of(Change)])
    assert runs[0] == runs[1] != []


def told_of_objects(ring: Watched) -> list[tuple[str, int]]:
    """All events but those of the site's health."""
    return [(c.id, c.version) for c in ring.of(Change) if c.event != "health"]


FAULTS: dict[str, Reply] = {
    "timeout": Reply(TIMEOUT),
    "error": Reply(OK, 500, b"<h1>Internal error</h1>"),
    "block": Reply(OK, 403, b"<h1>Forbidden</h1><p>You have been blocked."),
    "log in": Reply(OK, 200, b"<form><input name=u><input type=password name=p></form>"),
    "nothing": Reply(OK, 200, b""),
    "another page": Reply(OK, 200, b"<h1>Welcome</h1><p>We have moved our shop to a new home."),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("page", [1, 2])
def test_a_fault_says_nothing(fault: str, page: int) -> None:
    """Pages fail for ten minutes: none has left, entered or moved, and then it goes on."""
    living = Searched("jobs", steps=0)
    ring = watching(living, revisits=600.0)
    n_round = 0

    def weather(now: float, request: Request) -> Reply | None:
        nonlocal n_round
        if request.reason == "round":
            n_round = 1 if request.url == ring.asked[1][1].url else n_round + 1
        bad = 100 <= now < 700 and request.reason == "round" and n_round == page
        return FAULTS[fault] if bad else None

    ring._weather = weather
    ring.run(99)
    before, rounds = told_of_objects(ring), last_status(ring).searches[0].rounds
    ring.run(900)
    assert before == told_of_objects(ring)
    status = last_status(ring)
    assert (len(living.lists[0]), "") == (status.searches[0].n_objects, status.searches[0].why)
    assert status.searches[0].rounds > rounds + 5
    assert status.phase == "watch"


def test_that_nothing_matches_is_believed_when_it_is_said_again_and_again() -> None:
    living = Searched("jobs", steps=0)
    ring = watching(living)
    ring.run(50)
    nonsense = next(one for _, one in ring.asked if one.reason == "nonsense")

    def weather(now: float, request: Request) -> Reply | None:
        if request.reason == "round" and now >= 60:
            return living(now, nonsense)
        return None

    ring._weather = weather
    ring.run(100)
    assert [] == [change for change in ring.of(Change) if change.event == "left"]
    assert "nothing matches" in last_status(ring).searches[0].why
    ring.run(200)
    assert len(living.lists[0]) == sum(change.event == "left" for change in ring.of(Change))


@pytest.mark.parametrize("family", [pytest.param("shop", marks=pytest.mark.e2e), "jobs"])
def test_a_redesign_moves_nothing(family: str) -> None:
    """The pages are learned anew, and the list goes on as it was."""
    living = Searched(family, steps=0)
    living.site._course = Course(redesign_after_s=60.0)
    ring = watching(living, revisits=900.0)
    ring.run(50)
    n_told = sum(map(len, events_of(ring, living).values()))
    ring.run(800)
    assert n_told == len(living.lists[0])
    assert n_told == sum(map(len, events_of(ring, living).values()))
    assert last_status(ring).searches[0].at > 700


def settings(**given: Any) -> dict[str, Any]:
    return {"revisits": 3_600.0, "delay_s": 1.0, **given}


def test_the_address_of_an_answer_is_watched_whole() -> None:
    """Given as a search, or added as the site itself: with the arguments that it has."""
    living = Searched("jobs", steps=0)
    address = living.truth.search_url(living.query, sort=living.site.pages.family.rules.sorts[0])
    assert "?" in address
    ring = Watched(living, **settings(searches=[address]))
    ring.run(60)
    (search,) = last_status(ring).searches
    assert (address, len(living.lists[0])) == (search.url, search.n_objects)
    assert {address} == {c.search for c in ring.of(Change) if c.event == "entered"}
    assert living.query == next(c.query for c in ring.of(Change) if c.event == "entered")


def test_two_searches_are_watched_side_by_side() -> None:
    living = Searched("jobs", steps=0)
    words = sorted({w for r in living.records.values() for w in r.title.split() if w.isalpha()})
    other = next(w for w in words if 5 < len(living.truth.matching(w)) < 15 and w != living.query)
    ring = Watched(living, **settings(searches=[living.query, other]))
    ring.run(120)
    first, second = last_status(ring).searches
    assert len(living.truth.matching(other)) == second.n_objects
    assert len(living.lists[0]) == first.n_objects
    assert min(first.rounds, second.rounds) > 5


def test_rounds_keep_to_the_budget_of_visits() -> None:
    living = Searched("jobs", steps=0)
    ring = Watched(living, **settings(searches=[living.query], revisits=360.0))
    ring.run(1_000)
    rounds = [at for at, request in ring.asked if request.reason == "round"]
    assert 75 <= len(rounds) <= 105


def test_the_finding_of_a_page_has_its_objects_in_their_order() -> None:
    living = Searched("jobs", steps=0)
    ring = watching(living)
    ring.run(30)
    numbers = {change.id: living.record_of(change) for change in ring.of(Change)}
    pages = [f for f in ring.of(Finding) if f.reason == "round"][:3]
    assert living.lists[0] == [numbers[one.id] for page in pages for one in page.objects]
    assert all(page.url.startswith(HOST) for page in pages)
