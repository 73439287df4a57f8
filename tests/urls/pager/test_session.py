"""A session that turns while a list is followed does not end it."""

from __future__ import annotations

import pytest

from upwell.models.tree.parse import parse
from upwell.models.urls.pager import pager_links
from upwell.models.urls.pager.session import as_linked

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
    assert f"{AT}/list?{value}" == as_linked(f"{AT}/list?{value}", [*nexts, *items])


def test_what_chooses_the_list_is_no_session() -> None:
    """Links that choose another differ from each other, or one chooses this list again."""
    for topics in (["sea", "sky", "ice"], ["ice", "ice", "land"]):
        links = [f"{AT}/list?topic={topic}&n={n}" for n, topic in enumerate(topics)]
        assert f"{AT}/list?topic=land" == as_linked(f"{AT}/list?topic=land", links)


def test_another_host_has_a_session_of_its_own() -> None:
    links = [f"http://b.example/{n}?sid=b" for n in range(9)]
    assert f"{AT}/list?sid=a" == as_linked(f"{AT}/list?sid=a", links)
