"""Laws of browsing: lists that can be had without a question come first, and ask none."""

from __future__ import annotations

from typing import Any

import pytest

from upwell.agents.plan.answers import fold_finding
from upwell.agents.plan.choosing.browse import best_link, open_link
from upwell.agents.plan.params import ASKING
from upwell.agents.plan.state import Head, Plan
from upwell.streams.records import (
    Change,
    Finding,
    FoundForm,
    FoundLink,
    FoundObject,
    Request,
    SiteStatus,
)

from .paged import PAGE, Paged, page_of
from .ring import Answer, Ring

MENU = '<ul class="menu"><li><a href="/shelf">Shelf</a></li><li><a href="/help">Help</a></li></ul>'


class EmptyLists(Paged):
    """The form sent empty lists everything, page after page."""

    def find(self, query: str) -> list[int]:
        return super().find(query) if query else list(range(self.n))


class Shelved(Paged):
    """A page behind the menu lists everything; the form sent empty says that it found nothing."""

    form = True

    def __call__(self, url: str) -> Answer:
        if "/shelf" in url:
            self.asked.append(url)
            start = int(url.partition("start=")[2] or 0)
            html = page_of(list(range(self.n)), start, "/shelf", "The shelf", start)
        else:
            html = super().__call__(url)[2]
        text = html.decode().replace('<div class="main">', f'{MENU}<div class="main">')
        if not self.form:
            text = text.replace('<form action="/search">', "").replace("<input", "<i")
        return "ok", 200, text.encode()


class Formless(Shelved):
    """The same, and nowhere a form."""

    form = False


@pytest.fixture(scope="module", params=[EmptyLists, Shelved])
def browsed(request: pytest.FixtureRequest) -> Ring:
    return Ring(request.param(240)).open(max_pages=400)


def test_a_list_of_everything_is_followed_before_anything_is_asked(browsed: Ring) -> None:
    requests = browsed.of(Request)
    first = next(r.number for r in requests if r.query is not None)
    assert 240 // PAGE <= first <= 240 // PAGE + 20
    assert 240 == len({change.id for change in browsed.of(Change)})


def test_browsing_asks_no_question(browsed: Ring) -> None:
    asked = [request for request in browsed.of(Request) if request.query is not None]
    last = browsed.of(SiteStatus)[-1]
    assert len(asked) - len([r for r in asked if r.reason == "page"]) == last.queries
    assert all("q=" not in r.url.rstrip("=") or "q=&" in r.url or r.url.endswith("q=")
               for r in browsed.of(Request) if r.reason == "browse")  # fmt: skip


def test_a_site_whose_list_was_browsed_whole_is_not_asked_much(browsed: Ring) -> None:
    asked = [request for request in browsed.of(Request) if request.query is not None]
    assert len(asked) <= 45
    assert "parked" == browsed.of(SiteStatus)[-1].phase


def test_a_site_without_a_form_is_browsed() -> None:
    ring = Ring(Formless(240)).open(max_pages=400)
    assert 240 == len({change.id for change in ring.of(Change)})
    assert {"browse"} == {request.reason for request in ring.of(Request)}


def test_browse_only_asks_nothing_though_there_is_a_form() -> None:
    ring = Ring(Shelved(240)).open(max_pages=400, browse_only=True)
    assert {"browse"} == {request.reason for request in ring.of(Request)}
    assert 240 == len({change.id for change in ring.of(Change)})


def test_no_browse_asks_at_once() -> None:
    ring = Ring(EmptyLists(240)).open(max_pages=60, browse=False)
    reasons = [request.reason for request in ring.of(Request)]
    assert ["discover", "probe"] == reasons[:2]
    assert "browse" not in reasons


def test_words_of_the_operator_are_asked_before_every_question_of_ours() -> None:
    ring = Ring(Shelved(240)).open(queries=["harbour", "violin"], max_pages=120)
    asked = [request.query for request in ring.of(Request) if request.query is not None]
    assert ["harbour", "violin"] == list(dict.fromkeys(asked))[:2]


