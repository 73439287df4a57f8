"""Laws of which object is which: the link that identifies is a column of its list."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.models.objects.anchors import Anchor
from upwell.models.objects.identity import Asked, Listed, identities, object_id
from upwell.models.urls.address import NOWHERE, Address, address_of

from .made import MAKES, SEARCH, SITE, Make, Seen, answer, learned, shop

ITEM = "https://shop.example/item?id=7"
TITLES = "Red bus|Blue car|Old oak|Deep sea|Tall tree|Far hill".split("|")

WORDS = "red blue old deep tall".split()


def urls(pattern: str, numbers: range | list[int] | None = None) -> list[tuple[str, str]]:
    chosen = range(len(TITLES)) if numbers is None else numbers
    return [(pattern % (n + 1), TITLES[n]) for n in chosen]


def ids(pattern: str, numbers: range | list[int] | None = None) -> list[str]:
    return [f"{SITE}{url}" for url, _ in urls(pattern, numbers)]


def own(url: str | None) -> Address | None:
    return address_of(url) if url else None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ((ITEM, "Red bus"), (ITEM, "Blue car"), True),  # the page is the object
        ((ITEM, "Red bus"), (ITEM.replace("https", "http"), "Red bus"), True),
        ((ITEM, "Red bus"), (ITEM + "#reviews", "Red bus"), True),
        ((ITEM, "Red bus"), (ITEM.replace("7", "8"), "Red bus"), False),
        ((None, "Red bus"), (None, " red\n BUS "), True),
        ((None, "Red bus"), (None, "Red car"), False),
        ((None, ITEM), (ITEM, ""), False),  # a text that looks like a URL
    ],
)
def test_an_object_is_its_own_page_or_else_its_text(
    one: tuple[str | None, str], other: tuple[str | None, str], same: bool
) -> None:
    first, second = (object_id("shop.example", own(url), text) for url, text in (one, other))
    assert same == (first == second)
    assert object_id("other.example", own(one[0]), one[1]) != first


@given(st.text(), st.none() | st.text())
def test_an_id_is_sixteen_hexadecimal_digits(text: str, url: str | None) -> None:
    digits = object_id(SITE, own(url), text)
    assert (16, True) == (len(digits), set(digits) <= set("0123456789abcdef"))


def test_an_id_is_the_same_on_every_machine() -> None:
    assert "4d3f3a05f4b0b99e" == object_id("shop.example", own(ITEM), "")


@pytest.mark.parametrize("make", MAKES)
@pytest.mark.parametrize(
    "pattern",
    [
        "/print/%d?x=1",  # words of a path decide nothing
        "/category/login(%d)?x=1",
        "/?page=%d",  # names of arguments decide nothing
        "/list?view=%d",
        "/show?p=%d&sort=a",
    ],
)
def test_the_column_that_differs_in_each_record_identifies(make: Make, pattern: str) -> None:
    assert ids(pattern) == answer(make, urls(pattern), "bus").own()


@pytest.mark.parametrize("make", MAKES)
def test_arguments_that_echo_the_question_are_the_questions(make: Make) -> None:
    for query in ("bus", "red bus"):
        words = "".join(f"&s[]={word}" for word in query.split())
        page = answer(make, urls(f"/item?id=%d&hl={query.replace(' ', '+')}{words}"), query)
        assert ids("/item?id=%d") == page.own()


@pytest.mark.parametrize("make", MAKES)
def test_what_tells_records_apart_stays_even_where_it_says_the_query(make: Make) -> None:
    assert ids("/item?id=%d") == answer(make, urls("/item?id=%d"), "3").own()


def test_one_match_keeps_the_argument_that_tells_lists_apart() -> None:
    rule = learned([answer(shop, urls("/item?id=%d"), "bus")])
    assert ids("/item?id=%d", [2]) == answer(shop, urls("/item?id=%d", [2]), "3").own(rule)


@pytest.mark.parametrize("make", MAKES)
@pytest.mark.parametrize("noise", ["sid=%s%d", "token=%s0&x=%s1", "ref=%d%s"])
def test_arguments_that_turn_from_visit_to_visit_are_the_sessions(make: Make, noise: str) -> None:
    def visit(n: int, numbers: list[int] | None = None) -> Seen:
        said = noise.replace("%s", "abcdefgh"[n]).replace("%d", str(n % 3))
        links = [(f"{url}&{said}", title) for url, title in urls("/item?id=%d", numbers)]
        frame = f"<a href='/help?{said}'>Help</a><a href='/now?id={n}&{said}'>This page</a>"
        return answer(make, links, TITLES[n].split()[0], frame=frame)

    rule = learned([visit(n) for n in range(4)])
    assert ids("/item?id=%d") == visit(4).own(rule)
    assert ids("/item?id=%d", [3]) == visit(5, [3]).own(rule)


@pytest.mark.parametrize("make", MAKES)
def test_a_record_shown_twice_once_as_another_question_finds_it_is_one(make: Make) -> None:
    """A sponsored row leads to a record with another question's words."""

    def asked(n: int) -> list[tuple[str, str]]:
        return [(f"{url}&hl={WORDS[n]}", title) for url, title in urls("/item?id=%d")]

    rule = learned([answer(make, asked(n), WORDS[n]) for n in range(4)])
    link, title = asked(4)[1]
    sponsored = (link.replace(WORDS[4], "other"), title)
    found = answer(make, [sponsored, *asked(4)], WORDS[4]).own(rule)
    assert [ids("/item?id=%d")[1], *ids("/item?id=%d")] == found


