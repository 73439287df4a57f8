"""A file of objects is held against the records of a site."""

from __future__ import annotations

from typing import Any

from .classes import CLASSES
from .crawling import Score, counted
from .database import Record
from .site import MadeSite

SITE = CLASSES["shared-word"](1)
FIRST, SECOND = SITE.records[:2]


def _line(record: Record, number: str = "", **more: Any) -> dict[str, Any]:
    url = f"http://127.0.0.1:1{SITE.look.own_url(record)}"
    return {"id": number or str(record.id), "text": f"{record.title} by", "url": url} | more


def _counted(*lines: dict[str, Any], site: MadeSite = SITE) -> Score:
    return counted(site, list(lines), 0, 1.0, 0)


def test_each_record_counts_once_and_further_objects_of_it_are_doubles() -> None:
    got = _counted(_line(FIRST), _line(FIRST, "again"), _line(SECOND))
    assert 2 / len(SITE.records) == got.recall
    assert (1.0, 1) == (got.precision, got.n_doubles)


def test_a_later_line_of_an_object_supersedes_and_withdrawn_ones_do_not_count() -> None:
    later = _line(SECOND, "one")
    got = _counted(_line(FIRST, "one"), later, _line(FIRST, "two", event="withdrawn"))
    assert 1 / len(SITE.records) == got.recall
    assert (1.0, 0) == (got.precision, got.n_doubles)


def test_no_title_two_titles_and_the_page_of_another_are_false() -> None:
    both = _line(FIRST, "both", text=f"{FIRST.title} {SECOND.title}", url=None)
    none = _line(FIRST, "none", text="Privacy", url=None)
    other = _line(FIRST, "other", text=SECOND.title)
    got = _counted(both, none, other, _line(FIRST))
    assert 0.25 == got.precision
    assert not got.whole


def test_an_object_without_a_page_of_its_own_is_known_by_its_title() -> None:
    assert 1 / len(SITE.records) == _counted(_line(FIRST, url=None)).recall


def test_the_echo_of_a_query_leads_to_the_same_record() -> None:
    for make in (1, 2, 3):
        site = CLASSES["echo"](make)
        record = site.records[0]
        url = f"http://127.0.0.1:1{site.row(record, 'two words').url}"
        line = {"id": "1", "text": record.title, "url": url}
        assert 1.0 == counted(site, [line], 0, 1.0, 0).precision
