"""Shares of the wire: a request that hears nothing lends its slot to others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Slots:
    """So many answers are read at a time; what waits for a silent server is no reading.

    A stalled connection costs a socket and no memory. If it kept its slot, as many stalled hosts
    as there are slots would stop all others.

    Parameters
    ----------
    total
        Answers that may come in at a time: their bodies are in memory.
    patience_s
        Silence after which a slot is lent.
    """

    def __init__(self, total: int = 64, patience_s: float = 2.0) -> None:
        self._free = asyncio.Semaphore(total)
        self._patience_s = patience_s

    @asynccontextmanager
    async def wire(self) -> AsyncIterator[Slot]:
        """A slot from the first that is heard to the end of the block, lent while it is silent."""
        slot = Slot(self._free, self._patience_s)
        try:
            yield slot
        finally:
            slot.close()


class Slot:
    """One share; `note_data` takes it, at first and after it was lent."""

    def __init__(self, free: asyncio.Semaphore, patience_s: float) -> None:
        self._free = free
        self._patience_s = patience_s
        self._loop = asyncio.get_running_loop()
        self._last = self._loop.time()
        self._lent = True
        self._timer: asyncio.TimerHandle | None = None

    async def note_data(self) -> None:
        """Note that data came in; waits until there is a slot to go on with."""
        if self._lent:
            await self._free.acquire()
            self._lent = False
            self._timer = self._loop.call_later(self._patience_s, self._look)
        self._last = self._loop.time()

    def close(self) -> None:
        """Give the slot back: the request has ended."""
        if self._timer is not None:
            self._timer.cancel()
        if not self._lent:
            self._free.release()

    def _look(self) -> None:
        silent_s = self._loop.time() - self._last
        if silent_s >= self._patience_s:
            self._lent = True
            self._free.release()
        else:
            self._timer = self._loop.call_later(self._patience_s - silent_s, self._look)
