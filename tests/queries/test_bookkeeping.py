"""The counts of the running selection against a recount of everything that came back."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.models.queries.params import AdaptiveParams
from upwell.models.queries.selection.adaptive import Adaptive
from upwell.models.queries.selection.belief import Corrections, MatchEstimate
from upwell.models.queries.selection.bookkeeping import Bookkeeping

N_WORDS = 6
HELD = {
    item: np.flatnonzero(np.array([item >> w & 1 for w in range(N_WORDS)])) for item in range(64)
}
answers = st.lists(st.integers(0, 63), max_size=80)


def recounted(returned: list[int], kept: set[int]) -> tuple[list[int], list[int], list[int]]:
    times = Counter(item for item in returned if item in kept)
    known, once, returns = [0] * N_WORDS, [0] * N_WORDS, [0] * N_WORDS
    for item, n in times.items():
        for word in HELD[item].tolist():
            known[word] += 1
            once[word] += n == 1
            returns[word] += n
    return known, once, returns


@given(answers, st.sets(st.integers(0, 63), max_size=9))
def test_counts_equal_a_recount_of_what_is_kept(returned: list[int], dropped: set[int]) -> None:
    books = Bookkeeping(N_WORDS)
    for item in returned:
        books.fold(item, HELD[item].astype(np.int32))
    for item in dropped & set(returned):
        books.forget(item)
    kept = set(returned) - dropped
    times = Counter(item for item in returned if item in kept)
    assert recounted(returned, kept) == tuple(
        counts.tolist() for counts in (books.known, books.once, books.times)
    )
    assert (times.total(), list(times.values()).count(1)) == (books.answers, books.objects_once)


@given(answers)
def test_many_returns_at_once_count_like_one_by_one(returned: list[int]) -> None:
    one, many = Bookkeeping(N_WORDS), Bookkeeping(N_WORDS)
    for item in returned:
        one.fold(item, HELD[item].astype(np.int32))
    for item, times in Counter(returned).items():
        many.fold(item, HELD[item].astype(np.int32), times)
    for counts in ("known", "once", "times"):
        np.testing.assert_array_equal(getattr(one, counts), getattr(many, counts))
    assert (one.answers, one.objects_once) == (many.answers, many.objects_once)


@given(answers)
def test_new_rates_are_those_of_good_and_turing_mixed_with_the_sites(returned: list[int]) -> None:
    chooser = Adaptive(np.zeros(N_WORDS), AdaptiveParams(prior=20))
    chooser.fold((0,), None, [(item, HELD[item].astype(np.int32)) for item in returned])
    _, once, times = recounted(returned, set(returned))
    singles = list(Counter(returned).values()).count(1)
    g = (singles + 1) / (len(returned) + 1)
    expected = [min(0.98, (o + 20 * g) / (t + 20)) for o, t in zip(once, times, strict=True)]
    np.testing.assert_allclose(expected, chooser.new_rates(np.arange(N_WORDS)))


def test_match_counts_teach_a_source_that_holds_twice_what_was_believed() -> None:
    estimate = MatchEstimate(decay=0.99)
    known, rate = np.array([30.0]), np.array([0.5])
    before = float(estimate.sizes(known, rate)[0])
    for n in range(4, 200, 3):
        estimate.learn(n, 0.5, matches=4 * n)
    assert 60 == pytest.approx(before)
    assert 120 == pytest.approx(float(estimate.sizes(known, rate)[0]), rel=0.2)


def test_answers_that_bring_less_than_expected_sink_their_bin_and_no_other() -> None:
    corrections = Corrections(decay=0.99)
    for _ in range(50):
        corrections.expect(9, 20.0)
        corrections.find(9, 2)
    factors = corrections.factor(np.arange(20))
    assert 0.1 == pytest.approx(float(factors[9]), abs=0.03)
    assert [1.0] * 19 == [factor for at, factor in enumerate(factors.tolist()) if at != 9]


def test_a_beliefs_weight_fades() -> None:
    corrections = Corrections(decay=0.5)
    corrections.expect(3, 1000.0)
    for _ in range(60):
        corrections.expect(4, 0.0)
    assert 1.0 == pytest.approx(float(corrections.factor(np.array([3]))[0]))


@pytest.mark.parametrize(("overhead", "expected"), [(0.01, (1,)), (5.0, (0,))])
def test_a_high_price_of_asking_prefers_large_answers(
    overhead: float, expected: tuple[int, ...]
) -> None:
    chooser = Adaptive(np.zeros(3), AdaptiveParams(overhead))
    wide, narrow = [(n, [0, 2]) for n in range(40)], [(n, [1, 2]) for n in range(40, 44)]
    answer = [(n, np.array(held, np.int32)) for n, held in wide + narrow]
    chooser.fold((2,), None, answer)
    for _ in range(3):  # what is wide has come back before
        for n, held in answer[:20]:
            chooser.books.fold(n, held)
    assert expected == chooser.choose(limit=50)


def test_pairs_are_asked_when_single_words_bring_nothing_more() -> None:
    chooser = Adaptive(np.zeros(3))
    answer = [(n, np.array([0, 1 + n % 2], np.int32)) for n in range(40)]
    chooser.fold((0,), 400, answer)
    chooser.fold((1,), 200, answer[1::2])
    chooser.fold((2,), 200, answer[::2])
    assert chooser.choose(100) in {(0, 1), (0, 2)}
    assert {(0, 1), (0, 2)} == {pair.query for pair in chooser.queue}