@pytest.mark.parametrize("make", MAKES)
def test_a_step_of_the_path_that_echoes_each_question_is_the_questions(make: Make) -> None:
    def visit(query: str, path: str) -> Seen:
        return answer(make, urls(path.replace("QUERY", query.replace(" ", "%%20"))), query)

    rule = learned([visit(query, "/found/QUERY/item/%d?x=1") for query in ("bus", "red car")])
    assert ids("/found/item/%d?x=1") == visit("tree", "/found/QUERY/item/%d?x=1").own(rule)
    shelves = [visit(query, "/shelf/bus/item/%d?x=1") for query in ("bus", "red car", "bus")]
    rule = learned(shelves)
    assert ids("/shelf/bus/item/%d?x=1") == shelves[0].own(rule)


@pytest.mark.parametrize("make", MAKES)
def test_the_place_of_a_link_that_its_argument_states_identifies_nothing(make: Make) -> None:
    """Each visit shows the records in another order, and numbers them."""

    def visit(turn: int) -> Seen:
        order = [(n + turn) % 6 for n in range(6)]
        links = [(f"/item?id={n + 1}&pos={at}", TITLES[n]) for at, n in enumerate(order)]
        return answer(make, links, "bus")

    rule = learned([visit(turn) for turn in range(4)])
    assert sorted(ids("/item?id=%d")) == sorted(str(url) for url in visit(5).own(rule))


def test_a_link_that_many_records_share_identifies_none() -> None:
    rows = "".join(
        f"<li class=r>{title} <a href=/by/{n % 2}>Eve</a>" for n, title in enumerate(TITLES)
    )
    assert [None] * 6 == Seen(f"<ul>{rows}</ul>", SEARCH + "x", "x").own()


def test_authors_that_happen_to_differ_on_one_page_are_known_from_others() -> None:
    def visit(numbers: list[int]) -> Seen:
        rows = "".join(
            f"<li class=r><a href=/by/{n % 4}>Eve {n % 4}</a> {TITLES[n]}" for n in numbers
        )
        return Seen(f"<ul>{rows}</ul>", SEARCH + "x", "x")

    rule = learned([visit(list(range(6))), visit([0, 4, 1, 5]), visit([0, 1, 2, 3])])
    assert [None] * 3 == visit([0, 1, 2]).own(rule)


def test_the_same_record_in_two_lists_of_a_page_is_one_object() -> None:
    """Titles in one, snippets in the other; of the second list only one has matched."""
    titles = "".join(f"<li class=t><a href='{url}'>{t}</a>" for url, t in urls("/wiki/%d"))
    for numbers in ([*range(6)], [4]):
        found = "".join(
            f"<dt class=s><a href=/in/{n}>Section</a> <a href='{url}?hl=bus'>{t}</a> with words"
            for n, (url, t) in enumerate(urls("/wiki/%d", numbers))
        )
        body = f"<ul>{titles}</ul><dl>{found}</dl>"
        page = Seen(body, SEARCH + "bus", "bus", [("t", 0), ("s", 1)])
        assert ids("/wiki/%d") + ids("/wiki/%d", numbers) == page.own()


def test_rows_of_two_shapes_are_one_object() -> None:
    linked = "".join(
        f"<tr class=r><td><h3><a href='{url}'>{t}</a></h3>"
        f"<tr class=r><td><p><a href='{url}'>more</a>"
        for url, t in urls("/p/%d")
    )
    bare = "".join(
        f"<tr class=r><td><a href='{url}'>{t}</a><tr class=r><td>All about {t}"
        for url, t in urls("/p/%d")
    )
    twice = [url for url in ids("/p/%d") for _ in range(2)]
    for rows in (linked, bare):
        assert twice == Seen(f"<table>{rows}</table>", SEARCH + "x", "x").own()


