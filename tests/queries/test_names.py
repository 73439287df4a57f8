"""Names from outside a site: which lists it is about, and what they offer to ask."""

from __future__ import annotations

import pytest

from upwell.models.queries.names import NameLists, cleaned_log, mentions, sampled, typed_names
from upwell.models.queries.names.params import (
    BATCH,
    FIRST_LOOK,
    LONGEST,
    MOST_LISTS,
    MOST_OF_A_LIST,
)
from upwell.models.queries.pool import QueryPool

FIRST = ["anna", "bert", "carl", "dora", "emil", "finn", "gerd", "hugo"]
LAST = ["ash", "birch", "cedar", "elm", "fir", "hazel", "lime", "maple"]
PEOPLE = [f"{FIRST[i]} {LAST[i]}" for i in range(8)]
STRANGERS = [f"{FIRST[i]} {LAST[(i + 3) % 8]}" for i in range(8)]


def site_of(names: list[str], copies: int = 6) -> QueryPool:
    """A site whose objects each have one of the names, and a word of their own."""
    pool = QueryPool()
    pool.fold_list(
        (100 * at + copy, [*name.split(), f"x{at}"])
        for at, name in enumerate(names)
        for copy in range(copies)
    )
    return pool


def test_a_list_that_a_site_mentions_matches_and_one_of_the_same_words_does_not() -> None:
    pool, lists = site_of(PEOPLE), NameLists()
    lists.add("people", PEOPLE)
    lists.add("strangers", STRANGERS)
    lists.offer_to(pool)
    assert {"people": True, "strangers": False} == {
        kind: one.is_match for kind, one in lists.lists.items()
    }
    assert set(PEOPLE) == set(pool.memory.offers)


def test_lists_are_compared_when_enough_is_known_and_again_when_it_doubled() -> None:
    lists = NameLists()
    assert not lists.is_due(10_000)
    lists.add("people", PEOPLE)
    assert [False, True] == [lists.is_due(n) for n in (FIRST_LOOK - 1, FIRST_LOOK)]
    lists.offer_to(site_of(PEOPLE))
    n = len(PEOPLE) * 6
    assert [False, True] == [lists.is_due(n) for n in (2 * n - 1, 2 * n)]


def test_of_a_long_list_a_batch_is_offered_at_a_time() -> None:
    pool, lists = site_of(PEOPLE), NameLists()
    lists.add("people", [*PEOPLE, *(f"stranger {n}" for n in range(3 * BATCH))])
    lists.offer_to(pool)
    assert BATCH == len(pool.memory.offers)
    lists.offer_to(pool)
    assert 2 * BATCH == len(pool.memory.offers)


def test_lists_have_bounds_and_what_was_given_twice_is_there_once() -> None:
    lists = NameLists()
    for number in range(MOST_LISTS + 5):
        lists.add(f"type {number}", ["red bus"])
    lists.add("type 0", (f"name {n}" for n in range(2 * MOST_OF_A_LIST)))
    lists.add("type 1", ["red bus"])
    assert MOST_LISTS == len(lists.lists)
    assert MOST_OF_A_LIST == len(lists.lists["type 0"].names)
    assert ["red bus"] == lists.lists["type 1"].names


def test_lists_come_back_as_they_were_in_whatever_order_their_parts_are_read() -> None:
    lists = NameLists()
    lists.add("people", PEOPLE)
    lists.add("strangers", STRANGERS)
    lists.note_probe("anna", True)
    lists.offer_to(site_of(PEOPLE))
    parts = list(lists.encode_dirty().values())
    again, backwards = NameLists.decode(parts), NameLists.decode(parts[::-1])
    assert lists.lists == again.lists == backwards.lists
    assert lists.looked_at == backwards.looked_at
    asked: list[str] = []
    while (word := again.next_probe(asked)) is not None:
        assert word == backwards.next_probe(asked)
        asked.append(word)


def test_words_are_asked_of_the_list_whose_words_bring_something() -> None:
    lists = NameLists()
    lists.add("people", [f"anna {last}" for last in LAST] + [f"bert {last}" for last in LAST])
    lists.add("towns", ["new york", "new orleans", "old york", "old orleans"])
    lists.note_probe("anna", False)
    assert lists.next_probe(("anna",)) in {"new", "old", "york", "orleans"}
    for word in ("new", "old", "york", "orleans"):
        lists.note_probe(word, False)
    assert lists.next_probe(("anna", "new")) is None


def test_a_mention_needs_all_words_of_a_name_in_one_object() -> None:
    numbers = {"red": 0, "bus": 1, "tram": 2}
    found = mentions([{0, 2}, {1}], ["red bus", "red tram", "red"], numbers)
    assert ["red tram"] == found.names


def test_a_log_with_addresses_counts_for_its_site_alone() -> None:
    lines = [f"red bus\thttp://{host}/{n}\t3" for host in ("a.org", "b.org:80") for n in (1, 2)]
    lines += ["a org\thttp://a.org/\t99"]
    assert ["red bus"] == cleaned_log(lines, "a.org")
    assert [] == cleaned_log(lines, "c.org")


def test_patterns_are_learned_from_names_or_from_queries_that_others_contain() -> None:
    log = ["price of red bus", "price of old tram", "red bus", "old tram"]
    assert ["old tram", "red bus"] == cleaned_log(log, "a.org")
    named = cleaned_log(log[:2], "a.org", ["Red Bus", "old tram"])
    assert ["old tram", "red bus"] == named


@pytest.mark.parametrize(
    ("lines", "why"),
    [(["red bus\tno address\t3"], "not by a whole URL"), (["q\thttp://a.org/\tx"], "its clicks")],
)
def test_a_line_of_a_log_that_is_none_is_an_error_that_says_so(lines: list[str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        cleaned_log(lines, "a.org")


def test_types_have_a_bound_and_names_that_nobody_would_type_are_left_out() -> None:
    with pytest.raises(ValueError, match="types of names"):
        typed_names(f"type {n}\tred bus" for n in range(MOST_LISTS))
    assert {"a": ["x" * LONGEST]} == typed_names([f"a\t{'x' * LONGEST}", f"b\t{'x' * 200}"])
    assert MOST_OF_A_LIST == len(sampled(f"name {n}" for n in range(2 * MOST_OF_A_LIST)))
