"""Laws of several forms: where the surest brings nothing, the next one is asked from the start."""

from __future__ import annotations

import pytest

from upwell.streams.records import Change, Request, SiteStatus

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
