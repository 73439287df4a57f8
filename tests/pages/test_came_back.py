"""What came back is decided in one place, and each way a request ends has its word."""

from __future__ import annotations

from typing import get_args

import pytest

from upwell.models.pages.came_back import CameBack, Response, by_response, without_page
from upwell.models.site import Site, unlearned
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
    refused = unlearned(parse(PAGE), "http://a.example/s?q=otter", "otter", Response(403))
    assert ("block", False, [], []) == (
        refused.came_back, refused.empty, refused.pagelets, refused.objects,
    )  # fmt: skip
    assert isinstance(refused.cluster, int)


def test_a_picture_is_no_failure_to_match() -> None:
    reading = Site().observe(b"\x89PNG....", url="http://a.example/x.png")
    assert ("other_type", False) == (reading.came_back, reading.empty)
