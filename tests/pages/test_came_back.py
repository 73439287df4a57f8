"""What came back is decided in one place, and each way a request ends has its word."""

from __future__ import annotations

from typing import get_args

import pytest

import upwell
from upwell.models.pages.came_back import CameBack, Response, by_response, without_page
from upwell.models.site import Site, read_alone
from upwell.models.tree.parse import parse
from upwell.streams.web.outcomes import ALL, LASTING, OK, TRANSIENT

PAGE = b"<h1>Otters</h1><ul><li><a href=/1>one</a> a first text<li><a href=/2>two</a> more</ul>"


def test_every_outcome_without_a_page_is_one_of_the_classes() -> None:
    assert {without_page(outcome) for outcome in ALL - {OK}} <= set(get_args(CameBack))


@pytest.mark.parametrize("outcome", sorted(TRANSIENT | LASTING))
def test_no_fault_is_an_answer(outcome: str) -> None:
    assert without_page(outcome) not in ("answer", "no_match")


def test_a_site_that_asks_for_less_is_no_site_that_is_away() -> None:
    assert ("block", "away") == (without_page("busy", 429), without_page("busy", 503))


def test_a_redirect_within_the_owner_moves_nothing() -> None:
    within = Response(200, asked="http://shop.example.com/s?q=x")
    assert "answer" == by_response(within, "http://www.example.com/results")
    assert "moved" == by_response(within, "http://domains-for-sale.test/")


def test_what_is_no_answer_has_no_objects_and_a_kind_all_the_same() -> None:
    refused = read_alone(parse(PAGE), "http://a.example/s?q=otter", "otter", Response(403))
    assert ("block", False, [], []) == (
        refused.came_back, refused.empty, refused.pagelets, refused.objects,
    )  # fmt: skip
    assert isinstance(refused.cluster, int)


def test_a_picture_is_no_failure_to_match() -> None:
    reading = Site().observe(b"\x89PNG....", url="http://a.example/x.png")
    assert ("other_type", False) == (reading.came_back, reading.empty)


FRAME = "<html><body><a href=/>Home</a> <a href=/new>New</a><form><input name=q></form>{}</body>"
WALL = "<p>Members alone</p><form method=post><input name=u><input type=password name=p></form>"


def _taught(answer: str, nonsense: str) -> upwell.Site:
    """A site that answered six words and three of nonsense like this."""
    site = upwell.Site()
    for i, word in enumerate(
        "amber basil cedar delta ember fjord gravel harbor iris jetty kelp lilac".split()
    ):
        rows = "".join(
            f"<li><a href=/{word}{n}>A {word} of {n * 7} rows</a> <b>{n} EUR</b></li>"
            for n in range(2 + i % 4)
        )
        page = FRAME.format(answer.format(word=word, rows=f"<ul class=hits>{rows}</ul>"))
        site.observe(page.encode(), f"http://a.test/s?q={word}", word, status=200)
    for word in "zzyzxo qwvvka xxplif".split():
        page = FRAME.format(nonsense.format(word=word))
        site.observe(page.encode(), f"http://a.test/s?q={word}", word, nonsense=True, status=200)
    site.publish()
    return site


def _came_back(site: upwell.Site, page: str, status: int = 200) -> str:
    return site.observe(page.encode(), "http://a.test/s?q=grove", "grove", status=status).came_back


def test_a_wall_that_every_question_meets_is_no_page_for_no_match() -> None:
    assert _came_back(_taught(WALL, WALL), FRAME.format(WALL)) == "login"


def test_a_box_of_the_frame_is_no_wall_though_nothing_matched_yet() -> None:
    site = upwell.Site()
    for i in range(3):
        page = FRAME.format(f"<p>About us, part {i}</p>" + WALL)
        site.observe(page.encode(), f"http://a.test/about{i}", status=200)
    nothing = FRAME.format("<h2>Nothing found</h2>" + WALL)
    for word in ("amber", "zzyzxo"):
        url = f"http://a.test/s?q={word}"
        site.observe(nothing.encode(), url, word, nonsense=word != "amber", status=200)
    site.publish()
    assert _came_back(site, nothing) == "no_match"


def test_a_box_to_log_in_beside_a_message_is_no_wall() -> None:
    site = _taught("{rows}" + WALL, "<p>Nothing for {word}</p>" + WALL)
    assert _came_back(site, FRAME.format("<p>Nothing for grove</p>" + WALL)) == "no_match"


@pytest.mark.parametrize("status", [200, 500])
def test_a_fault_within_the_frame_is_no_page_for_no_match(status: int) -> None:
    site = _taught("{rows}", "<h2>{word}</h2>")
    fault = FRAME.format("<h2>An error has occurred</h2>")
    assert _came_back(site, fault, status) == "error"
    assert _came_back(site, FRAME.format("<h2>grove</h2>")) == "no_match"


@pytest.mark.parametrize(
    "check",
    [
        "<p>Type what you see <img src=/c.png><input name=seen></p>",
        "<p>One more step</p><div data-sitekey=x1></div>",
    ],
)
def test_a_page_out_of_the_frame_that_wants_something_is_a_block(check: str) -> None:
    site = _taught("<p>Found for {word}</p>{rows}", "<p>Nothing for {word}</p>")
    assert _came_back(site, f"<html><body><div><div>{check}</div></div></body>") == "block"
    assert _came_back(site, FRAME.format(check)) != "block"


def test_what_a_link_says_is_said_of_where_it_leads() -> None:
    rows = "".join(
        f"<li><a href=/{n}>{text}</a> opened by A. Feroze</li>"
        for n, text in enumerate(("Access denied", "Captcha", "Too many requests", "A page"))
    )
    assert _came_back(upwell.Site(), FRAME.format(f"<ul>{rows}</ul>")) == "answer"
    assert _came_back(upwell.Site(), FRAME.format("<p><b>Access</b> denied</p>")) == "block"
