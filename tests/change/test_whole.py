"""Laws of an object's row and its own page: one column is one thing, whatever it is called."""

from __future__ import annotations

from types import SimpleNamespace

from upwell.models.change.column_names import is_better_name
from upwell.models.change.whole import Whole, whole


def _joined(row: dict[str, str], page: dict[str, str], page_at: float = 2.0) -> Whole:
    def said(fields: dict[str, str], at: float, url: str) -> SimpleNamespace:
        places = {name: ["", f"slot of {name}", 1] for name in fields}
        return SimpleNamespace(fields=fields, typed={}, provenance=places, page=url, at=at)

    return whole(said(row, 1.0, "/s"), said(page, page_at, "/i"), "/i")


def test_nameless_columns_are_counted_by_rows_and_page_each_by_itself() -> None:
    found = _joined({"title": "Red lamp", "f1": "used"}, {"f1": "Sold by Lamps and more"})
    assert {"title": "Red lamp", "f1": "used", "own_f1": "Sold by Lamps and more"} == found.fields
    assert ({}, ["", "slot of f1", 1]) == (found.conflicts, found.provenance["own_f1"])
    assert not is_better_name("own_f1", "f1")


def test_a_value_that_the_page_says_under_another_name_is_not_in_question() -> None:
    """The page calls the model its title, and its title nothing."""
    for page_at in (0.5, 2.0):
        page = {"title": "XR55", "f4": "Red lamp XR55"}
        found = _joined({"title": "Red lamp XR55", "f1": "used"}, page, page_at)
        assert ("Red lamp XR55", "XR55") == (found.fields["title"], found.fields["own_title"])
        assert {} == found.conflicts
        assert "own_f4" not in found.fields


def test_one_object_does_not_decide_what_a_column_is_called() -> None:
    """A row counts what the page calls something: on another object it may be another value."""
    row, page = {"f2": "Tools and sons"}, {"brand": "Tools and sons"}
    assert {**row, **page} == _joined(row, page).fields


def test_what_both_call_one_thing_and_say_otherwise_is_a_conflict() -> None:
    found = _joined({"price": "5 €"}, {"price": "6 €", "weight": "3 kg"})
    assert ("6 €", {"price": ["5 €", "/s"]}) == (found.fields["price"], found.conflicts)
    assert "5 €" == _joined({"price": "5 €"}, {"price": "6 €"}, 0.5).fields["price"]


def test_a_title_that_begins_what_the_page_says_is_not_the_number_in_its_head() -> None:
    page = {"title": "4a83", "text": "Fix the red lamp. It did not burn.", "by": "Ann"}
    found = _joined({"title": "Fix the red lamp"}, page)
    assert ("Fix the red lamp", "4a83") == (found.fields["title"], found.fields["own_title"])
    assert {} == found.conflicts


def test_a_title_that_the_page_has_longer_is_that_also_where_a_text_begins_with_it() -> None:
    page = {"title": "The red lamp with a foot", "text": "The red lamp is a lamp."}
    assert page["title"] == _joined({"title": "The red lamp"}, page).fields["title"]
