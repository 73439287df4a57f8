"""The pool of a running crawl."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models.queries.corpus import Corpus
from upwell.models.queries.experiment.limited_source import Source
from upwell.models.queries.params import PoolParams
from upwell.models.queries.pool import QueryPool, object_hash
from upwell.models.queries.pool.delta import Delta, merge
from upwell.models.queries.pool.journal import Journal

VOCABULARY = [f"w{i}" for i in range(40)]
Answer = tuple[str, list[tuple[int, list[str] | None]], int | None]


def _answers() -> st.SearchStrategy[list[Answer]]:
    words = st.lists(st.sampled_from(VOCABULARY), max_size=8)
    objects = st.lists(st.tuples(st.integers(0, 60), words | st.none()), max_size=8)
    query = st.sampled_from([*VOCABULARY[:20], "w1 w2", "w3 w9", "Zürich"])
    return st.lists(st.tuples(query, objects, st.none() | st.integers(0, 90)), max_size=40)


class Site:
    """A small source that a pool crawls, object for object."""

    def __init__(self, n: int = 400, limit: int = 10) -> None:
        rng = np.random.default_rng(5)
        self.texts = [
            " ".join(f"w{w}" for w in (rng.random(9) ** 2 * 90).astype(int).tolist())
            for _ in range(n)
        ]
        self.corpus = Corpus.of(self.texts)
        self.source = Source(self.corpus, limit)

    def answer(self, query: str, pool: QueryPool) -> int:
        numbers = [self.corpus.numbers[word] for word in query.split()]
        matches, returned = self.source.search(numbers)
        known = pool.memory.items
        objects = [
            (n, None if n in known else sorted(set(self.texts[n].split())))
            for n in returned.tolist()
        ]
        return pool.fold_answer(query, objects, matches)


def crawled(pool: QueryPool, site: Site, n: int) -> Iterator[str]:
    for _ in range(n):
        query = pool.next()
        if query is None:
            return
        yield query
        site.answer(query, pool)


@settings(max_examples=60)
@given(_answers(), st.integers(0, 40))
def test_a_pool_read_back_from_its_parts_goes_on_exactly(answers: list[Answer], at: int) -> None:
    undisturbed, stored = QueryPool(seed=3), dict[str, bytes]()
    other = QueryPool(seed=3)
    for i, (query, objects, matches) in enumerate(answers):
        for pool in (undisturbed, other):
            pool.fold_answer(query, objects, matches)
            asked = pool.next()
            if asked and i % 3:
                pool.ask(asked)
        for name, data in other.encode_dirty().items():
            if data is None:
                del stored[name]
            else:
                stored[name] = data
        if i == at:
            other = QueryPool.decode_parts(stored, seed=3)
    assert undisturbed.encode_parts() == other.encode_parts()
    assert undisturbed.next() == QueryPool.decode(other.encode(), seed=3).next()


@settings(max_examples=40)
@given(_answers(), st.integers(0, 40))
def test_a_pool_read_back_knows_what_it_met_on_lists(answers: list[Answer], at: int) -> None:
    """Objects of a list count as known and not as returned, before and after a restart."""
    pool = QueryPool(seed=3)
    for i, (query, objects, matches) in enumerate(answers):
        if i % 2:
            pool.fold_list(objects)
        else:
            pool.fold_answer(query, objects, matches)
        if i == at:
            pool = QueryPool.decode(pool.encode(), seed=3)
    books, again = pool.chooser.books, QueryPool.decode(pool.encode(), seed=3).chooser.books
    assert (books.returns, books.listed) == (again.returns, again.listed)
    assert (books.answers, books.objects_once) == (again.answers, again.objects_once)
    words = len(pool.memory.names)
    for name in ("known", "once", "times"):
        assert getattr(books, name)[:words].tolist() == getattr(again, name)[:words].tolist()
    once = [n for n, returns in books.returns.items() if returns == 1 and n not in books.listed]
    assert len(once) == books.objects_once


@settings(max_examples=60)
@given(_answers())
def test_parts_written_one_by_one_are_the_parts_written_whole(answers: list[Answer]) -> None:
    pool, stored = QueryPool(), dict[str, bytes | None]()
    for query, objects, matches in answers:
        pool.fold_answer(query, objects, matches)
        stored |= pool.encode_dirty()
    assert {name: data for name, data in stored.items() if data is not None} == (
        pool.encode_parts() if answers else {}
    )


@given(_answers(), st.integers(1, 20))
def test_counts_are_those_of_the_newest_objects(answers: list[Answer], cap: int) -> None:
    pool = QueryPool(params=PoolParams(objects=cap))
    for query, objects, matches in answers:
        pool.fold_answer(query, objects, matches)
    kept = list(pool.memory.items.values())
    assert list(range(pool.n_objects - len(kept), pool.n_objects)) == kept
    assert len(kept) <= cap
    books = pool.chooser.books
    known = Counter(word for number in kept for word in books.words_of[number].tolist())
    assert dict(known) == {i: n for i, n in enumerate(books.known.tolist()) if n}
    assert sum(books.returns.values()) == books.answers
    again = QueryPool.decode_parts(pool.encode_parts(), params=PoolParams(objects=cap))
    words = len(pool.memory.names)
    assert books.known[:words].tolist() == again.chooser.books.known[:words].tolist()
    assert books.times[:words].tolist() == again.chooser.books.times[:words].tolist()


def test_asking_ahead_of_the_answers_never_repeats_a_query() -> None:
    site, pool = Site(), QueryPool()
    site.answer("w3", pool)
    asked = []
    for _ in range(12):
        query = pool.next()
        assert query is not None
        pool.ask(query)
        asked.append(query)
    assert len(asked) == len({"w3", *asked}) - 1


def test_a_crawl_reaches_nearly_everything_of_a_source_with_a_return_limit() -> None:
    site, pool = Site(), QueryPool()
    site.answer("w3", pool)
    asked = list(crawled(pool, site, 150))
    assert len(asked) == len(set(asked))
    assert pool.n_objects >= 0.95 * len(site.texts)
    assert any(" " in query for query in asked)
    assert pool.limit == 10


def test_the_return_limit_is_what_one_page_of_an_answer_brought() -> None:
    pool = QueryPool(params=PoolParams(first_limit=2))
    for page in range(3):
        pool.fold_answer("red", [(n, ["red"]) for n in range(4 * page, 4 * page + 5)], 13)
    assert 5 == pool.limit
    assert (13, 13) == (pool.n_objects, pool.chooser.books.answers)


def test_an_answer_read_again_counts_only_what_is_new() -> None:
    pool = QueryPool()
    pool.fold_answer("red", [(1, ["red"])])
    for i in range(20):
        pool.fold_answer(f"query {i}", [])
    before = pool.chooser.books.answers
    assert 1 == pool.fold_answer("red", [(1, None), (2, ["red"])], again=True)
    assert before + 1 == pool.chooser.books.answers


def test_given_queries_come_first_and_in_their_order() -> None:
    site, pool = Site(), QueryPool()
    site.answer("w3", pool)
    pool.add_words(["blue train", "alpha"], "given")
    pool.add_words(["beta"], "page")
    assert ["blue train", "alpha"] == [_asked(pool) for _ in range(2)]
    assert pool.next() not in {"blue train", "alpha", None}


def test_a_source_of_queries_is_asked_for_as_long_as_it_pays() -> None:
    pool = QueryPool(params=PoolParams(first_limit=8))
    pool.add_words([f"rich {i}" for i in range(40)], "entities")
    pool.add_words([f"poor {i}" for i in range(40)], "log")
    sources = []
    for i in range(40):
        query = pool.next()
        assert query is not None
        sources.append(query.split()[0])
        rich = sources[-1] == "rich"
        pool.fold_answer(query, [(10 * i + j, []) for j in range(5)] if rich else [])
    assert Counter(sources)["poor"] <= 3


def test_less_is_expected_of_a_request_the_more_of_them_brought_what_is_known() -> None:
    pool, expected = QueryPool(), []
    for i in range(60):
        pool.fold_answer(f"query {i}", [(j, []) for j in range(10)])
        expected.append(pool.unseen_per_request())
    assert sorted(expected[1:], reverse=True) == expected[1:]
    assert expected[1] > 0.5 > 0.05 > expected[-1]


def test_new_objects_are_expected_while_much_came_back_only_once() -> None:
    """Good and Turing: forty questions that brought what nobody else did promise more of it."""
    once, twice = QueryPool(), QueryPool()
    for i in range(40):
        once.fold_answer(f"query {i}", [(i, [])])
        twice.fold_answer(f"query {i}", [(i // 2, [])])
    for pool in (once, twice):
        for i in range(5):
            pool.fold_answer(f"more {i}", [(i, [])])
    assert once.unseen_per_request() > 1.5 * twice.unseen_per_request()


def test_hostile_objects_are_cut_to_their_bounds() -> None:
    pool = QueryPool(params=PoolParams(words_per_object=5, vocabulary=20, offered=3))
    pool.add_words([f"offer {i}" for i in range(9)], "page")
    for i in range(9):
        pool.fold_answer(f"query {i}", [(i, [f"x{i}y{j}" for j in range(1000)])])
    assert (20, 3) == (len(pool.memory.names), len(pool.memory.offers))
    assert 5 == max(len(held) for held in pool.chooser.books.words_of.values())


def test_an_answer_writes_little_and_a_long_crawl_has_few_parts() -> None:
    site, pool = Site(n=1500), QueryPool()
    site.answer("w3", pool)
    written, held = 0, 0
    for i, _ in enumerate(crawled(pool, site, 300)):
        dirty = pool.encode_dirty()
        written += sum(len(data) for data in dirty.values() if data)
        held = len(pool.encode_parts())
        assert held <= 2 + 8 * 4, i
    assert written < 300 * 6000


@given(st.lists(st.integers(0, 300), max_size=30, unique=True), st.integers(0, 5))
def test_a_delta_is_read_as_it_was_written(numbers: list[int], n: int) -> None:
    held = [np.array(sorted(numbers[i:]), np.int32) for i in range(n)]
    delta = Delta(["é", "b"], 7, list(range(n)), held, {8: 2}, ["q"], [(1, 4)], [0], {3: 900})
    again = Delta.decode(delta.encode())
    assert [row.tolist() for row in held] == [row.tolist() for row in again.held]
    assert delta.encode() == again.encode()


def test_merging_drops_objects_below_the_low_mark() -> None:
    one = Delta(first=4, hashes=[40, 50], held=[np.array([1]), np.array([2])], returns={2: 1, 4: 1})
    two = Delta(first=6, hashes=[60], held=[np.array([3])], returns={5: 1, 6: 1})
    merged = merge([one, two], low=5)
    assert (5, [50, 60], {5: 1, 6: 1}) == (merged.first, merged.hashes, merged.returns)


@given(st.integers(0, 200))
def test_a_journal_holds_everything_in_order_in_few_parts(n: int) -> None:
    journal = Journal()
    for i in range(n):
        journal.open.words.append(str(i))
        journal.seal()
    assert [str(i) for i in range(n)] == [w for delta in journal.deltas() for w in delta.words]
    assert len(journal.parts) <= 7 * 3


@pytest.mark.parametrize("text", ["not hexadecimal", "00ff"])
def test_an_object_has_one_hash(text: str) -> None:
    assert 0 <= object_hash(text) == object_hash(text) < 2**64


def test_choices_do_not_depend_on_the_interpreters_hash_seed() -> None:
    program = (
        "from upwell.models.queries.pool import QueryPool\n"
        "pool = QueryPool(seed=1)\n"
        "words = {f'w{i}' for i in range(60)}\n"
        "number = lambda word: int(word[1:])\n"
        "held = [{w for w in words if number(w) % 7 == i % 7} for i in range(90)]\n"
        "pool.fold_answer('a', list(enumerate(held)))\n"
        "for _ in range(30):\n"
        "    query = pool.next(); print(query); pool.ask(query)\n"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert 1 == len(runs)
    assert 30 == len(runs.pop().split())


def _asked(pool: QueryPool) -> str | None:
    query = pool.next()
    if query is not None:
        pool.ask(query)
    return query
