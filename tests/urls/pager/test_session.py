"""A session that turns while a list is followed does not end it."""

from __future__ import annotations

import pytest

from upwell.models.tree.parse import parse
from upwell.models.urls.pager import pager_links
from upwell.models.urls.pager.session import address_in_links, position_marks

AT = "http://a.example"
MAKES = {  # the list's address, its pager, what its records lead to; {s} is the session
    "a label": (
        "/list?page=2&sid={s}",
        '<a href="/list?page=3&sid={s}">next</a>',
        "/item/{n}?sid={s}",
    ),
    "numbers": (
        "/films?page=2&PHPSESSID={s}",
        '<a href="/films?page=1&PHPSESSID={s}">1</a> <b>2</b>'
        ' <a href="/films?page=3&PHPSESSID={s}">3</a>',
        "/film.php?id={n}&PHPSESSID={s}",
    ),
    "one script": (
        "/index.php?s={s}&do=list&start=20",
        '<a href="/index.php?s={s}&do=list&start=40" rel="next">&raquo;</a>',
        "/index.php?s={s}&do=show&nr={n}",
    ),
    "in the path": (
        "/books;jsessionid={s}?page=2",
        '<a href="/books;jsessionid={s}?page=3">Next page</a>',
        "/book/{n};jsessionid={s}",
    ),
}


def _page(pager: str, record: str) -> str:
    rows = "".join(f'<li><a href="{record.replace("{n}", str(n))}">No {n}</a>' for n in range(9))
    return f"<ul>{rows}</ul><p>{pager}</p>"


@pytest.mark.parametrize("make", MAKES)
def test_the_next_page_is_found_where_the_session_has_turned(make: str) -> None:
    address, pager, record = MAKES[make]
    page = parse(_page(pager, record).replace("{s}", "b81f").encode(), url=AT)
    steady = pager_links(page, AT + address.replace("{s}", "b81f"))
    turned = pager_links(page, AT + address.replace("{s}", "0c7e"))
    assert [link.url for link in steady if not link.back]
    assert steady == turned


@pytest.mark.parametrize("value", ["after=0c7e", "page=2"])
def test_a_cursor_is_no_session(value: str) -> None:
    """It stands in links to further pages of the list, and in no other."""
    name = value.partition("=")[0]
    nexts = [f"{AT}/list?{name}=7&view={view}" for view in ("", "grid")]
    items = [f"{AT}/item/{n}" for n in range(9)]
    assert f"{AT}/list?{value}" == address_in_links(f"{AT}/list?{value}", [*nexts, *items])


def test_what_chooses_the_list_is_no_session() -> None:
    """Links that choose another differ from each other, or one chooses this list again."""
    for topics in (["sea", "sky", "ice"], ["ice", "ice", "land"]):
        links = [f"{AT}/list?topic={topic}&n={n}" for n, topic in enumerate(topics)]
        assert f"{AT}/list?topic=land" == address_in_links(f"{AT}/list?topic=land", links)


def test_another_host_has_a_session_of_its_own() -> None:
    links = [f"http://b.example/{n}?sid=b" for n in range(9)]
    assert f"{AT}/list?sid=a" == address_in_links(f"{AT}/list?sid=a", links)


@pytest.mark.parametrize("query", ["sea", None])
@pytest.mark.parametrize("next_one", ["&raquo;", "\u203a", "next", "&rarr;"])
def test_the_next_page_is_found_where_only_the_links_have_a_session(
    next_one: str, query: str | None
) -> None:
    """The form was sent without it, and every link has it."""
    turn = f'<a href="/find?lang=en&q={query or ""}&p=2">{next_one}</a>'
    page = parse(_page(turn, "/item/{n}?lang=en").encode(), url=AT)
    found = pager_links(page, f"{AT}/find?q={query or ''}", query)
    assert [2] == [link.page or int(link.cursor.partition("=")[2]) for link in found]


def test_what_only_some_links_have_is_not_the_pages() -> None:
    links = [f"{AT}/index.php?do=show&id={n}" for n in range(9)]
    own = f"{AT}/index.php?q=sea"
    assert own == address_in_links(own, [*links, f"{AT}/index.php?q=sea&p=2"], "sea")
    assert f"{own}&do=show" == address_in_links(own, links, "sea")


@pytest.mark.parametrize("query", ["sea", None])
@pytest.mark.parametrize("pager", ["&laquo; &raquo;", "&larr; &rarr;", "previous next", "1 3"])
def test_the_next_page_is_found_where_links_say_where_they_stood(
    pager: str, query: str | None
) -> None:
    at = f"/find?q={query or ''}"
    back, on = pager.split()
    turn = f'<a href="{at}&p=1&ref=foot">{back}</a> <b>2</b> <a href="{at}&p=3&ref=head">{on}</a>'
    rows = "".join(
        f'<li><a href="/item/{n}?ref=picture"><img></a><a href="/item/{n}?ref=title">No {n}</a>'
        for n in range(9)
    )
    for own in ("", "&ref=more"):
        page = parse(f"<ul>{rows}</ul><p>{turn}</p>".encode(), url=AT)
        found = pager_links(page, f"{AT}{at}&p=2{own}", query)
        assert [f"{AT}{at}&p=3&ref=head"] == [x.url for x in found if x.page != 1 and not x.back]


@pytest.mark.parametrize("links", ["/l?do=show&id={n}", "/l?id={n}", "/l?q={w}", "/{n}?tag={w}{n}"])
def test_what_chooses_a_page_is_no_mark(links: str) -> None:
    """It is missing in some link, it is a number, or the same in all."""
    urls = [AT + links.format(n=n, w=word) for n, word in enumerate(("sea", "sky", "ice"))]
    assert frozenset() == position_marks(
        AT + "/l", [*urls, f"{AT}/{'help?do=show' if 'do' in links else ''}"]
    )
