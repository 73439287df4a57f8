"""Room on the disk: when it is short, fetching pauses and says so (DESIGN 4.11).

Pages are what fills a disk. Without new ones the rest goes on in what was kept back, positions
move, and retention makes room.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import structlog

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class RoomParams:
    """How much is kept free, and how often it is looked for.

    Parameters
    ----------
    reserve_bytes
        Below it nothing is fetched: some of the largest write-ahead logs, and the tables' buffers.
    look_s
        Between two looks; asking costs a system call.
    """

    reserve_bytes: int = 256 << 20
    look_s: float = 2.0


class Room:
    """Makes whoever wants to fetch wait until there is room on the disk."""

    def __init__(
        self,
        directory: Path,
        params: RoomParams | None = None,
        free: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free,
    ) -> None:
        self._directory = directory
        self._params = params or RoomParams()
        self._free = free
        self._next = float("-inf")
        self._enough = True
        self._closed = False

    async def wait(self) -> None:
        """Return when there is room; cancelled when the worker stops meanwhile."""
        while not self._look():  # noqa: ASYNC110  a disk tells nobody
            await asyncio.sleep(self._params.look_s)
        if self._closed:
            raise asyncio.CancelledError

    def close(self) -> None:
        """Release all who wait; nothing is fetched any more."""
        self._closed = True

    def _look(self) -> bool:
        now = asyncio.get_running_loop().time()
        if self._closed or now < self._next:
            return self._closed or self._enough
        self._next = now + self._params.look_s
        free, was = self._free(self._directory), self._enough
        self._enough = free >= self._params.reserve_bytes
        place = {"directory": str(self._directory), "free_mb": free >> 20}
        if was and not self._enough:
            needed_mb = self._params.reserve_bytes >> 20
            log.warning("fetching_pauses", reason="the disk is full", needed_mb=needed_mb, **place)
        if self._enough and not was:
            log.warning("fetching_goes_on", reason="there is room again", **place)
        return self._enough
