"""Ways in: each site is open to who knows the way, and shut to who does not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote, urljoin

import pytest
from lxml import html

from upwell.sources.families import FAMILIES
from upwell.sources.site import Site, encoded
from upwell.sources.starting import pages_of
from upwell.sources.ways import WAYS, Request, Served
from upwell.sources.ways.placed import LogIn
from upwell.sources.ways.traps import Traps

SIZE = 300


def made(name: str) -> Site:
    way = WAYS[name]
    pages = pages_of(way.over(FAMILIES[way.family]), 3, SIZE)
    return Site(pages, 3, frozen=True, way=way.door)


def tree_of(text: str) -> Any:
    return html.fromstring(text)


def asked(site: Site, address: str, **more: Any) -> Served:
    return site.served(Request(address, **more))


def n_records(site: Site, text: str, word: str = "") -> int:
    """How many records a page names as links in its answer."""
    tree = tree_of(text)
    for box in tree.xpath("//aside|//footer"):
        box.drop_tree()
    shown = " ".join(tree.text_content().split())
    question = replace(site.pages.question(word), per_page=SIZE)
    found = site.pages.database.search(question).shown if word else ()
    titles = [record.title for record in found or site.pages.database.by_id.values()]
    return sum(" ".join(title.split()) in shown for title in titles)


def word_of(site: Site) -> str:
    """A word that several records have."""
    for record in site.pages.database.by_id.values():
        for word in (record.title[:2], *record.title.split()):
            if 2 < site.pages.database.search(site.pages.question(word)).total < 60:
                return word
    raise AssertionError("no word finds a few")


def posted(form: Any, **more: str) -> Mapping[str, str]:
    return {**dict(form.form_values()), **more}


def forms_of(site: Site, text: str) -> list[Any]:
    """The forms whose action is the search's."""
    return [form for form in tree_of(text).forms if site.door.is_search(form.action or "")]


@pytest.mark.parametrize("name", ["latin-1", "shift-jis", "euc-kr", "accept-charset"])
def test_a_charset_is_that_of_pages_and_of_addresses(name: str) -> None:
    site = made(name)
    charset = WAYS[name].charset
    titles = [record.title for record in site.pages.database.by_id.values()]
    word = next(
        word
        for title in titles
        for word in (title.split() if name in ("latin-1", "euc-kr") else [title[:2]])
        if not word.isascii() and word.isalpha() and len(word) > 1
    )
    field = site.door.names["query"]
    right = asked(site, f"{site.door.search}?{field}={quote(word.encode(charset))}")
    wrong = asked(site, f"{site.door.search}?{field}={quote(word)}")
    assert n_records(site, right.text) > 0
    assert n_records(site, wrong.text) <= n_records(site, right.text)
    assert word in right.text
    body = encoded(right.text, site.door.charset)
    assert word.encode(site.door.charset) in body
    for link in re.findall(r'href="([^"]*)"', right.text):
        assert quote(word) not in link or quote(word) == quote(word.encode(charset))


def test_words_in_the_path_answer_like_the_form_that_leads_there() -> None:
    site = made("in-path")
    word = word_of(site)
    led = asked(site, site.door.plain(word))
    assert 302 == led.status
    assert word in led.location
    assert "?" not in led.location
    page = asked(site, led.location)
    assert n_records(site, page.text) > 2
    nexts = [link for link in re.findall(r'href="([^"]*)"', page.text) if "/words/" in link]
    assert nexts


@pytest.mark.parametrize("name", ["opensearch", "search-action", "by-hand"])
def test_without_a_form_an_address_still_answers(name: str) -> None:
    site = made(name)
    home = asked(site, "/")
    assert [] == forms_of(site, home.text)
    assert n_records(site, asked(site, site.door.plain(word_of(site))).text) > 2
    if name == "opensearch":
        link = tree_of(home.text).xpath('//link[@rel="search"]/@href')[0]
        assert site.door.search in asked(site, link).text
    if name == "search-action":
        assert "search_term_string" in home.text


def test_selects_alone_ask_for_every_record() -> None:
    site = made("selects")
    form = forms_of(site, asked(site, "/").text)[0]
    assert {"select"} == {field.tag for field in form.inputs if field.name}
    found = {
        record.id
        for facet, values in site.pages.offered.items()
        for value in values
        for record in site.pages.database.search(
            replace(site.pages.question("", {facet: value}), per_page=SIZE)
        ).shown
    }
    assert set(site.pages.database.by_id) == found