def test_links_that_act_and_links_of_others_are_not_opened() -> None:
    class Harmful(Shelved):
        def __call__(self, url: str) -> Answer:
            links = '<a href="/basket/add?id=3">All</a><a href="/logout">Index</a>'
            links += '<a href="http://other.example/list">All of them</a>'
            links += '<a rel="nofollow" href="/everything">Everything</a>'
            outcome, status, html = super().__call__(url)
            return outcome, status, html.replace(b'<div class="top">', links.encode())

    ring = Ring(Harmful(60)).open(max_pages=80)
    opened = [request.url for request in ring.of(Request)]
    assert not [url for url in opened if "other" in url or "basket" in url or "logout" in url]
    assert not [url for url in opened if "everything" in url]


class Recommending(Shelved):
    """A box of every page leads to a few records; a record's page lists its copies."""

    box = '<div class="lately"><h3>{}</h3>{}</div>'

    def __call__(self, url: str) -> Answer:
        number = url.partition("/item/")[2].partition("/")[0]
        if number:
            self.asked.append(url)
            copies = "".join(
                f'<li class="copy"><a href="/item/{number}/copy/{n}">copy {n} of {number}</a>'
                f" in hall {n * int(number) % 17}, lent {n * 7 % 12} times</li>"
                for n in range(6)
            )
            page = f'<html><body><h1>Number {number}</h1><ul class="copies">{copies}</ul></html>'
            return "ok", 200, page.encode()
        outcome, status, html = super().__call__(url)
        first = sum(map(ord, url)) % (self.n - 5)
        links = "".join(f'<p><a href="/item/{n}">No. {n}</a></p>' for n in range(first, first + 5))
        text = html.decode().replace('<div class="foot">', f"{self.box}<div class='foot'>")
        return outcome, status, text.format("Seen lately", links).encode()


class Tabled(Recommending):
    """The same in a table beside a heading."""

    box = "<table><tr><th>{}</th></tr><tr><td>{}</td></tr></table>"


@pytest.mark.parametrize("site", [Recommending, Tabled])
def test_a_link_to_a_record_that_is_known_is_no_list(site: type[Recommending]) -> None:
    ring = Ring(site(240)).open(max_pages=400)
    opened = [request.url for request in ring.of(Request) if "/item/" in request.url]
    assert len(opened) <= 12  # before a model tells what a record is
    told = {change.id for change in ring.of(Change)}
    assert 240 <= len(told) <= 240 + 6 * len(opened)


def test_browsing_is_the_same_from_stored_state() -> None:
    settings = {"max_pages": 90, "queries": ["harbour"]}
    one = Ring(Shelved(120)).open(**settings)
    other = Ring(Shelved(120), forgetful=True).open(**settings)
    assert one.sent == other.sent


LETTERED = ["http://s/az/{}", "http://s/list.php?begin={}&view=1", "http://s/names/{}/"]


@pytest.mark.parametrize("address", LETTERED)
def test_what_a_later_reading_shows_on_a_list_speaks_for_links_of_its_kind(address: str) -> None:
    """The first reading of a page with a new model may still miss its list."""
    form = FoundForm(
        template="http://s/find?q={query}", method="get", action="", query_field="q", score=1.0
    )
    plan = Plan("s", Head(url="http://s/", settings={}, form=form))
    lettered = [address.format(letter) for letter in "abc"]
    links = [FoundLink(url=url, role="other", text=url[-1]) for url in lettered]
    assert open_link(plan, "http://s/index") is not None
    fold_finding(plan, _read("http://s/index", 1, links=links))
    assert open_link(plan, lettered[0]) is not None
    fold_finding(plan, _read(lettered[0], 2))
    objects = [FoundObject(id=f"{n:016x}", words=[f"w{n}"]) for n in range(9)]
    for url, number, found in [
        ("http://s/index", 1, []),
        (lettered[0], 2, []),
        (lettered[0], 2, objects),
    ]:
        fold_finding(plan, _read(url, number, objects=found, again=True, model_version=1))
    best = best_link(plan)
    assert best is not None
    assert ASKING < best.new
    sent = best.ask(plan)
    assert sent is not None
    assert lettered[1] == getattr(sent.record, "url", "")


