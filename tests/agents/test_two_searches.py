"""Laws of a site with two databases behind it: the form that was not asked is named."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.site.answers import HOST, WORDS
from upwell.streams.records import Change, SiteAdded, SiteStatus

from .paged import Paged
from .ring import SITE, Answer, Ring, settings_of

AUTHORS = '<form action="{0}"><input type="search" name="{1}">{2}<button>Search</button></form>'
BOOKS = f"{HOST}/search?q={{query}}&of=books"
N_AUTHORS = 60
ROW = '<tr><td><a href="/by/{n}">{word} {n}</a></td><td>born in {year}</td></tr>'


class TwoSearches(Paged):
    """Books as ever, and on each page a second form."""

    def __init__(self, action: str, name: str, more: str) -> None:
        super().__init__(80)
        self.second = AUTHORS.format(action, name, more).encode()

    def __call__(self, url: str) -> Answer:
        if "/authors" in url or "person=" in url or "of=authors" in url:
            outcome, status, html = "ok", 200, self.authors(url)
        else:
            outcome, status, html = super().__call__(url)
        books = b'<input type="hidden" name="of" value="books"></form>'
        return outcome, status, html.replace(b"</form>", books + self.second, 1)

    def find(self, query: str) -> list[int]:
        return drawn(query, self.n)

    def authors(self, url: str) -> bytes:
        asked = parse_qs(urlsplit(url).query)
        query = (asked.get("person") or asked.get("q") or [""])[0]
        rows = [
            ROW.format(n=n, word=WORDS[n % len(WORDS)], year=1800 + n)
            for n in drawn(query, N_AUTHORS)
        ]
        body = f"<table>{''.join(rows)}</table>" if rows else "<p>Nobody is called so.</p>"
        return f"<html><body><h1>Authors</h1>{body}</body></html>".encode()


def drawn(query: str, n: int) -> list[int]:
    """The records of a database that a word finds; one that is too long for a word none."""
    start = sum(map(ord, query))
    return [i for i in range(n) if (i + start) % 9 == 0] if 0 < len(query) < 9 else []


@pytest.mark.parametrize(
    ("action", "name", "more"),
    [
        ("/authors", "q", ""),
        ("/search", "person", ""),
        ("/search", "q", "<input type=hidden name=of value=authors>"),
    ],
)
def test_a_form_that_asks_for_something_else_is_named(action: str, name: str, more: str) -> None:
    ring = Ring(TwoSearches(action, name, more)).open(max_pages=60)
    last: SiteStatus = ring.of(SiteStatus)[-1]
    assert last.template == BOOKS
    template = f"{HOST}{action}?{name}={{query}}" + ("&of=authors" if more else "")
    assert [template] == last.not_asked


def test_the_same_form_twice_on_a_page_is_named_once() -> None:
    again = "<input type=hidden name=from value=foot>"
    ring = Ring(TwoSearches("/search", "q", again)).open(max_pages=40)
    assert [] == ring.of(SiteStatus)[-1].not_asked


def test_what_was_named_is_asked_by_its_template_and_what_was_found_stays() -> None:
    ring = Ring(TwoSearches("/authors", "q", "")).open(max_queries=400)
    books = {one.url for one in ring.of(Change)}
    template = ring.of(SiteStatus)[-1].not_asked[0]
    settings = settings_of({"template": template, "max_queries": 800})
    again = SiteAdded(site=SITE, url=f"{HOST}/", settings=settings, at=2.0)
    ring.queue.append(("findings", SITE, again))
    for _ in ring.steps():
        pass
    found = {one.url for one in ring.of(Change)} - books
    assert 0.9 * N_AUTHORS <= sum("/by/" in str(url) for url in found)
    assert not [one for one in ring.of(Change) if one.event == "withdrawn" and one.url in books]
    assert [] == ring.of(SiteStatus)[-1].not_asked
