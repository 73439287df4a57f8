"""A small shop: beside answers of one record stand more facets than records, and none is one."""

from __future__ import annotations

import pytest

from upwell.models.site import Site
from upwell.streams.records import Change
from upwell.streams.sinks.lines import ENDED

from .ring import Ring
from .sourced import Sourced

WORDS = "amber birch cobalt dune elder fern garnet heath iris juniper kelp lotus maple".split()
HOST = "http://one.example"


@pytest.mark.parametrize("size", [40, pytest.param(80, marks=pytest.mark.e2e)])
def test_no_facet_is_ever_told(size: int) -> None:
    ring = Ring(Sourced("shop", size, seed=0)).open(max_pages=150, max_queries=20)
    told = {change.id: change for change in ring.of(Change) if change.event == "new"}
    assert len(told) >= 0.8 * size
    facets = [one.text for one in told.values() if all("/search.php" in at for at in one.links)]
    assert not facets


def test_boxes_beside_answers_of_one_record_are_no_records() -> None:
    """Some ask on, the others lead to records that were looked at lately."""
    ring = Ring(Sourced("shop", 12, seed=2)).open(max_pages=100, max_queries=60)
    last = {change.id: change for change in ring.of(Change)}
    told = [change for change in last.values() if change.event not in ENDED]
    assert 12 == len([one for one in told if "/product/" in (one.url or "")]) == len(told)


@pytest.mark.parametrize("size", [12, pytest.param(40, marks=pytest.mark.e2e)])
def test_what_orders_or_pages_a_list_is_no_second_list_beside_it(size: int) -> None:
    """Lines above a short table: how it is sorted, how long its pages are, how many there are."""
    ring = Ring(Sourced("timetable", size, seed=598037)).open(max_queries=2_000)
    last = {change.id: change for change in ring.of(Change)}
    told = [change for change in last.values() if change.event not in ENDED]
    assert size == len({change.url for change in told if "/event" in (change.url or "")})
    assert [] == [change.text for change in told if "/event" not in (change.url or "")]


def test_records_of_a_site_of_one_script_are_told() -> None:
    """Their addresses are that of the answer with one argument more, as those of facets are."""
    site = Site()
    for i in range(26):
        word = f"{WORDS[i % 13]}{i}"
        site.observe(*answer(word, 1 + i % 6), word)
    for i in range(3):
        site.observe(*answer(f"zq{i}", 0), f"zq{i}", nonsense=True)
    site.publish()
    assert len(site.observe(*answer("lotus", 5), "lotus").objects) == 5


def answer(word: str, n: int) -> tuple[bytes, str]:
    own = f"/cgi?q={word}"
    rows = "".join(
        f"<article><h3><a href='{own}&id={i}{n}'>{word} {WORDS[i]}</a></h3><p>made in {i}{n}0"
        "</article>"
        for i in range(n)
    )
    head = "<form action=/cgi><input name=q></form><a href=/>Home</a> <a href=/about>About</a>"
    body = f"<div id=head>{head}</div><h1>Found for {word}</h1><div id=main>{rows}</div>All rights"
    return body.encode(), HOST + own


def test_facets_are_none_where_nothing_else_counts() -> None:
    """The records are the same under every question; only facets are not."""
    site = Site()
    for i in range(24):
        word = f"{WORDS[i % 13]}{i}"
        site.observe(*narrowed(word, i), word)
    site.publish()
    reading = site.observe(*narrowed("lotus", 5), "lotus")
    assert not [one.links for one in reading.objects if any("?q=" in at for at in one.links)]


def narrowed(word: str, n: int) -> tuple[bytes, str]:
    own = f"/cgi?q={word}"
    facets = "".join(
        f"<li><a href='{own}&{name}={WORDS[(n + i) % 13]}'>{WORDS[(n + i) % 13]} ({n + i})</a></li>"
        for name in ("brand", "year")
        for i in range(4)
    )
    rows = "".join(f"<p><a href=/item/{i}>{WORDS[i]} lamp</a> made here</p>" for i in range(3))
    head = "<form action=/cgi><input name=q></form><a href=/>Home</a> <a href=/about>About</a>"
    body = f"<div id=head>{head}</div><ul>{facets}</ul><div id=main>{rows}</div>All rights"
    return body.encode(), HOST + own
