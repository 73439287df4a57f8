"""Laws of names in the ring: a kind of objects has one column where rows and own pages say one."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from upwell.agents.watch import reduce
from upwell.streams.records import Change, ModelPublished, Named, Seen

from .ring import Answer, DictView, Ring, library
from .test_own_pages import shop

_ROW = re.compile(r'<a href="/item/(\w+)-(\d+)">.*?</a>')


def _year(word: str, number: str) -> str:
    return str(1950 + (sum(map(ord, word)) + 7 * int(number)) % 40)


def dated(url: str) -> Answer:
    """`shop` with the year of a record in its row, without a name, and labelled on its own page."""
    found = re.search(r"/item/(\w+)-(\d+)$", urlsplit(url).path)
    outcome, status, html = shop(url) if found else library(url)
    text = html.decode()
    if found:
        text = text.replace(
            "<dt>Extent", f"<dt>Year</dt><dd>{_year(*found.groups())}</dd><dt>Extent"
        )
    else:
        text = _ROW.sub(lambda row: f"{row[0]} <em>{_year(row[1], row[2])}</em>", text)
    return outcome, status, text.encode()


@pytest.fixture(scope="module")
def opened() -> Ring:
    return Ring(dated).open(max_queries=40, details="sample")


def test_all_objects_have_the_column_that_own_pages_name_and_no_other_of_its_values(
    opened: Ring,
) -> None:
    last = {one.id: one for one in opened.of(Change)}
    columns = Counter(name for one in last.values() for name in one.fields)
    for one in last.values():
        found = re.search(r"/item/(\w+)-(\d+)$", one.url or "")
        assert found is not None
        year = _year(*found.groups())
        assert ["year"] == [name for name, text in one.fields.items() if text == year]
    assert len(last) == columns["year"]


def test_a_name_that_comes_late_is_a_correction_that_says_what_it_was(opened: Ring) -> None:
    events = Counter(one.event for one in opened.of(Change))
    assert 0 == events["changed"]
    renamed = [
        (one.before[name], one.fields["year"])
        for one in opened.of(Change)
        if one.event == "corrected"
        for name in one.before.keys() - one.fields.keys()
    ]
    assert renamed
    assert [] == [(was, now) for was, now in renamed if was != now]


def test_the_published_columns_are_those_of_the_objects(opened: Ring) -> None:
    body = opened.of(ModelPublished)[-1].body
    assert b'"name":"year"' in body.replace(b" ", b"")


def _row(fields: dict[str, str], **more: Any) -> Seen:
    sources = {name: ["", SLOTS.get(name, ""), 1] for name in fields}
    known = {"at": 5.0, "page_url": "http://s/list", "model_version": 1, **more}
    text = " ".join(fields.values())
    return Seen(site="s", seq=1, id="o", text=text, fields=fields, provenance=sources, **known)


SLOTS = {"title": "1.0", "f1": "2.0", "year": "2.0"}


NOW: dict[str, Any] = {"model_version": 2, "names": {"2.0": "year"}}


def _changes(*rows: Seen | Named) -> list[Change]:
    view = DictView("o")
    sent = [send.record for one in rows for send in reduce(view, one, None)]
    return [one for one in sent if isinstance(one, Change)]


def test_a_row_under_other_names_is_corrected_once_and_never_changed() -> None:
    before = _row({"title": "Red lamp", "f1": "1999"})
    after = _row({"title": "Red lamp", "year": "1999"}, **NOW)
    another = _row({"title": "Red lamp", "year": "1999"}, **NOW, at=9e4, page_url="http://s/2")
    changes = _changes(before, after, another)
    assert ["new", "corrected"] == [one.event for one in changes]
    assert {"title": "Red lamp", "year": "1999"} == changes[-1].fields
    assert {"f1": "1999"} == changes[-1].before


def test_a_value_that_changes_with_its_name_is_a_change_of_the_column_as_it_is_called_now() -> None:
    before = _row({"title": "Red lamp", "f1": "1999"})
    later = _row({"title": "Red lamp", "year": "2001"}, **NOW, at=9e4, before_at=5.0)
    changes = _changes(before, later)
    assert ("changed", {"year": "1999"}) == (changes[-1].event, changes[-1].before)


def test_a_later_reading_of_a_page_that_was_fetched_twice_takes_the_place_of_the_first() -> None:
    """Nothing was known of the list when its columns had the names of the page's own classes."""
    first = {"title": "Red lamp", "place": "Oslo", "score": "4.5"}
    better = {"title": "Red lamp", "published_in": "Oslo", "rating": "4.5"}
    second = _row(better, model_version=2, at=7.0)
    changes = _changes(_row(first), second)
    assert (better, "corrected") == (changes[-1].fields, changes[-1].event)
    elsewhere = _changes(_row(first), msgspec.structs.replace(second, page_url="http://s/2"))
    assert first.items() <= elsewhere[-1].fields.items()


def test_a_row_that_was_read_before_its_list_was_known_has_the_names_of_the_list_too() -> None:
    first = _row({"title": "Red lamp", "f1": "1999"})
    first = msgspec.structs.replace(first, provenance={"title": ["", "", 0], "f1": ["", "", 0]})
    named = Named(site="s", seq=9, id="o", names={"2.0": "year"}, model_version=3)
    changes = _changes(first, _row(first.fields, model_version=2), named)
    assert ["new", "corrected"] == [one.event for one in changes]
    assert {"title": "Red lamp", "year": "1999"} == changes[-1].fields
    assert {"f1": "1999"} == changes[-1].before


def test_an_own_page_that_is_visited_again_under_other_names_of_rows_is_a_correction() -> None:
    row = _row({"title": "Red lamp", "f1": "1999"})
    own: dict[str, Any] = {"is_own": True, "page_url": "http://s/o"}
    page = _row({"title": "Red lamp", "watts": "40"}, **own)
    later = _row({"title": "Red lamp", "watts": "40"}, **own, **NOW, at=9e4, before_at=5.0)
    assert ["new", "corrected", "corrected"] == [one.event for one in _changes(row, page, later)]
    changed = msgspec.structs.replace(later, fields={"title": "Red lamp", "watts": "60"})
    assert "changed" == _changes(row, page, changed)[-1].event
