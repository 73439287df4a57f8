"""Laws of the first pages of a site: what no other page bears out is not told."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from upwell.streams.records import Again, Change, Learned, Seen

from .ring import Answer, Ring

FOOT = "".join(
    f"<li><a href='/about/{n}'>About our {word} and what we do with it</a> since 19{n}0</li>"
    for n, word in enumerate("house garden school harbour bakery museum library".split(), 1)
)
FORM = "<form action='/s'><input type=search name=q><button>Search</button></form>"


def rows(query: str, n: int) -> str:
    return "".join(
        f"<li><h3><a href='/book/{query}{i}'>The {query} of room {i}</a></h3><p>{i * 7} pages on"
        f" {query} told by its {i} friends in town"
        for i in range(n)
    )


def small(url: str) -> Answer:
    """A foot of links that is longer than most answers, which are few."""
    query = parse_qs(urlsplit(url).query).get("q", [""])[0]
    n = len(query) % 4 if query else 0
    answer = f"<ul class=books>{rows(query, n)}</ul>" if n else "<p>Nothing here.</p>"
    page = f"<html><body>{FORM}<div id=main>{answer}</div><ul id=foot>{FOOT}</ul></body></html>"
    return "ok", 200, page.encode()


@pytest.mark.parametrize("max_pages", [2, 3, 4, 6, 9, 14])
def test_a_crawl_of_a_few_pages_tells_no_foot(max_pages: int) -> None:
    ring = Ring(small).open(max_pages=max_pages)
    told = [change.url or change.text for change in ring.of(Change)]
    assert [] == [one for one in told if "/book/" not in one]


def test_what_two_answers_bear_out_is_told_of_both() -> None:
    """The first waits until the second has come, and is read again then."""
    ring = Ring().open(max_pages=16)
    assert ring.of(Change)
    shown = {seen.page_url for seen in ring.of(Seen)}
    assert len(shown) > 3
    promised = sum(learned.again for learned in ring.of(Learned))
    assert promised == len(ring.of(Again))