def test_what_narrows_a_page_without_objects_comes_after_pages_like_it() -> None:
    form = FoundForm(
        template="http://s/find?q={query}", method="get", action="", query_field="q", score=1.0
    )
    plan = Plan("s", Head(url="http://s/", settings={"browse_only": True}, form=form))
    shelves = [f"http://s/list?shelf={name}" for name in "abc"]
    sorts = [f"{shelves[0]}&sort={name}" for name in ("name", "price")]
    assert open_link(plan, "http://s/index") is not None
    links = [FoundLink(url=url, role="other", text=url[-1]) for url in shelves]
    fold_finding(plan, _read("http://s/index", 1, links=links))
    assert open_link(plan, shelves[0]) is not None
    links = [FoundLink(url=url, role="other", text=url[-1]) for url in sorts]
    fold_finding(plan, _read(shelves[0], 2, links=links))
    for url, number in [("http://s/index", 1), (shelves[0], 2)]:
        fold_finding(plan, _read(url, number, again=True, model_version=1))
    opened = []
    while (best := best_link(plan)) is not None and (sent := best.ask(plan)) is not None:
        opened.append(getattr(sent.record, "url", ""))
    assert opened == [*shelves[1:], *sorts]


def _read(url: str, number: int, **more: Any) -> Finding:
    return Finding(
        site="s", seq=number, number=number, url=url, final_url=url, reason="browse",
        outcome="ok", at=1.0, **more,
    )  # fmt: skip


class Departments(Paged):
    """Nine links of the menu lead to one page each; the last is the list, and does not say so."""

    menu = tuple(f"/{name}" for name in "about contact hours news team press jobs terms".split())
    shelf = "/holdings"

    def __call__(self, url: str) -> Answer:
        if self.shelf in url:
            self.asked.append(url)
            start = int(url.partition("start=")[2] or 0)
            html = page_of(list(range(self.n)), start, self.shelf, "Holdings", start)
        else:
            html = super().__call__(url)[2]
        links = "".join(f'<li><a href="{at}">{at[1:].title()}</a></li>' for at in self.links())
        text = html.decode().replace('<div class="main">', f'<ul>{links}</ul><div class="main">')
        return "ok", 200, text.encode()

    def links(self) -> list[str]:
        return [*self.menu, self.shelf]

    def find(self, query: str) -> list[int]:
        return super().find(query)[:2]  # a question shows little


class Foldered(Departments):
    """Each in a folder of its own."""

    menu = tuple(f"{at}/index.html" for at in Departments.menu)
    shelf = "/holdings/page.html"


class Scripted(Departments):
    """Each by a script of its own."""

    menu = tuple(f"{at}.php?x=1" for at in Departments.menu)
    shelf = "/holdings.php"


@pytest.mark.parametrize("make", [Foldered, Scripted])
def test_every_class_of_the_menu_is_tried_before_anything_is_asked(make: type[Departments]) -> None:
    ring = Ring(make(120)).open(max_pages=300)
    first = next(r.number for r in ring.of(Request) if make.shelf in r.url)
    assert first <= 12
    assert 120 == len({change.id for change in ring.of(Change)})


FILES = ["/files/{}.pdf", "/export?id={}&as=csv", "/data/{}"]


@pytest.mark.parametrize("address", FILES)
def test_links_to_what_is_no_page_are_tried_once(address: str) -> None:
    class Filed(Shelved):
        def __call__(self, url: str) -> Answer:
            name = address.partition("{")[0]
            if name in url:
                self.asked.append(url)
                return "not_html", 200, b""
            outcome, status, html = super().__call__(url)
            links = "".join(f'<a href="{address.format(n)}">All of {n}</a>' for n in range(30))
            return outcome, status, html.replace(b'<div class="foot">', links.encode())

    ring = Ring(Filed(120)).open(max_pages=300)
    opened = [r.url for r in ring.of(Request) if address.partition("{")[0] in r.url]
    assert 1 <= len(opened) <= 4  # as many as may be under way
    assert 120 == len({change.id for change in ring.of(Change)})
