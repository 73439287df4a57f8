"""Parser processes: stateless work on records, results in order, hung workers ended.

The result depends on the record alone. A clock, or the system's limit of processor time, only
ends a worker that will not end by itself; its record becomes a dead letter.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from threading import Thread
from typing import Any

from .context import ParserContext
from .failure import Failure
from .limits import ParserLimits, begin_page, enter

Prepare = Callable[[Any], Any]
LEAST_S = 1.0  # of processor time for a page of a site that took all of it; a good one pays as much
MOST_SITES = 1_000  # that are remembered for it


def _spare_cpus() -> int:
    return max(2, (os.cpu_count() or 2) - 1)


@dataclass(frozen=True, slots=True)
class PoolParams:
    """How many processes, and when one of them is given up."""

    processes: int = -1  # -1: all processors but one, at least two; 0: in this process
    hung_s: float = 60.0  # the slowest page of 4 MiB within the budgets takes 3 s
    limits: ParserLimits = field(default_factory=ParserLimits)

    @property
    def width(self) -> int:
        return self.processes if self.processes >= 0 else _spare_cpus()


class Pool:
    """A process pool that is made when it is first needed and made again when it breaks."""

    def __init__(self, params: PoolParams | None = None) -> None:
        self._params = params or PoolParams()
        self._executor: ProcessPoolExecutor | None = None
        self._owed: dict[str, float] = {}  # seconds that others lost to a site's pages

    async def results(self, prepare: Prepare, records: Sequence[Any]) -> AsyncGenerator[Any, None]:
        """`prepare` of each record, in order; a Failure where it raised, hung or died.

        The processes work ahead of whoever takes the results. When one dies nobody knows whose
        fault it was, so the rest goes one at a time.
        """
        n_done, ahead = 0, 2 * self._params.width
        while n_done < len(records):
            failure: Failure | None = None
            try:
                async for result in self._window(prepare, records[n_done:], ahead):
                    self._note(records[n_done], ended=False)
                    yield result
                    n_done += 1
            except TimeoutError:
                failure = Failure(f"the parser hung for {self._params.hung_s:g} s", verdict=True)
            except BrokenProcessPool:
                if ahead == 1:
                    failure = Failure("the parser process died of this record", verdict=True)
                ahead = 1
            else:
                return
            self.close()
            if failure is not None:
                self._note(records[n_done], ended=True)
                yield failure
                n_done += 1

    def close(self) -> None:
        """End the processes, busy or not."""
        executor, self._executor = self._executor, None
        if executor is not None:
            processes = list((getattr(executor, "_processes", None) or {}).values())
            executor.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()

    async def _window(
        self, prepare: Prepare, records: Sequence[Any], ahead: int
    ) -> AsyncIterator[Any]:
        if self._params.width == 0:
            for record in records:
                yield _here(prepare, record)
            return
        todo = iter(records)
        waiting = deque(self._submit(prepare, record) for record in islice(todo, ahead))
        while waiting:
            yield await self._result(waiting.popleft())
            waiting.extend(self._submit(prepare, record) for record in islice(todo, 1))

    def _submit(self, prepare: Prepare, record: Any) -> Future[Any]:
        if self._executor is None:
            _start_tracker()
            self._executor = ProcessPoolExecutor(
                self._params.width,
                mp_context=ParserContext(),
                initializer=_enter_worker,
                initargs=(self._params.limits,),
            )
        return self._executor.submit(_limited, prepare, record, self._limits(record))

    def _limits(self, record: Any) -> ParserLimits:
        """A site whose pages took their time from others gets less until it has paid it back."""
        owed, limits = self._owed.get(_site(record), 0.0), self._params.limits
        return replace(limits, cpu_s=max(limits.cpu_s - owed, LEAST_S)) if owed else limits

    def _note(self, record: Any, ended: bool) -> None:
        """A page that ended its process costs its site what it may have taken."""
        site = _site(record)
        if ended and site:
            self._owed[site] = self._owed.get(site, 0.0) + self._limits(record).cpu_s
            while len(self._owed) > MOST_SITES:
                del self._owed[next(iter(self._owed))]
        elif site in self._owed:
            self._owed[site] -= LEAST_S
            if self._owed[site] <= 0:
                del self._owed[site]

    async def _result(self, future: Future[Any]) -> Any:
        # not wait_for, which in Python 3.11 loses a cancellation that comes with the result
        async with asyncio.timeout(self._params.hung_s):
            return await asyncio.wrap_future(future)


def _site(record: Any) -> str:
    site = getattr(record, "site", "")
    return site if isinstance(site, str) else ""


def _limited(prepare: Prepare, record: Any, limits: ParserLimits) -> Any:
    begin_page(limits)
    try:
        return prepare(record)
    except MemoryError:
        return Failure("the page needs more memory than a parser may have", verdict=True)
    except Exception as error:
        return Failure.of(error)


def _here(prepare: Prepare, record: Any) -> Any:
    try:
        return prepare(record)
    except Exception as error:
        return Failure.of(error)


def _start_tracker() -> None:
    """The process that removes semaphores when we are gone; ending at once is our way, so that
    there are some is nothing it has to warn of.
    """
    before = os.environ.get("PYTHONWARNINGS")
    silent = "ignore:resource_tracker:UserWarning"
    os.environ["PYTHONWARNINGS"] = f"{before},{silent}" if before else silent
    try:
        resource_tracker.ensure_running()
    finally:
        del os.environ["PYTHONWARNINGS"]
        if before is not None:
            os.environ["PYTHONWARNINGS"] = before


def _enter_worker(limits: ParserLimits) -> None:
    """A worker leaves Ctrl-C to its parent, keeps its limits, and ends when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    enter(limits)
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)
