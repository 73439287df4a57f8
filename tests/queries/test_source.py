"""The simulated source and the rates."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.models.queries.corpus import Corpus
from upwell.models.queries.experiment.limited_source import Match, Sort, Source
from upwell.models.queries.experiment.rates import Curve, at_hit_rate
from upwell.models.queries.experiment.run import METHODS, Method, experiment

TEXTS = ["red car", "red bus car", "blue bus", "blue car", "red tram", "red red bus"]
SORTS: tuple[Sort, ...] = ("none", "rank", "relevance")


def texts(n: int, seed: int = 0) -> list[str]:
    """Documents of skewed made-up words."""
    rng = np.random.default_rng(seed)
    return [
        " ".join(f"w{w}" for w in (rng.random(12) ** 3 * 120).astype(int).tolist())
        for _ in range(n)
    ]


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize(
    ("query", "match", "expected"),
    [
        (["red"], "and", {0, 1, 4, 5}),
        (["red", "bus"], "and", {1, 5}),
        (["tram", "blue"], "or", {2, 3, 4}),
        (["tram", "blue"], "and", set()),
    ],
)
def test_a_source_finds_all_or_any_of_the_words(
    sort: Sort, query: list[str], match: Match, expected: set[int]
) -> None:
    corpus = Corpus.of(TEXTS)
    matches, returned = Source(corpus, 99, sort, match).search([corpus.numbers[w] for w in query])
    assert (len(expected), expected) == (matches, set(returned.tolist()))


@pytest.mark.parametrize("sort", SORTS)
def test_a_source_counts_all_matches_and_returns_at_most_its_limit(sort: Sort) -> None:
    corpus = Corpus.of(TEXTS)
    matches, returned = Source(corpus, 2, sort).search([corpus.numbers["red"]])
    assert (matches, len(set(returned.tolist()))) == (4, 2)


@pytest.mark.parametrize("sort", SORTS)
def test_the_same_question_brings_the_same_answer(sort: Sort) -> None:
    corpus = Corpus.of(texts(200))
    source = Source(corpus, 7, sort, seed=3)
    first, second = (source.search([0])[1].tolist() for _ in range(2))
    assert first == second


def test_rank_is_one_order_for_all_queries_and_none_is_not() -> None:
    corpus = Corpus.of(["xa xb"] * 50)
    orders = {}
    for sort in SORTS[:2]:
        source = Source(corpus, 50, sort)
        orders[sort] = source.search([0])[1].tolist() == source.search([1])[1].tolist()
    assert orders == {"none": False, "rank": True}


def test_relevance_puts_more_mentions_in_fewer_words_first() -> None:
    corpus = Corpus.of(["red car bus tram", "red red", "red car", "blue"])
    assert Source(corpus, 9, "relevance").search([0])[1].tolist() == [1, 2, 0]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1))
def test_rates_are_those_of_the_definitions(answers: list[tuple[int, int]]) -> None:
    answers = [(max(pair), min(pair)) for pair in answers]
    curve = Curve(100)
    steps = [curve.add("q", 9, returned, new) for returned, new in answers]
    distinct = list(accumulate(new for _, new in answers))
    returned = list(accumulate(r for r, _ in answers))
    assert [d / 100 for d in distinct] == [step.hit_rate for step in steps]
    assert [r / d if d else 1.0 for r, d in zip(returned, distinct, strict=True)] == [
        step.overlap_rate for step in steps
    ]


def test_a_hit_rate_is_reached_at_the_first_step_that_has_it() -> None:
    curve = Curve(10)
    steps = [curve.add("q", 5, 3, new) for new in (3, 2, 0, 1)]
    assert [steps[1], None] == [at_hit_rate(steps, 0.5), at_hit_rate(steps, 0.9)]


@pytest.mark.parametrize("method", METHODS)
def test_an_experiment_never_counts_what_did_not_come_back(method: Method) -> None:
    documents = texts(150)
    steps = list(experiment(documents, method, 30, limit=5, vocabulary=60, band=(2, 60)))
    assert [i + 1 for i in range(len(steps))] == [step.step for step in steps]
    assert all(step.new <= step.returned <= min(5, step.matches) for step in steps)
    assert len({step.query for step in steps}) == len(steps)


@pytest.mark.parametrize("method", METHODS)
def test_an_experiment_repeats_by_its_seed(method: Method) -> None:
    def run(seed: int) -> Sequence[object]:
        return list(experiment(texts(120), method, 12, 5, "rank", 60, seed=seed, band=(2, 60)))

    assert run(4) == run(4)
    assert run(4) != run(5)


def test_a_shuffled_list_holds_the_words_of_the_ordered_one() -> None:
    runs = [
        [step.query for step in experiment(texts(99), "cover", 20, band=(2, 60), ordered=ordered)]
        for ordered in (True, False)
    ]
    assert sorted(runs[0]) == sorted(runs[1])
    assert runs[0] != runs[1]


def test_words_come_from_the_sample_alone() -> None:
    documents = texts(100)
    drawn = np.random.default_rng(1).permutation(100)[:10]
    held = {word for i in drawn.tolist() for word in documents[i].split()}
    asked = {
        step.query for step in experiment(documents, "random", 50, sample=10, seed=1, band=(1, 9))
    }
    assert asked <= held


@pytest.mark.parametrize("sort", SORTS)
def test_listening_overlaps_less_than_popular_words(sort: Sort) -> None:
    documents = texts(600)

    def overlap(method: Method) -> float:
        run = experiment(documents, method, 60, 10, sort, overhead=0.2, band=(5, 300))
        step = at_hit_rate(list(run), 0.4)
        return step.overlap_rate if step else float("inf")

    assert overlap("adaptive") < 0.9 * overlap("popular")
