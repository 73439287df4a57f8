"""Addresses of sites: what is written is read again, on every seed of every family."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.sources import FAMILIES
from upwell.sources.database.question import Question
from upwell.sources.draw import Draw
from upwell.sources.family import Family
from upwell.sources.kinds import records
from upwell.sources.pages.addresses import STATICS, Addresses, Asked, at_page, parsed, slug

seeds = st.integers(0, 10**6)
families = st.sampled_from(list(FAMILIES.values()))
words = st.text(st.characters(exclude_categories=("C", "Z")), max_size=20)


@st.composite
def asking(draw: st.DrawFn) -> tuple[Addresses, Asked]:
    """A site and a question that it can be asked."""
    family = draw(families)
    addresses = Addresses(family, Draw(draw(seeds)))
    narrow = {
        name: draw(st.text("abc &=é本", min_size=1))
        for name in family.rules.facets[: draw(st.integers(0, 2))]
    }
    sorts = ["", *family.rules.sorts, *(f"-{name}" for name in family.rules.sorts)]
    question = Question(
        query=draw(words),
        narrow=narrow,
        sort=draw(st.sampled_from(sorts)),
        page=draw(st.integers(1, 400)),
        per_page=draw(st.sampled_from((10, 20, 50, family.per_page))),
    )
    view = draw(st.sampled_from(("", *family.views[1:])))
    return addresses, Asked("search", question, view=view)


@given(asking())
@settings(max_examples=300, deadline=None)
def test_the_address_of_a_question_asks_it(given: tuple[Addresses, Asked]) -> None:
    addresses, asked = given
    assert asked == addresses.read(addresses.search(asked))


@given(asking())
@settings(max_examples=100, deadline=None)
def test_session_and_tracking_arguments_change_nothing_but_the_session(
    given: tuple[Addresses, Asked],
) -> None:
    addresses, asked = given
    name = addresses.arguments["tracking"]
    assert asked == addresses.read(addresses.search(asked, (name, "x")))


@given(asking())
@settings(max_examples=100, deadline=None)
def test_every_argument_has_a_role(given: tuple[Addresses, Asked]) -> None:
    addresses, asked = given
    roles = addresses.argument_roles(addresses.search(asked, ("utm_medium", "x")))
    assert "other" == roles.pop("utm_medium")
    assert "other" not in roles.values()
    assert (asked.question.query != "") == ("query" in roles.values())
    assert len(asked.question.narrow) == list(roles.values()).count("facet")


@given(families, seeds)
@settings(max_examples=100, deadline=None)
def test_a_record_is_found_at_its_address_and_at_its_other_addresses(
    family: Family, seed: int
) -> None:
    addresses = Addresses(family, Draw(seed))
    book = BOOKS[seed % len(BOOKS)]
    for address in (addresses.item(book), *addresses.others(book)):
        asked = addresses.read(address)
        assert ("item", str(book.id)) == (asked.page, asked.key)


BOOKS = records("book", "en", 1, 50) + records("book", "ja", 1, 50)


@given(families, seeds)
@settings(max_examples=60, deadline=None)
def test_no_two_pages_share_an_address(family: Family, seed: int) -> None:
    addresses = Addresses(family, Draw(seed))
    found = ["/", addresses.path, "/robots.txt", "/basket"]
    found += [addresses.static(name) for name in STATICS]
    found += [addresses.item(book) for book in BOOKS]
    assert len(found) == len(set(found))
    assert [("static", name) for name in STATICS] == [
        (asked.page, asked.key) for asked in map(addresses.read, found[4 : 4 + len(STATICS)])
    ]


# what is asked, what is read
READ = [
    ("/", "home"),
    ("/index.html", "home"),
    ("/robots.txt", "robots"),
    ("/go/17", "leaving"),
    ("/calendar/2024/05", "calendar"),
    ("/calendar/2024/13", "missing"),
    ("/nowhere", "missing"),
    ("/" + "x" * 5000, "missing"),
    ("/%ff%fe", "missing"),
]


@pytest.mark.parametrize(("address", "page"), READ)
def test_other_addresses(address: str, page: str) -> None:
    for family in FAMILIES.values():
        assert page == Addresses(family, Draw(3)).read(address).page


@pytest.mark.parametrize("page", ["0", "x", "-1", "1.5", "９", "99999999", "7"])
def test_a_page_number_that_is_none_is_a_trouble(page: str) -> None:
    for seed in range(20):
        addresses = Addresses(FAMILIES["catalogue"], Draw(seed))
        fine = (page == "7" and not addresses.offsets) or (page == "0" and addresses.offsets)
        name = addresses.arguments["page"]
        asked = addresses.read(f"{addresses.path}?{name}={quote(page)}")
        assert ("" if fine else "page") == asked.trouble


@given(st.text(), st.text())
def test_whatever_stands_in_a_query_string_is_read(name: str, value: str) -> None:
    known, told = (text.encode(errors="ignore").decode() for text in (name or "q", value))
    read = parsed(f"{quote(known, safe='')}={quote(told, safe='')}&q2=x")
    assert told == read.get(known, "")


def test_narrowing_begins_at_the_first_page_again() -> None:
    narrow = at_page(Asked("search", Question("owl")), 3).question.narrowed("year", "1999")
    assert Question("owl", {"year": "1999"}) == narrow
    assert Question("owl") == narrow.at_page(2).narrowed("year", "")


@given(st.text())
def test_a_slug_is_plain(title: str) -> None:
    assert slug(title).replace("-", "a").isalnum()
    assert slug(title).isascii()
