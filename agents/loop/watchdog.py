"""A worker whose loop was silent for too long is ended (DESIGN 4.5).

Its partitions are about to go to another worker, or went already while it was stopped. A thread
looks, because a loop that hangs cannot; of a process that was stopped as a whole and resumed the
loop may be the first to run, so it looks too.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable

from upwell.errors import StoreError

from .restart import start_again

LOOKS = 10  # in the time that is allowed


class Watchdog:
    """Ends the process when the loop has not run for `limit_s`.

    Parameters
    ----------
    limit_s
        Half the session timeout: after all of it the partitions are somebody else's.
    fail
        What ends the process.
    now
        Seconds, of a clock that goes on while the process is stopped.
    """

    def __init__(
        self,
        limit_s: float,
        fail: Callable[[str, BaseException], object] = start_again,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limit_s = limit_s
        self._fail = fail
        self._now = now
        self._last = now()
        self._over = threading.Event()
        self._beating: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def start(self) -> None:
        """Begin to watch the running loop."""
        self._last = self._now()
        self._beating = asyncio.create_task(self._beat())
        self._thread.start()

    def stop(self) -> None:
        """Watch no longer."""
        self._over.set()
        if self._beating is not None:
            self._beating.cancel()

    async def _beat(self) -> None:
        while not self._ended():
            self._last = self._now()
            await asyncio.sleep(self._limit_s / LOOKS)

    def _watch(self) -> None:
        while not self._over.wait(self._limit_s / LOOKS):
            if self._ended():
                return

    def _ended(self) -> bool:
        """Whether the loop was silent for too long; says so once, whoever sees it first."""
        silent_s = self._now() - self._last
        if silent_s <= self._limit_s or self._over.is_set():
            return self._over.is_set()
        self._over.set()
        reason = StoreError(
            f"the loop was silent for {silent_s:.1f} s, {self._limit_s:.1f} s are allowed: "
            "another worker may have its partitions; start again"
        )
        self._fail("watchdog", reason)
        return True
