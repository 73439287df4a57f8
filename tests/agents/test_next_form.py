"""Laws of several forms: where the surest brings nothing, the next one is asked from the start."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from upwell.agents.plan.credit import forget_objects
from upwell.agents.plan.phases import leave_learning
from upwell.agents.plan.state import Head, Plan
from upwell.models.queries.pool import object_hash
from upwell.streams.records import Change, FoundForm, Request, SiteStatus

from .paged import Paged
from .ring import Answer, Ring

WRONG = '<form action="/help/find" role="search"><input type="search" name="find">Search</form>'
HELP = "<html><body><h1>Help</h1><p>Three pages may be of use.</p>{}</body></html>"


class TwoForms(Paged):
    """The first form of every page finds the same three pages of help, whatever is asked."""

    def __call__(self, url: str) -> Answer:
        if "/help/find" in url:
            self.asked.append(url)
            links = "".join(f'<p><a href="/help/{n}">page {n}</a></p>' for n in ("a", "b", "c"))
            return "ok", 200, HELP.format(links).encode()
        outcome, status, html = super().__call__(url)
        return outcome, status, html.replace(b"<body>", b"<body>" + WRONG.encode())

    def find(self, query: str) -> list[int]:
        drawn = sum(map(ord, query))
        return [n for n in range(self.n) if (n + drawn) % 11 == 0] if 0 < len(query) < 9 else []


@pytest.fixture(scope="module")
def ring() -> Ring:
    return Ring(TwoForms(200)).open(max_pages=500, max_queries=400)


def test_the_second_form_is_asked_as_if_it_were_the_first(ring: Ring) -> None:
    last = ring.of(SiteStatus)[-1]
    assert last.template == "http://library.example/search?q={query}"
    assert 0.98 * 200 <= len({change.id for change in ring.of(Change)})
    asked = {
        way: [r.query for r in ring.of(Request) if way in r.url and r.query is not None]
        for way in ("/help/find", "/search")
    }
    assert set(asked["/help/find"][:10]) <= set(asked["/search"])


def test_a_form_that_brings_nothing_is_left_before_all_words_were_asked(ring: Ring) -> None:
    assert len([r for r in ring.of(Request) if "/help/find" in r.url]) <= 130


@pytest.mark.e2e
def test_what_the_first_form_taught_is_forgotten_for_good() -> None:
    rings = [
        Ring(TwoForms(200), forgetful=forgetful).open(max_pages=160, max_queries=400)
        for forgetful in (False, True)
    ]
    asked = [[request.url for request in ring.of(Request)] for ring in rings]
    assert asked[0] == asked[1]
    assert 40 <= sum("/search" in url for url in asked[0])


def test_a_form_whose_only_objects_were_withdrawn_has_brought_none() -> None:
    """A first model takes what stands on a page of help for an object."""
    forms = [
        FoundForm(
            template=f"http://s/{at}?q={{query}}",
            method="get",
            action="",
            query_field="q",
            score=1.0,
        )
        for at in ("help", "find")
    ]
    head = Head("http://s/", {}, phase="learn", then="harvest", told=True, model_version=2)
    plan = Plan("s", head)
    head.forms, head.form = forms, forms[0]
    plan.pool.fold_answer("red", [(object_hash("a"), ["red"])])
    forget_objects(plan, ["a"])
    leave_learning(plan)
    assert ("probe", forms[1]) == (head.phase, head.form)


class FarAway(Paged):
    """The form stands on one page alone, two links away behind many others."""

    way = ("/", "/a", "/z/last")
    others = "".join(f'<a href="/{letter}/">{letter}</a> ' for letter in "bcdefghijkl")

    def __call__(self, url: str) -> Answer:
        outcome, status, html = super().__call__(url)
        path = urlsplit(url).path
        if path == "/search":
            return outcome, status, html
        html = html.replace(b'<form action="/search">', b"<form>").replace(b' name="q"', b"")
        if path in self.way[:-1]:
            onward = self.way[self.way.index(path) + 1]
            onward = f'{self.others * (path == "/")}<a href="{onward}">Further</a>'
            html = html.replace(b"<h1>", f"{onward}<h1>".encode())
        if path == self.way[-1]:
            html = html.replace(b"<form>", b'<form action="/search"><input type=search name=q>')
        return outcome, status, html

    def find(self, query: str) -> list[int]:
        drawn = sum(map(ord, query))
        return [n for n in range(self.n) if (n + drawn) % 11 == 0] if 0 < len(query) < 9 else []


def test_a_form_of_a_page_that_was_opened_as_a_list_is_asked_where_none_was_found() -> None:
    ring = Ring(FarAway(60)).open(max_pages=400, max_queries=300)
    assert 0.98 * 60 <= len({change.id for change in ring.of(Change)})


def test_with_browsing_alone_no_form_is_asked() -> None:
    ring = Ring(FarAway(60)).open(max_pages=100, browse_only=True)
    assert [] == [request for request in ring.of(Request) if request.query is not None]
