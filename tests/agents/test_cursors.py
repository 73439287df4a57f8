"""Laws of following: what shows page one again is left when two pages have shown it."""

from __future__ import annotations

from upwell.streams.records import Change, Request

from .ring import Answer, Ring
from .test_following import Known


class Twice(Known):
    """Its `Next` shows the same page again, whatever it is asked for."""

    def __call__(self, url: str) -> Answer:
        return super().__call__(url.partition("&start=")[0])


def test_a_pager_that_shows_the_first_page_again_is_asked_twice_on_the_whole_site() -> None:
    ring = Ring(Twice()).open(max_pages=200)
    pages = [request for request in ring.of(Request) if request.reason == "page"]
    assert 1 <= len(pages) <= 4  # two decide; two more may be under way


class Smaller(Known):
    """Beside its `Next`, every answer offers itself in pages of another size."""

    def __call__(self, url: str) -> Answer:
        outcome, status, html = super().__call__(url.partition("&size=")[0])
        own = url.partition("&")[0]
        link = f'<p class="pages"><a href="{own}&size=2">More</a> '.encode()
        return outcome, status, html.replace(b'<p class="pages">', link)


def test_one_cursor_that_leads_nowhere_does_not_keep_from_following_the_other() -> None:
    ring = Ring(Smaller()).open(max_pages=500)
    sizes = [request for request in ring.of(Request) if "size=" in request.url]
    assert 1 <= len(sizes) <= 6
    assert 300 == len({change.id for change in ring.of(Change)})
