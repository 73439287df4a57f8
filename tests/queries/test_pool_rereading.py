"""Reading an answer again teaches what is new and nothing else."""

from __future__ import annotations

from upwell.models.queries.pool import QueryPool


def test_answers_read_again_are_no_sign_that_requests_bring_nothing() -> None:
    pool = QueryPool()
    for i in range(60):
        pool.fold_answer(f"query {i}", [(i, ["red"]), (i + 1, ["bus"])])
    before = pool.unseen_per_request()
    for i in range(60):
        pool.fold_answer(f"query {i}", [(i, None), (i + 1, None)], again=True)
    assert before == pool.unseen_per_request()


def test_answers_without_anything_are() -> None:
    pool = QueryPool()
    for i in range(50):
        pool.fold_answer(f"query {i}", [])
    assert pool.unseen_per_request() < 0.05


def test_a_page_that_shows_what_its_answer_has_shown_counts_against_asking_on() -> None:
    pool = QueryPool()
    pool.fold_answer("red", [(1, ["red"])])
    before = pool.unseen_per_request()
    pool.fold_answer("red", [(1, None)])
    assert pool.unseen_per_request() < before
