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

from tests.crash.points import POINTS
from upwell.streams.log.port import Log, Outgoing
from upwell.streams.topics import CHANGES, OBJECTS, PAGES

ROOT = Path(__file__).parents[2]
START_S = 2.5  # a worker is up by then: instants below it fall into start and recovery
WITHIN_S = 0.2  # after progress was seen: some batches long
LOOK_S = 0.02
REACH_S = 240.0  # tables that were lost are filled again first, on a machine that is busy
SENT_AGAIN = 10  # records of each partition that are appended once more between two kills
POINT_S = 20.0  # a named point is passed by then, or the kill comes by the clock

Point = tuple[str, int]  # of `tests.crash.points`: its name, and at which passing

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
        self.starts = self.at_points = self.unreached = 0

    async def start(self, point: Point | None = None) -> Process:
        """One more start; what it says is shown when the test fails."""
        self.starts += 1
        armed = () if point is None else (point[0], str(point[1]))
        return await asyncio.create_subprocess_exec(
            sys.executable, *self._command, *armed, cwd=ROOT
        )

    async def kill_at(self, target: int, point: Point | None = None) -> None:
        """Start, and kill a moment after the count has reached the target, or at a point then."""
        before, process = await self._progress(), await self.start(point)
        try:
            async with asyncio.timeout(REACH_S):
                await self._reached(target, process)
            if point is None:
                await asyncio.sleep(self._chance.uniform(0, WITHIN_S))
            else:
                await self._dies(process, before)
        finally:
            await _kill(process)

    async def _reached(self, target: int, process: Process) -> None:
        while process.returncode is None and await self._progress() < target:  # noqa: ASYNC110
            await asyncio.sleep(LOOK_S)

    async def kill_starting(self, point: Point | None = None) -> None:
        """Start, and kill before much can have happened, or at a point of recovery."""
        process = await self.start(point)
        if point is None:
            await asyncio.sleep(self._chance.uniform(0, START_S))
        else:
            await self._dies(process)
        await _kill(process)

    async def _dies(self, process: Process, before: int | None = None) -> None:
        """At the point it was started with; `before`: told to, once it has done something."""
        try:
            async with asyncio.timeout(POINT_S):
                if before is not None:
                    await self._reached(before + 1, process)
                    process.send_signal(signal.SIGUSR1)
                await process.wait()
                self.at_points += 1
        except TimeoutError:
            self.unreached += 1


async def _kill(process: Process) -> None:
    if process.returncode is None:
        process.send_signal(signal.SIGKILL)
    assert -signal.SIGKILL == await process.wait(), "it ended by itself: nothing was left to kill"


def lose_tables(directory: Path) -> None:
    """The disk with the tables is gone; the log is not."""
    shutil.rmtree(directory, ignore_errors=True)


def at_work(chance: random.Random) -> Point:
    """A point between two steps of a batch, or of compaction."""
    return chance.choice([name for name in sorted(POINTS) if "recovery" not in name]), 1


def recovering(chance: random.Random) -> Point:
    """A point of recovery."""
    return chance.choice([name for name in sorted(POINTS) if "recovery" in name]), 1


async def sent_again(log: Log, chance: random.Random) -> None:
    """Some of what analyse and watch have sent comes once more, as it was."""
    for topic in (PAGES, OBJECTS, CHANGES):
        for partition, end in (await log.ends(topic)).items():
            for offset in sorted(chance.sample(range(end), min(SENT_AGAIN, end))):
                entry = await log.entry(topic, partition, offset)
                assert entry is not None
                await log.append([Outgoing(topic, entry.key, entry.value)])
