"""Where a guest's manners begin and end: each of their numbers at both ends."""

from __future__ import annotations

import pytest

from upwell.models.tree.parse import parse
from upwell.models.urls.manners import record_action_links
from upwell.models.urls.manners.words import names_act, says_act


def beside(html: str) -> set[str]:
    found = record_action_links(parse(html.encode(), url="http://a.example/"))
    return {url.removeprefix("http://a.example") for url in found}


def rows(n: int, n_beside: int = 1, depth: int = 0) -> str:
    """Records with a link each to their page, and links beside it that all say something else."""
    around = "<div>" * depth, "</div>" * depth
    return "".join(
        f"<li><p><a href=/i/{k}>Record number {k} of many</a></p> 3 EUR {around[0]}"
        + "".join(f"<b><a href=/x/{k}/{one}>go{k}{one}</a></b>" for one in range(n_beside))
        + f"{around[1]}</li>"
        for k in range(n)
    )


def test_two_links_that_say_the_same_and_lead_elsewhere_are_beside_records() -> None:
    assert {"/e/1", "/e/2"} == beside("<a href=/e/1>Change it</a> <a href=/e/2>Change it</a>")
    assert set() == beside("<a href=/e/1>Change it</a> <a href=/e/2>See it</a>")


@pytest.mark.parametrize(("n", "are_records"), [(2, False), (3, True)])
def test_three_records_side_by_side_are_no_coincidence(n: int, are_records: bool) -> None:
    assert are_records == bool(beside(f"<ul>{rows(n)}</ul>"))


@pytest.mark.parametrize(("n_beside", "are_beside"), [(2, True), (3, False)])
def test_what_a_record_has_three_times_is_a_list_of_its_own(
    n_beside: int, are_beside: bool
) -> None:
    assert are_beside == bool(beside(f"<ul>{rows(4, n_beside)}</ul>"))


@pytest.mark.parametrize(("depth", "is_found"), [(2, True), (9, False)])
def test_a_record_holds_its_links_closely(depth: int, is_found: bool) -> None:
    """What is far below is of a page's parts, in which whole lists stand."""
    assert is_found == bool(beside(f"<ul>{rows(4, depth=depth)}</ul>"))


def test_a_line_may_name_an_act_and_what_is_longer_is_prose() -> None:
    line = "remove all favourites from list"
    assert names_act(line)
    assert says_act("ajouter a la liste d envies".replace(" ", "-"))
    assert not names_act(f"{line} {'item ' * 8}")
    assert names_act("remove all items from list in cart")
