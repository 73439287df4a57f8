"""One page tells the session: all its links have it, or another than it was asked for with."""

from __future__ import annotations

import pytest

from upwell.models.objects.arguments.turning import of_visit
from upwell.models.tree.tagtree import Link

HOST = "http://a.example"


def links(*urls: str) -> list[Link]:
    """As a page has them."""
    return [Link(n, f"{HOST}{url}", f"link {n}") for n, url in enumerate(urls)]


MENU = ("/?sid=b", "/new?sid=b", "/help?sid=b", "/x?of=1&sid=b", "/x?of=2&sid=b")


@pytest.mark.parametrize("url", ["/list?sid=a", "/list?sid=b", "/list"])
def test_what_every_link_of_a_page_has_is_of_the_visit(url: str) -> None:
    assert (("of&sid", "sid"), ("sid", "sid")) == of_visit(links(*MENU), HOST + url)


def test_what_comes_back_otherwise_in_most_links_is_of_the_visit() -> None:
    found = of_visit(links(*MENU, "/feed", "/map"), f"{HOST}/list?sid=a")
    assert (("of&sid", "sid"), ("sid", "sid")) == found


@pytest.mark.parametrize(
    ("url", "given"),
    [
        ("/list?sid=b", (*MENU, "/feed")),  # it stays, and some link does without
        ("/list", ("/i?id=1&shelf=7", "/i?id=2&shelf=7", "/i?id=3&shelf=7")),  # things of a shelf
        ("/list", ("/i/1?shelf=7", "/i/2?shelf=7", "/i/3?shelf=7", "/")),  # and the way home
        ("/list?sid=a", (*MENU, "/more?sid=c")),  # links differ
        ("/list?page=2", ("/list?page=1", "/list?page=3", *MENU)),  # a pager
        ("/list?page=1", ("/list?page=2", "/list?page=2&by=name", "/list?page=2&by=age", *MENU)),
        ("/list?sid=a", MENU[:2]),  # few
    ],
)
def test_what_any_other_argument_does_is_no_sign(url: str, given: tuple[str, ...]) -> None:
    assert () == of_visit(links(*given), HOST + url)


FROM = "/shelf/?page=2&per=20"


@pytest.mark.parametrize(
    "back",
    [
        "/shelf/?page%3D2%26per%3D20",  # path and arguments
        "/shelf/",  # its path
        "http%3A%2F%2Fa.example%2Fshelf%2F%3Fpage%3D3",  # whole, as another page of the list
        "page%3D2%26per%3D20",  # its arguments, without a path
        "page%3D2",  # some of them
    ],
)
def test_what_says_the_address_of_its_own_page_is_a_way_back(back: str) -> None:
    page = links("/", "/i?id=1", f"/i?id=1&from={back}", f"/i?id=2&from={back}")
    assert (("from&id", "from"),) == of_visit(page, HOST + FROM)


@pytest.mark.parametrize(
    "given",
    [
        ("/i?id=1&from=/attic/", "/i?id=2&from=/attic/"),  # of another page
        ("/i?id=1&from=page%3D3", "/i?id=2&from=page%3D3"),  # other arguments
        ("/pack?of=/shelf/", "/pack?of=/shelf/a", "/pack?of=/shelf/b"),  # things of a folder
        ("/i?id=1&from=shelf", "/i?id=2&from=shelf"),  # a name, and no address
    ],
)
def test_what_says_another_address_or_a_name_is_none(given: tuple[str, ...]) -> None:
    assert () == of_visit(links("/", "/help", *given), HOST + FROM)


def test_the_way_home_is_no_sign() -> None:
    assert () == of_visit(links("/browse?path=/", "/help"), f"{HOST}/")
