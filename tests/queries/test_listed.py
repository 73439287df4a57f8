"""TXT's selections in a crawl: lists over what is known, asked to their end."""

from __future__ import annotations

from typing import get_args

import pytest

from upwell.models.queries.params import LISTED
from upwell.models.queries.pool import QueryPool
from upwell.models.queries.selection.listed import Selection
from upwell.models.sample import key_hash

METHODS = [method for method in get_args(Selection) if method != "adaptive"]
WORDS = [f"w{n}" for n in range(60)]


def held(document: int) -> list[str]:
    """A tenth of the words, the first ones most often."""
    return [w for n, w in enumerate(WORDS) if key_hash(f"{document} {w}") % (n + 2) == 0]


def answer(pool: QueryPool, query: str, limit: int = 20) -> None:
    found = [n for n in range(400) if set(query.split()) <= set(held(n))]
    pool.fold_answer(query, [(n, held(n)) for n in found[:limit]], len(found))
    pool.hide(query, len(found) > limit, len(found))


@pytest.mark.parametrize("method", METHODS)
def test_every_selection_asks_known_words_once_each_and_goes_on(method: Selection) -> None:
    pool, asked = QueryPool(select=method), list[str]()
    answer(pool, "w3")
    while (query := pool.next()) is not None and len(asked) < 40:
        asked.append(query)
        answer(pool, query)
    assert len(set(asked)) == len(asked) == 40
    assert pool.n_objects > 250


@pytest.mark.parametrize("method", METHODS)
def test_a_pool_that_is_read_back_asks_the_same_list(method: Selection) -> None:
    pool = QueryPool(select=method)
    answer(pool, "w3")
    for _ in range(5):
        answer(pool, pool.next() or "")
    pool.next()
    again = QueryPool.decode_parts(pool.encode_parts(), select=method)
    for _ in range(10):
        query = pool.next()
        assert query == again.next()
        answer(pool, query or "")
        answer(again, query or "")


def test_popular_words_come_first_and_a_list_has_its_length() -> None:
    pool = QueryPool(select="popular")
    answer(pool, "w3", limit=200)
    counts = {word: sum(word in held(n) for n in range(400) if "w3" in held(n)) for word in WORDS}
    del counts["w3"]
    assert counts[pool.next() or ""] == max(counts.values())
    assert len(pool.head.listed) <= LISTED
