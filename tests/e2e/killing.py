"""A supervisor that kills: `kill -9`, by pid, at instants drawn from a seed."""

from __future__ import annotations

import asyncio
import random
import shutil
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
START_S = 2.5  # a worker is up by then: instants below it fall into start and recovery
WITHIN_S = 0.2  # after progress was seen: some batches long
LOOK_S = 0.02
REACH_S = 240.0  # tables that were lost are filled again first, on a machine that is busy

Progress = Callable[[], Awaitable[int]]


class Supervisor:
    """Starts a command again and again, and kills it.

    Parameters
    ----------
    command
        Arguments of the Python of this environment.
    progress
        A count that rises while the command works, read from outside of it.
    chance
        Draws every instant.
    """

    def __init__(self, command: Sequence[str], progress: Progress, chance: random.Random) -> None:
        self._command = command
        self._progress = progress
        self._chance = chance

    async def start(self) -> Process:
        """One more start; what it says is shown when the test fails."""
        return await asyncio.create_subprocess_exec(sys.executable, *self._command, cwd=ROOT)

    async def kill_at(self, target: int) -> None:
        """Start, and kill a moment after the count has reached the target."""
        process = await self.start()
        try:
            async with asyncio.timeout(REACH_S):
                while await self._below(target, process):  # noqa: ASYNC110  it is another process
                    await asyncio.sleep(LOOK_S)
            await asyncio.sleep(self._chance.uniform(0, WITHIN_S))
        finally:
            await _kill(process)

    async def _below(self, target: int, process: Process) -> bool:
        return process.returncode is None and await self._progress() < target

    async def kill_starting(self) -> None:
        """Start, and kill before much can have happened."""
        process = await self.start()
        await asyncio.sleep(self._chance.uniform(0, START_S))
        await _kill(process)


async def _kill(process: Process) -> None:
    assert process.returncode is None, "it ended by itself: nothing was left to kill"
    process.send_signal(signal.SIGKILL)
    await process.wait()


def lose_tables(directory: Path) -> None:
    """The disk with the tables is gone; the log is not."""
    shutil.rmtree(directory, ignore_errors=True)
