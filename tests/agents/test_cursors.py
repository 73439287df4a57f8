"""Laws of following: pages that show page one again are left, pages of two addresses asked once."""

from __future__ import annotations

import re

from upwell.streams.records import Change, Request

from .paged import PAGE
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
    ring = Ring(Smaller()).open(max_pages=500, max_queries=200)
    sizes = [request for request in ring.of(Request) if "size=" in request.url]
    assert 1 <= len(sizes) <= 6
    assert 300 == len({change.id for change in ring.of(Change)})


NEXT = rb'<a rel="next" href="([^"]*)start=[^"]*">Next</a>'


class Marked(Known):
    """Every link to a page of an answer says on which page it stood."""

    def __call__(self, url: str) -> Answer:
        asked, _, _ = url.partition("&from=")
        outcome, status, html = super().__call__(asked)
        here = int(asked.partition("start=")[2] or 0) // PAGE + 1
        link = rb'<a href="\1start=%d&from=p%dx">%d</a> '
        pages = b"".join(link % (n * PAGE, here, n + 1) for n in (here, here + 1))
        first = rb'<a href="\1">1</a> ' if here > 1 else b""
        return outcome, status, re.sub(NEXT, first + b"<b>%d</b> " % here + pages, html)


def test_a_page_with_two_addresses_is_asked_once() -> None:
    ring = Ring(Marked()).open(max_pages=500)
    pages = [(r.query, r.url.partition("&from=")[0]) for r in ring.of(Request) if r.query]
    followed = [page for page in pages if "start=" in page[1]]
    assert followed
    assert len(followed) == len(set(followed))
    assert 300 == len({change.id for change in ring.of(Change)})
