"""Laws of the parser processes."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from upwell.streams.parsers import Failure, Pool, PoolParams


@pytest.fixture
def pool() -> Iterator[Pool]:
    pool = Pool(PoolParams(processes=2, hung_s=60))
    yield pool
    pool.close()


async def test_results_come_in_order_and_what_kills_a_process_fails_alone(pool: Pool) -> None:
    """Results keep the order of records; only the deadly and the bad one fail."""
    records = ["0", "1", "1/0", "__import__('os')._exit(1)", "4", "5"]
    results = [result async for result in pool.results(eval, records)]
    assert [results[at] for at in (0, 1, 4, 5)] == [0, 1, 4, 5]
    assert [isinstance(results[at], Failure) for at in (2, 3)] == [True, True]
    assert "died" in results[3].reason


async def test_a_hung_parser_is_ended() -> None:
    """A parser that does not come back is ended, and its record fails."""
    pool = Pool(PoolParams(processes=1, hung_s=0.2))
    (result,) = [result async for result in pool.results(time.sleep, [30])]
    pool.close()
    assert "hung" in result.reason
