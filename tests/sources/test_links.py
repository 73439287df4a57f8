"""Links of every family: pagers show every match once, links lead to pages, XHTML is XML."""

from __future__ import annotations

from functools import cache
from urllib.parse import urljoin, urlsplit

import pytest
from lxml import etree, html

from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree
from upwell.models.urls.pager import pager_links
from upwell.sources import FAMILIES, Truth
from upwell.sources.examples import examples
from upwell.sources.pages.addresses import Asked, at_page
from upwell.sources.pages.pages import Pages
from upwell.sources.site import Site, encoded

from .built import SEED, built

_DEAD = ("missing", "error")


@cache
def site(name: str) -> tuple[Site, dict[str, Asked]]:
    """A frozen site and what to ask it for."""
    pages = built(name)
    return Site(pages, SEED, frozen=True), dict(examples(pages))


def hrefs(pages: Pages, text: str, address: str) -> set[str]:
    """Where the links of a page lead on the same site."""
    charset = pages.family.charset
    root = html.document_fromstring(encoded(text, charset), html.HTMLParser(encoding=charset))
    found = set()
    for element in root.iter("a"):
        url = urlsplit(urljoin(f"http://site{address}", element.get("href", "")))
        if url.netloc == "site" and url.scheme == "http":
            found.add(f"{url.path}?{url.query}" if url.query else url.path)
    return found


@pytest.mark.parametrize("name", FAMILIES)
def test_following_the_pager_shows_every_match_once(name: str) -> None:
    one, found = site(name)
    pages = one.pages
    asked = found["list"]
    truth = Truth(one)
    shown: list[int] = []
    seen: set[str] = set()
    for _ in range(40):
        address = pages.address(asked)
        told = truth.page(address)
        shown += [record.record for record in told.objects]
        text = one.page(address).text
        following = at_page(asked, asked.question.page + 1)
        links = [pages.addresses.read(href) for href in hrefs(pages, text, address) - seen]
        if following.question not in [link.question for link in links]:
            break
        asked = following
    expected = min(len(truth.matching(asked.question.query)), pages.family.rules.limit or 10**9)
    assert expected == len(shown) == len(set(shown))
    assert set(shown) <= truth.matching(asked.question.query)


@pytest.mark.parametrize("name", FAMILIES)
def test_the_pager_that_is_found_shows_every_match_and_asks_for_nothing_else(name: str) -> None:
    one, found = site(name)
    pages = one.pages
    asked = found["list"].question.query
    truth = Truth(one)
    waiting, seen, shown = [pages.address(found["list"])], set(), set()
    while waiting:
        address = waiting.pop()
        seen.add(address)
        shown |= {record.record for record in truth.page(address).objects}
        links = pager_links(tree(one, address), f"http://site{address}", asked)
        further = {link.url.removeprefix("http://site") for link in links if link.page != 1}
        assert {asked} >= {pages.addresses.read(each).question.query for each in further}
        waiting += further - seen - set(waiting)
    limit = pages.family.rules.limit or 10**9
    assert min(len(truth.matching(asked)), limit) == len(shown)


def tree(one: Site, address: str) -> TagTree:
    """A page of a site, parsed."""
    charset = one.pages.family.charset
    body = encoded(one.page(address).text, charset)
    return parse(body, f"text/html; charset={charset}", f"http://site{address}")


@pytest.mark.parametrize("name", FAMILIES)
def test_every_link_of_a_page_leads_to_a_page(name: str) -> None:
    one, found = site(name)
    dead: dict[str, str] = {}
    for example in ("home", "list", "none", "item-1", "about"):
        address = one.pages.address(found[example])
        text = one.page(address).text
        links = {
            href
            for href in hrefs(one.pages, text, address)
            if not href.endswith((".txt", ".jpg", ".gif", ".png"))
        }
        assert links
        dead |= {href: example for href in links if one.page(href).page_class in _DEAD}
    assert {} == dead


@pytest.mark.parametrize("name", [n for n, f in FAMILIES.items() if "xml" in f.media_type])
def test_xhtml_is_well_formed(name: str) -> None:
    one, found = site(name)
    for asked in found.values():
        page = one.page(one.pages.address(asked))
        if page.text:
            root = etree.fromstring(encoded(page.text, one.pages.family.charset))
            assert "{http://www.w3.org/1999/xhtml}html" == root.tag


@pytest.mark.parametrize("name", [n for n, f in FAMILIES.items() if f.method == "post"])
def test_a_posted_form_is_answered_as_its_address_is(name: str) -> None:
    one, found = site(name)
    pages = one.pages
    query = found["list"].question.query
    body = {pages.addresses.arguments["query"]: query}
    posted = one.page(pages.addresses.path, body)
    assert ("list", posted.total) == (
        posted.page_class,
        one.page(pages.address(found["list"])).total,
    )
    assert posted.total == len(Truth(one).matching(query))


def test_there_is_a_family_of_each_kind_of_specials() -> None:
    families = FAMILIES.values()
    assert {"get", "post"} == {family.method for family in families}
    assert {"list", "redirect"} == {family.single for family in families}
    assert {"page", "missing", "popular", "meant"} == {family.none for family in families}
    assert {"and", "or"} == {family.rules.combine for family in families}
    assert {"relevance", "rank", "none"} == {family.rules.order for family in families}
    assert {"en", "de", "fr", "ja"} == {family.language for family in families}
    assert {"select", "radio", "hidden", "token"} <= {
        c for family in families for c in family.fields
    }
    for special in ("regions", "group", "contents", "ambiguous", "others", "views"):
        assert any(getattr(family, special) for family in families), special
    assert any("xhtml" in family.media_type for family in families)
    assert any(family.rules.stops and family.rules.shortest > 1 for family in families)
