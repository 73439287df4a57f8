"""Laws of the parser processes."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from upwell.streams.parsers import Failure, ParserLimits, Pool, PoolParams
from upwell.streams.parsers.pool import LEAST_S

PID = "__import__('os').getpid()"
# Busy in C for longer than anybody waits, so that no handler of a signal ever runs.
BUSY = "__import__('re').match('(a+)+$', 'a' * 60 + 'b')"


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
    assert [False, True] == [results[at].verdict for at in (2, 3)]  # of a death


async def test_a_hung_parser_is_ended() -> None:
    """A parser that does not come back is ended, and its record fails."""
    pool = Pool(PoolParams(processes=1, hung_s=0.2))
    (result,) = [result async for result in pool.results(time.sleep, [30])]
    pool.close()
    assert "hung" in result.reason


async def test_a_parser_that_hears_no_signal_is_replaced_and_the_next_page_is_read() -> None:
    """Only the page it hung at fails, by the clock's verdict; another process reads the next."""
    pool = Pool(PoolParams(processes=1, hung_s=5))
    first, hung, second = [each async for each in pool.results(eval, [PID, BUSY, PID])]
    pool.close()
    assert isinstance(hung, Failure)
    assert (True, True) == (hung.verdict, "hung for 5 s" in hung.reason)
    assert isinstance(first, int)
    assert isinstance(second, int)
    assert first != second


def test_whoever_ends_at_once_is_not_told_of_what_it_leaves() -> None:
    """As the second Ctrl-C does, or a kill -9: python would warn of semaphores on stderr."""
    script = (
        "import asyncio, os\n"
        "from upwell.streams.parsers import Pool, PoolParams\n"
        "async def work():\n"
        "    pool = Pool(PoolParams(processes=1))\n"
        "    async for found in pool.results(abs, [-1]):\n"
        "        print(found, flush=True)\n"
        "    os._exit(130)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(work())\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (130, "1\n", "") == (done.returncode, done.stdout, done.stderr)


async def test_a_page_that_takes_too_much_processor_time_ends_alone_and_by_a_verdict() -> None:
    """The time is that of the page: what the process used before does not count."""
    pool = Pool(PoolParams(processes=1, limits=ParserLimits(cpu_s=1)))
    spend = "[x for x in [0] if sum(range(20_000_000)) < 0]"
    results = [each async for each in pool.results(eval, [spend, spend, BUSY, "7"])]
    pool.close()
    assert [[], [], 7] == [results[at] for at in (0, 1, 3)]
    assert isinstance(results[2], Failure)
    assert (True, False) == (results[2].verdict, "hung" in results[2].reason)


class Visit(NamedTuple):
    """A page of a site, as far as a pool looks at it."""

    site: str


def test_a_site_pays_back_the_time_that_its_pages_took_from_others() -> None:
    """Good pages between hanging ones do not clear it at once, and other sites lose nothing."""
    pool = Pool(PoolParams(limits=ParserLimits(cpu_s=3)))
    page = Visit("a")
    given = []
    for ended in (True, True, False, True, False, False, False, False, False):
        pool._note(page, ended)
        given.append(pool._limits(page).cpu_s)
    assert [LEAST_S] * 6 + [2, 3, 3] == given
    pool._note(page, True)
    assert 3 == pool._limits(Visit("b")).cpu_s


async def test_a_page_that_takes_too_much_memory_passes_by_a_verdict() -> None:
    pool = Pool(PoolParams(processes=1, limits=ParserLimits(memory=1 << 30)))
    results = [each async for each in pool.results(eval, ["len(bytearray(2 << 30))", "7"])]
    pool.close()
    assert isinstance(results[0], Failure)
    assert (True, 7) == (results[0].verdict, results[1])


async def test_a_parser_has_no_network() -> None:
    """Where the system allows it: this one does, or the test says that it does not."""
    pool = Pool(PoolParams(processes=1))
    tried = "__import__('upwell.streams.parsers.limits', fromlist=['x'])._leave_network()"
    names = "[name for _, name in __import__('socket').if_nameindex()]"
    allowed, seen = [each async for each in pool.results(eval, [tried, names])]
    pool.close()
    if not allowed:
        pytest.skip("this system gives nobody a network of his own")
    assert seen == ["lo"]
