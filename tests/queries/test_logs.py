"""Query logs and entity lists (ENT 4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.models.papers.ent.entities import (
    entity_queries,
    matched_types,
    query_list,
    type_relevance,
)
from upwell.models.queries.names.patterns import Click, Pattern, cleaned, patterns, site_queries

ENTITIES = {"hp touchpad", "ipad", "new york", "new orleans", "where to", "hotel", "iphone"}
ASKED = [
    "where to stay in new york",
    "where to stay in new orleans",
    "hp touchpad review",
    "ipad review",
    "price of ipad",
    "price of iphone",
    "cheap iphone",
    "cheap ipad",
    "hotel in new york",
]


@pytest.mark.parametrize(
    ("clicks", "kept"),
    [
        ([("a.org/1", 3), ("a.org/2", 3)], True),
        ([("a.org/1", 99)], False),  # navigational: one page
        ([("a.org/1", 99), ("a.org/2", 2)], False),
        ([("a.org/1", 3), ("b.org/2", 3)], False),  # two sites, one page each
    ],
)
def test_a_query_of_a_site_is_clicked_on_two_of_its_pages_three_times_each(
    clicks: list[tuple[str, int]], kept: bool
) -> None:
    log = [Click("Red bus", f"http://{url}", times) for url, times in clicks]
    assert ({"a.org": ["red bus"]} if kept else {}) == site_queries(log)


def test_patterns_are_what_stands_around_the_longest_names_more_than_once() -> None:
    found = patterns(ASKED, ENTITIES)
    assert {("price", "of"), ("where", "to", "stay", "in")} == {p.words for p in found if p.prefix}
    assert {("review",)} == {p.words for p in found if not p.prefix}


def test_prefixes_without_a_preposition_are_patterns_only_when_asked_for() -> None:
    found = patterns(ASKED, ENTITIES, prepositions=False)
    assert Pattern(("cheap",), True, 2) in found


def test_cleaning_leaves_the_entity_and_each_query_once() -> None:
    actual = cleaned(ASKED, patterns(ASKED, ENTITIES))
    assert ["new york", "new orleans", "hp touchpad", "ipad", "iphone"] == actual[:5]
    assert "hotel in new york" in actual
    assert len(actual) == len(set(actual))


@given(st.lists(st.sampled_from(["review", "price of", "review review", "ipad", ""])))
def test_cleaning_never_empties_a_query(queries: list[str]) -> None:
    found = [Pattern(("review",), False, 2), Pattern(("price", "of"), True, 2)]
    assert "" not in cleaned(queries, found)
    assert all(query in cleaned(queries, found) for query in queries if query == "ipad")


def test_names_that_every_site_mentions_do_not_make_a_site_of_their_type() -> None:
    mentions = {
        "trips": ["rome", "oslo", "love"],
        "florist": ["rose", "love", "love", "love"],
        "books": ["love"],
    }
    scores = type_relevance(mentions, {"town": ["Rome", "Oslo", "Love", "Bath"]})
    assert {"trips": ["town"]} == matched_types(scores)


def test_relevance_is_the_cosine_of_two_vectors() -> None:
    scores = type_relevance({"a": ["x", "y"], "b": ["z"]}, {"all": ["x", "y"], "half": ["x"]})
    assert 1.0 == pytest.approx(scores["all"]["a"])
    assert 0.0 == scores["all"]["b"]
    assert 0.5**0.5 == pytest.approx(scores["half"]["a"])


@given(st.lists(st.text(max_size=5)), st.integers(0, 9))
def test_a_shorter_draw_of_names_is_the_beginning_of_a_longer_one(
    names: list[str], count: int
) -> None:
    longer = entity_queries(names, seed=3)
    assert longer[:count] == entity_queries(names, seed=3, count=count)
    assert len(longer) == len(set(longer))


def test_a_list_of_queries_keeps_its_order_and_its_letters() -> None:
    assert ["B 2", "a"] == query_list(" B  2\n#c\r\na\n\nB 2")
