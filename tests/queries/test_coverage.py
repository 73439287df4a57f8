"""The certificate of coverage: captures, estimates, and the share that they add up to."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.models.queries.coverage import LIST, PROBE, QUESTION, Captures, Evidence, certify
from upwell.models.queries.coverage.evidence import NAMES, log_odds
from upwell.models.queries.coverage.params import (
    CALIBRATION,
    FEWEST_ANSWERS,
    MOST_CAPTURES,
    NEAREST,
    SAMPLE,
)
from upwell.models.sample import key_hash

PAGES = st.lists(
    st.tuples(
        st.lists(st.integers(0, 40), max_size=8, unique=True),
        st.sampled_from([LIST, PROBE, QUESTION]),
    ),
    max_size=12,
)


def digests(numbers: list[int]) -> list[int]:
    return [key_hash(f"object {number}") for number in numbers]


def drawn(n_objects: int, n_answers: int, size: int = 20) -> Evidence:
    """Random answers of a source: every object is as easy to find as any."""
    captures, seen, recent = Captures(), set[int](), []
    for answer in range(n_answers):
        order = sorted(range(n_objects), key=lambda one: key_hash(f"{answer} {one}"))[:size]
        recent.append((size, len(set(order) - seen)))
        seen |= set(order)
        captures.fold(digests(order), QUESTION)
        captures.note_answer(size, None, cut=False)
    return Evidence(len(seen), captures, recent)


@given(PAGES)
def test_what_was_written_part_by_part_goes_on_as_it_stood(
    pages: list[tuple[list[int], str]],
) -> None:
    captures, parts = Captures(), dict[str, bytes]()
    for numbers, by in pages:
        captures.fold(digests(numbers), by)
        captures.note_answer(len(numbers), None, cut=False)
        parts |= captures.encode_dirty()
    again = Captures.decode(parts)
    assert captures.sample == again.sample
    assert +captures.counts == again.counts
    assert captures.sums == again.sums


@given(PAGES)
def test_captures_do_not_depend_on_the_order_of_pages(pages: list[tuple[list[int], str]]) -> None:
    forwards, backwards = Captures(), Captures()
    for numbers, by in pages:
        forwards.fold(digests(numbers), by)
    for numbers, by in reversed(pages):
        backwards.fold(digests(numbers), by)
    assert forwards.sample == backwards.sample


def test_a_page_that_is_read_again_counts_only_what_was_never_seen() -> None:
    captures = Captures()
    captures.fold(digests([1]), QUESTION)
    captures.fold(digests([1, 2]), QUESTION, again=True)
    assert sorted(captures.sample.values()) == [(1, 0, 0), (1, 0, 0)]


def test_the_sample_has_a_bound_and_stands_for_all() -> None:
    captures = Captures()
    for start in range(0, 20_000, 100):
        captures.fold(digests(list(range(start, start + 100))), QUESTION)
    scaled = len(captures.sample) << captures.sums.level
    assert SAMPLE / 2 - 200 < len(captures.sample) <= SAMPLE
    assert abs(scaled - 20_000) < 2_000


def test_an_object_is_counted_up_to_a_bound() -> None:
    captures = Captures()
    for _ in range(MOST_CAPTURES + 5):
        captures.fold(digests([1]), LIST)
    assert [one.lists for one in captures.sample.values()] == [MOST_CAPTURES]


def test_nothing_is_certified_before_some_answers_came() -> None:
    assert certify(drawn(100, FEWEST_ANSWERS - 1)) is None
    assert certify(drawn(100, FEWEST_ANSWERS)) is not None


@pytest.mark.parametrize(("n_objects", "n_answers"), [(1000, 60), (1000, 150), (400, 100)])
def test_the_interval_holds_the_size_of_an_even_source(n_objects: int, n_answers: int) -> None:
    found = certify(drawn(n_objects, n_answers))
    assert found is not None
    assert found.low <= n_objects <= found.high


def test_a_source_has_what_an_answer_says_it_has() -> None:
    evidence = drawn(100, 20)._replace(most_matches=5_000)
    found = certify(evidence)
    assert found is not None
    assert found.low >= 5_000
    assert found.share <= evidence.seen / 5_000


def test_the_more_is_asked_of_a_source_the_more_of_it_was_seen() -> None:
    shares = [found.share for n in (20, 60, 120, 300) if (found := certify(drawn(600, n)))]
    assert all(before < after for before, after in pairwise(shares))


def test_estimates_stand_in_their_order_and_none_is_below_what_was_seen() -> None:
    evidence = drawn(1000, 60)
    assert len(evidence.features()) == len(NAMES) == len(CALIBRATION.weights)
    assert all(size >= evidence.seen for size in evidence.estimates.values())


def test_a_share_is_kept_off_its_ends() -> None:
    assert log_odds(0.0) == log_odds(NEAREST) < log_odds(2 * NEAREST)
    assert log_odds(1.0) == log_odds(1 - NEAREST) > log_odds(1 - 2 * NEAREST)


def test_objects_of_lists_that_no_question_found_are_told_apart() -> None:
    evidence = drawn(100, 20)
    evidence.captures.fold(digests(list(range(1000, 1050))), LIST)
    assert evidence._replace(seen=evidence.seen + 50).only_listed == 50
