"""Reading an answer again teaches what is new and nothing else."""

from __future__ import annotations

from upwell.models.queries.pool import QueryPool


def test_answers_read_again_do_not_dry_a_source_up() -> None:
    pool = QueryPool()
    for i in range(60):
        pool.fold_answer(f"query {i}", [(i, ["red"]), (i + 1, ["bus"])])
    assert not pool.dried_up()
    for i in range(60):
        pool.fold_answer(f"query {i}", [(i, None), (i + 1, None)])
    assert not pool.dried_up()


def test_answers_without_anything_do() -> None:
    pool = QueryPool()
    for i in range(50):
        pool.fold_answer(f"query {i}", [])
    assert pool.dried_up()
