"""Laws of a pool that is told that some of what it counts never was an object."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models.queries.coverage import LIST, QUESTION, Captures
from upwell.models.queries.params import PoolParams
from upwell.models.queries.pool import QueryPool

WORDS = [f"w{i}" for i in range(12)]
PAGES = st.lists(
    st.tuples(
        st.sampled_from(WORDS),
        st.lists(st.integers(0, 30), max_size=6, unique=True),
        st.lists(st.integers(0, 30), max_size=3),
    ),
    max_size=30,
)
Pages = list[tuple[str, list[int], list[int]]]


def words_of(number: int) -> list[str]:
    return sorted({WORDS[number % 12], WORDS[number % 5], WORDS[number % 7]})


@settings(max_examples=60)
@given(PAGES, st.integers(0, 30), st.integers(3, 40))
def test_a_pool_that_forgets_is_read_back_as_it_stands(pages: Pages, at: int, most: int) -> None:
    params = PoolParams(objects=most)
    undisturbed, other = QueryPool(params=params), QueryPool(params=params)
    for i, (query, objects, lost) in enumerate(pages):
        for pool in (undisturbed, other):
            pool.fold_answer(query, [(n, words_of(n)) for n in objects])
            pool.fold_list([(n + 2, words_of(n + 2)) for n in objects])
            pool.forget(lost)
        if i == at:
            other = QueryPool.decode_parts(other.encode_parts(), params=params)
    assert undisturbed.encode_parts() == other.encode_parts()
    assert undisturbed.memory.items == other.memory.items
    assert undisturbed.n_objects == other.n_objects
    assert undisturbed.next() == other.next()


@settings(max_examples=60)
@given(PAGES, st.sets(st.integers(0, 30)))
def test_what_is_forgotten_is_no_object_whatever_came_before(pages: Pages, none: set[int]) -> None:
    pool, shown = QueryPool(), set[int]()
    for query, objects, lost in pages:
        pool.fold_answer(query, [(n, words_of(n)) for n in objects])
        pool.forget(lost)
        shown = (shown | set(objects)) - set(lost)
        assert len(shown) == pool.n_objects
    pool.forget(none)
    assert len(shown - none) == pool.n_objects


def test_what_is_forgotten_comes_anew() -> None:
    pool = QueryPool()
    pool.fold_answer("red", [(1, ["red"])])
    pool.forget([1])
    assert (0, 1, 1) == (pool.n_objects, pool.fold_list([(1, ["red"])]), pool.n_objects)


def test_captures_forget_whatever_they_were_captured_by() -> None:
    captures = Captures()
    captures.fold([1, 2], LIST)
    captures.fold([2, 3], QUESTION)
    captures.forget([2, 9])
    assert {1, 3} == captures.sample.keys()
    assert 2 == captures.counts.total()
    again = Captures.decode(captures.encode_dirty())
    assert captures.sample == again.sample


def test_a_question_whose_objects_were_none_is_as_one_without_any() -> None:
    pool = QueryPool()
    pool.fold_list([(2, ["bus"])])
    pool.fold_answer("red", [(1, ["red"])])
    before = pool.is_answered
    pool.forget([1])
    forgotten = pool.is_answered
    pool.fold_answer("bus", [(2, None)])
    assert (True, False, True) == (before, forgotten, pool.is_answered)
