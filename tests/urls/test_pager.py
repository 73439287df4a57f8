"""Laws of pager links."""

from __future__ import annotations

import pytest

from upwell.models.tree.parse import parse
from upwell.models.urls.pager import pager_links

PAGE = "http://a.example/s?q=rain&page=2"


def pagers(html: str, url: str = PAGE) -> list[str]:
    return [link.text for link in pager_links(parse(html.encode(), url=url), url)]


LINKS = [
    # href, attributes and text of one link, whether it turns the page
    ('"/s?q=rain&page=3">3', True),
    ('"/s?q=rain&page=3">Next page »', True),
    ('"/list/more" rel=next>On to the rest', True),
    ('"/s?q=rain&start=20">weiter', True),
    ('"/s?q=rain&page=2">Next', False),  # the page itself
    ('"/s?q=snow&page=2">3', False),  # another query
    ('"/news">Nextdoor news', False),
    ('"http://b.example/s?page=3">Next', False),
    ('"/s?q=rain&page=2&limit=50">50', False),  # how many are shown
    ('"/s?q=rain&page=2&date=2016-03-04">4', False),  # a day
    ('"/s?q=rain&page=2&year=1997">1997', False),  # a facet
]


@pytest.mark.parametrize(("link", "expected"), LINKS)
def test_a_link_turns_the_page_or_does_not(link: str, expected: bool) -> None:
    assert expected == bool(pagers(f"<a href={link}</a>"))


def test_numbers_of_one_shape_turn_pages_wherever_they_lead() -> None:
    html = "".join(f"<a href=/list/{n}.html>{n}</a> " for n in (1, 2, 3))
    assert ["1", "2", "3"] == pagers(html)


def test_numbers_that_repeat_count_something() -> None:
    html = "".join(f"<a href=/replies/{70 + n}>{n % 3}</a> " for n in range(12))
    assert [] == pagers(html)