def test_a_page_about_one_thing_is_its_own_address() -> None:
    body = "<div class=r><p>See <a href=http://else.example/1>there</a> and <a href=/x>here</a>"
    assert [f"{SITE}/wiki/Bus"] == Seen(body, f"http://{SITE}/wiki/Bus").own()
    assert [None] == Seen(body, SEARCH + "bus", "bus").own()


def test_of_what_stands_alone_without_such_a_link_nobody_can_say_what_it_is() -> None:
    """A whole list taken for one object, an invitation, a box of filters."""
    rule = learned([answer(shop, urls("/item?id=%d"), word) for word in ("bus", "car")])
    body = "<div class=r><p>Create the <a href=/new?t=bus>page bus</a>"
    page = Seen(body, SEARCH + "bus", "bus")
    assert {0} == identities(page.objects, page.page, SITE, rule).strangers
    assert set() == identities(page.objects, page.page, SITE).strangers
    moved = Asked(f"http://{SITE}/wiki/Bus", SEARCH + "bus", "bus")
    assert set() == identities(page.objects, moved, SITE, rule).strangers


def test_one_match_of_a_search_is_told_by_the_link_that_tells_its_lists() -> None:
    rule = learned([answer(make, urls("/item?id=%d"), "bus") for make in MAKES])
    for make in MAKES:
        assert ids("/item?id=%d", [1]) == answer(make, urls("/item?id=%d", [1]), "car").own(rule)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://a.example/wiki/a%3Ab", "https://A.example:443/wiki/a:b"),
        ("http://a.example/x?b=2&a=1", "http://a.example/x?a=1&b=2&c="),
        ("http://a.example/x?a=b%20c", "http://a.example/x?a=b+c#d"),
        ("http://a.example/x;s=1?a=2", "http://a.example/x?s=1&a=2"),
        ("http://a.example/x?utm_source=y", "http://a.example:80/x?"),
    ],
)
def test_an_address_has_one_spelling(one: str, other: str) -> None:
    assert address_of(one).text == address_of(other).text != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://a.example/x%2Fy", "http://a.example/x/y"),
        ("http://a.example/x?a=b%26c=d", "http://a.example/x?a=b&c=d"),
        ("http://a.example/x?7", "http://a.example/x?8"),
        ("http://a.example/x?a=1%2B1", "http://a.example/x?a=1+1"),
        ("http://a.example/x%25", "http://a.example/x"),
    ],
)
def test_escapes_that_mean_something_stay(one: str, other: str) -> None:
    assert address_of(one).text != address_of(other).text


@pytest.mark.parametrize("url", ["javascript:x()", "mailto:a@b.example", "", "http://[broken"])
def test_what_is_no_page_has_no_address(url: str) -> None:
    assert NOWHERE == address_of(url)


PLAIN_URL = (
    r"https?://a\.example(:8[0-9]{1,3})?/[a-zA-Z0-9_/~:@!$()*,.-]{0,9}"
    r"(\?[a-zA-Z_/~:@!$()*,.=&\[\]-]{0,9})?(#7)?"
)


@given(st.from_regex(PLAIN_URL, fullmatch=True))
def test_a_plain_url_is_spelled_as_any_other(url: str) -> None:
    """One that needs no spelling takes a shorter way; a blank before it sends it the long one."""
    assert address_of(url) == address_of(f" {url}")


@pytest.mark.parametrize("leads_on", [False, True])
def test_a_page_that_leads_on_is_not_about_its_one_entry(leads_on: bool) -> None:
    """Its entry is told by where it leads, at whatever place that link stands."""
    entry = Listed("Early frost", [Anchor(5, f"http://{SITE}/story/7", "Early frost")])
    page = Asked(f"http://{SITE}/section/2", leads_on=leads_on)
    (found,) = identities([entry], page, SITE).own
    assert found is not None
    assert ("story/7" if leads_on else "section/2") == found.address.text.partition("/")[2]


def test_an_entry_that_leads_to_several_pages_is_none_of_them() -> None:
    links = [Anchor(5, f"http://{SITE}/story/{n}", "Part") for n in (7, 8)]
    page = Asked(f"http://{SITE}/section/2", leads_on=True)
    assert [None] == identities([Listed("Two parts", links)], page, SITE).own
