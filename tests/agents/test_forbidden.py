"""Laws of a search form that robots.txt forbids: it is told, and nothing more is asked of it."""

from __future__ import annotations

from upwell.streams.records import Change, Request, SiteStatus

from .ring import Answer, Ring
from .test_browsing import Shelved
from .test_next_form import TwoForms


class Closed(Shelved):
    """robots.txt forbids the form; a list of everything stands behind the menu."""

    def __call__(self, url: str) -> Answer:
        return ("robots", 0, b"") if "/search" in url else super().__call__(url)


class Unlisted(Closed):
    """The same without the list."""

    def __call__(self, url: str) -> Answer:
        return ("ok", 200, b"<p>Nothing") if "/shelf" in url else super().__call__(url)


def test_what_else_the_site_shows_is_read() -> None:
    ring = Ring(Closed(120)).open(max_pages=200)
    assert 120 == len({change.id for change in ring.of(Change)})


def test_the_form_is_told_and_left() -> None:
    ring = Ring(Unlisted(60)).open(max_pages=200)
    last = ring.of(SiteStatus)[-1]
    assert "parked" == last.phase
    assert "robots.txt" in last.reason
    assert "/search" in last.reason
    assert "--ignore-robots library.example" in last.reason
    assert [] == [request for request in ring.of(Request) if request.query is not None]


def test_without_browsing_it_is_known_by_the_first_questions() -> None:
    ring = Ring(Unlisted(60)).open(max_pages=200, browse=False)
    assert "robots.txt" in ring.of(SiteStatus)[-1].reason
    assert 12 >= len([request for request in ring.of(Request) if request.query is not None])


def test_another_form_is_asked() -> None:
    class FirstClosed(TwoForms):
        def __call__(self, url: str) -> Answer:
            return ("robots", 0, b"") if "/help/find" in url else super().__call__(url)

    ring = Ring(FirstClosed(200)).open(max_pages=500, max_queries=400)
    assert "http://library.example/search?q={query}" == ring.of(SiteStatus)[-1].template
    assert 0.98 * 200 <= len({change.id for change in ring.of(Change)})
