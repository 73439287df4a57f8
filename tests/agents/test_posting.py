"""Laws of POST: only the form that the operator named is sent, wherever it stands."""

from __future__ import annotations

import pytest

from upwell.consent import consented
from upwell.streams.records import Change, Request, SiteStatus

from .paged import Paged
from .ring import Answer, Ring

HOST = "http://library.example"


class Posting(Paged):
    """The form is sent by POST, and stands on a page of its own, the second there."""

    where = "/find"
    method = b"post"

    def __call__(self, url: str) -> Answer:
        outcome, status, html = super().__call__(url)
        path = url.partition("://")[2].partition("/")[2].partition("?")[0]
        if f"/{path}" not in (self.where, "/search"):
            html = html.replace(b'<form action="/search">', b'<a href="/find">Find</a><form>')
            return outcome, status, html.replace(b'<input type="search" name="q">', b"<i></i>")
        news = b'<form action="/news" method="post"><input type="search" name="q"></form>'
        form = b'<form action="/search" method="%s">' % self.method
        return outcome, status, html.replace(b'<form action="/search">', news + form)

    def find(self, query: str) -> list[int]:
        drawn = sum(map(ord, query))
        return [n for n in range(self.n) if (n + drawn) % 29 == 0] if 0 < len(query) < 9 else []


def posts(ring: Ring) -> list[Request]:
    return [request for request in ring.of(Request) if request.method == "POST"]


def test_a_form_of_another_page_is_sent_by_its_place_there() -> None:
    ring = Ring(Posting(120)).open(allow_post=2, allow_post_on=f"{HOST}/find", max_queries=150)
    assert posts(ring)
    assert {f"{HOST}/search"} == {request.action for request in posts(ring)}
    assert 0.9 * 120 <= len({change.id for change in ring.of(Change)})


def test_without_consent_nothing_is_posted_and_what_to_type_is_said() -> None:
    ring = Ring(Posting(60)).open()
    assert [] == posts(ring)
    assert f"--allow-post {HOST}/find#" in ring.of(SiteStatus)[-1].reason


def test_a_place_without_a_page_is_one_of_the_page_that_was_added() -> None:
    ring = Ring(Posting(60)).open(allow_post=2)
    assert [] == posts(ring)


def test_consent_goes_before_a_form_that_needs_none() -> None:
    class Both(Posting):
        """The page that was added has a form of its own."""

        def __call__(self, url: str) -> Answer:
            outcome, status, html = super().__call__(url)
            more = b'<form action="/pages" role="search"><input type="search" name="s"></form>'
            return outcome, status, html.replace(b"<body>", b"<body>" + more)

    ring = Ring(Both(60)).open(allow_post=3, allow_post_on=f"{HOST}/find")
    assert posts(ring)


@pytest.mark.parametrize(
    ("typed", "place", "page"),
    [("", 0, ""), ("2", 2, ""), (f"{HOST}/find#3", 3, f"{HOST}/find"), ("0", 0, "")],
)
def test_what_is_typed_names_a_place_and_a_page(typed: str, place: int, page: str) -> None:
    assert (place, page) == consented(typed)


@pytest.mark.parametrize("typed", ["x", "http://a.example/", "#2", "-1", "http://a.example/#0"])
def test_what_names_no_form_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="place"):
        consented(typed)
