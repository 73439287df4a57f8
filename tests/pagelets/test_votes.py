"""Laws of what the votes of a site's pages make of a place."""

from __future__ import annotations

import pytest

from upwell.models.pagelets.learning.votes import Vote, VoteParams, VoteTable


def lists(mass: float, linked: float, asked: bool) -> bool:
    """Whether parts in any number, of so much of the pages' text, are the site's list."""
    table = VoteTable()
    for n in (3, 12, 25, 7, 30, 2, 18):
        table.fold(Vote(weights=((1, 1.0),), mass=mass, linked=linked, r=n), asked=asked)
    return any(known.lists for known in table.known(VoteParams()))


@pytest.mark.parametrize(
    ("mass", "linked", "asked", "expected"),
    [
        (0.7, 1.0, False, True),  # most of the text
        (0.45, 1.0, True, True),  # not half, beside boxes that turn
        (0.55, 1.0, False, False),  # of a site that is not asked: related things of a detail page
        (0.55, 0.2, True, False),  # what leads nowhere is no list of records
        (0.35, 1.0, True, False),  # much less than half
    ],
)
def test_linked_parts_in_any_number_are_a_list_if_they_are_much_of_what_is_answered(
    mass: float, linked: float, asked: bool, expected: bool
) -> None:
    assert expected == lists(mass, linked, asked)


@pytest.mark.parametrize("asked", [True, False])
def test_a_list_that_is_always_as_long_is_no_answer_where_another_follows_what_matches(
    asked: bool,
) -> None:
    """Pages with one match have a box of ten that is most of their text."""
    table = VoteTable()
    for n in (20, 7, 13, 20, 9):
        table.fold(Vote(weights=((1, 1.0),), mass=0.7, linked=1.0, r=n), asked=asked)
    for _ in range(4):
        table.fold(Vote(weights=((2, 1.0),), mass=0.7, linked=1.0, r=10), asked=asked)
    assert [True, not asked] == [one.lists for one in table.known(VoteParams())]


@pytest.mark.parametrize("follow", [True, False])
def test_linked_parts_that_follow_the_query_are_a_list_though_their_number_hardly_varies(
    follow: bool,
) -> None:
    """Nearly all answers fill their page, and boxes beside them have half of its text."""
    table = VoteTable()
    for n in (12, 12, 12, 9, 12, 12, 8):
        table.fold(Vote(weights=((1, 1.0),), mass=0.5, linked=1.0, r=n), asked=True)
    found = table.known(VoteParams(), follow={1} if follow else ())
    assert [follow] == [one.lists for one in found]