def test_the_first_of_two_fields_finds_nothing() -> None:
    site = made("two-fields")
    word = word_of(site)
    names = [field.name for field in forms_of(site, asked(site, "/").text)[0].inputs if field.name]
    wrong = asked(site, f"{site.door.search}?{names[0]}={quote(word)}")
    right = asked(site, site.door.plain(word))
    assert n_records(site, right.text, word) > n_records(site, wrong.text, word)


def test_a_default_hides_three_fifths() -> None:
    site = made("hidden-default")
    shares = {
        state: site.door.choose(Request(f"{site.door.search}?state={state}"))
        for state in ("", "1", "2", "3")
    }
    sizes = {state: len(pages.database.by_id) for state, pages in shares.items()}
    assert SIZE == sizes["3"] == sizes["1"] + sizes["2"]
    assert sizes["1"] == sizes[""] == pytest.approx(0.4 * SIZE, abs=0.06 * SIZE)
    word = word_of(site)
    assert n_records(site, asked(site, site.door.plain(word, state="3")).text) >= n_records(
        site, asked(site, site.door.plain(word)).text
    )


def test_a_posted_answer_has_pages_that_are_posted() -> None:
    site = made("post")
    word = "the"
    field = site.door.names["query"]
    assert 405 == asked(site, site.door.plain(word)).status
    page = asked(site, site.door.search, method="POST", body={field: word})
    first = n_records(site, page.text)
    assert first > 0
    further = [form for form in forms_of(site, page.text) if site.door.names["page"] in form.fields]
    assert further
    body = posted(further[-1])
    assert word == body[field]
    assert n_records(site, asked(site, site.door.search, method="POST", body=body).text) > 0


def test_a_state_passes_once() -> None:
    site = made("view-state")
    field = site.door.names["query"]
    form = forms_of(site, asked(site, "/").text)[0]
    body = posted(form, **{field: "the"})
    page = asked(site, site.door.search, method="POST", body=body)
    assert n_records(site, page.text) > 0
    assert 500 == asked(site, site.door.search, method="POST", body=body).status
    form = forms_of(site, page.text)[0]
    number = site.door.names["page"]
    buttons = form.xpath(f".//button[@name='{number}']")
    assert buttons
    body = posted(form, **{buttons[-1].get("name"): buttons[-1].get("value")})
    second = asked(site, site.door.search, method="POST", body=body)
    assert n_records(site, second.text) > 0
    assert second.text != page.text


def test_a_form_stands_two_clicks_away() -> None:
    site = made("two-clicks")
    home = asked(site, "/").text
    assert [] == forms_of(site, home)
    first = urljoin("/", re.findall(r'href="(/collections)"', home)[0])
    second = re.findall(r'href="(/collections/finder)"', asked(site, first).text)[0]
    assert [] == forms_of(site, asked(site, first).text)
    assert forms_of(site, asked(site, second).text)


def test_the_first_form_finds_no_record() -> None:
    site = made("second-form")
    home = tree_of(asked(site, "/").text)
    first, second = home.forms[0], [form for form in home.forms if form.action == site.door.search]
    assert 0 == n_records(site, asked(site, f"{first.action}?find={word_of(site)}").text)
    assert second


def test_nothing_is_shown_without_the_pass() -> None:
    site = made("log-in")
    address = site.door.plain(word_of(site))
    assert 0 == n_records(site, asked(site, address).text)
    cookies = {LogIn.cookie: LogIn.value}
    assert n_records(site, asked(site, address, cookies=cookies).text) > 2


def test_a_trap_leads_into_itself_for_ever_and_holds_no_record() -> None:
    site = made("traps")
    assert isinstance(site.door, Traps)
    page = asked(site, site.door.plain(word_of(site)))
    links = [urljoin("/", link) for link in tree_of(page.text).xpath("//body/ul[last()]//a/@href")]
    assert 12 == len(links)
    for link in links:
        seen = site.door.n_trapped
        inside = asked(site, link)
        assert site.door.n_trapped == seen + 1
        if any(link.startswith(prefix) for prefix in site.door.prefixes):
            assert 0 == n_records(site, inside.text)
            onward = urljoin(link, tree_of(inside.text).xpath("//ul//a/@href")[0])
            asked(site, onward)
            assert site.door.n_trapped == seen + 2
