"""Laws of a site that has stopped and is added again: what the operator changed since is obeyed."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from upwell.streams.records import Change, Request, SiteStatus

from .ring import Answer, Ring, library
from .test_browsing import Shelved

WALL = b"""<h1>Sign in</h1><form method=post action=/login><input name=user>
<input type=password name=password><button>Sign in</button></form>"""
TEMPLATE = "http://library.example/search?q={query}"


def found(ring: Ring) -> set[str]:
    return {change.id for change in ring.of(Change)}


@cache
def undisturbed() -> set[str]:
    """What a crawl finds that has its budget and its ways in from the start."""
    return found(Ring().open(max_pages=160))


def requests(ring: Ring) -> list[Request]:
    return list(ring.of(Request))


@pytest.mark.parametrize("first", [3, *(pytest.param(n, marks=pytest.mark.e2e) for n in (1, 30))])
def test_a_raised_budget_goes_on_wherever_it_was_spent(first: int) -> None:
    ring = Ring().open(max_pages=first)
    assert "parked" == ring.of(SiteStatus)[-1].phase
    ring.open(max_pages=160)
    assert len(found(ring)) >= 0.95 * len(undisturbed())


def test_the_same_again_asks_nothing() -> None:
    ring = Ring().open(max_pages=160)
    before = len(requests(ring))
    ring.open(max_pages=160)
    assert before == len(requests(ring))


@pytest.mark.parametrize("changed", [{}, {"template": TEMPLATE}])
def test_a_way_in_that_is_given_later_is_taken(changed: dict[str, Any]) -> None:
    """A template, or cookies that open a wall, of which plan knows nothing."""
    closed = True

    def web(url: str) -> Answer:
        if changed and "/search" not in url:
            return "ok", 200, b"<p>Our catalogue is asked elsewhere."
        return ("ok", 200, WALL) if closed and not changed else library(url)

    ring = Ring(web).open(max_pages=160)
    assert not found(ring)
    closed = False
    ring.open(max_pages=160, **changed)
    assert len(found(ring)) >= 0.9 * len(undisturbed())


def test_a_form_that_robots_txt_closed_is_asked_when_that_is_lifted() -> None:
    closed = True

    def web(url: str) -> Answer:
        return ("robots", 0, b"") if "/search" in url and closed else library(url)

    ring = Ring(web).open(max_pages=160)
    assert not found(ring)
    closed = False
    ring.open(max_pages=160)
    assert len(found(ring)) >= 0.9 * len(undisturbed())


def test_a_form_that_robots_txt_closed_is_said_where_lists_were_followed() -> None:
    shelved = Shelved(60)

    def web(url: str) -> Answer:
        return ("robots", 0, b"") if "/search" in url else shelved(url)

    ring = Ring(web).open(max_pages=160)
    assert 60 == len(found(ring))
    assert "--ignore-robots library.example" in ring.of(SiteStatus)[-1].reason
    ring.open(max_pages=160)
    assert 1 == ring.of(SiteStatus)[-1].reason.count("--ignore-robots")


@pytest.mark.parametrize("first", [{"max_pages": 60}, {"max_pages": 400}])
def test_a_question_that_is_given_later_is_asked(first: dict[str, Any]) -> None:
    ring = Ring(Shelved(60)).open(**first)
    ring.open(max_pages=600, queries=["marigold"])
    assert "marigold" in [request.query for request in requests(ring)]


@pytest.mark.parametrize("first", ["no", "sample"])
def test_own_pages_that_are_wanted_later_are_opened(first: str) -> None:
    ring = Ring(Shelved(60)).open(max_pages=600, details=first)
    ring.open(max_pages=600, details="all")
    assert 60 <= len([request for request in requests(ring) if request.reason == "detail"])
