"""A worker that is fed with recorded pages, and what it leaves behind."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tests.crash.points import arm
from upwell.agents.analyse import ANALYSE
from upwell.agents.loop import BatchParams
from upwell.agents.watch import WATCH
from upwell.agents.worker import Worker, WorkerParams
from upwell.streams.log.embedded import engine
from upwell.streams.log.port import Outgoing
from upwell.streams.parsers import PoolParams
from upwell.streams.sinks import JsonLines, object_lines

from .tables import Tables

ROLES = ["analyse", "watch", "deliver"]
PARTITIONS = 2
BATCH = BatchParams(max_records=16, within_s=0.01)  # many commits, so that kills fall between

Line = dict[str, Any]


def lines(path: Path) -> list[Line]:
    """Every line of a file of objects; one that is no JSON raises."""
    return [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]


class Replayed(NamedTuple):
    """What a run over the recorded pages left behind."""

    tables: Tables
    found: list[Line]


def objects_file(directory: Path) -> Path:
    """Where the worker in a directory writes objects."""
    return directory / "objects.jsonl"


def replaying(
    directory: Path, broker_url: str | None = None, partitions: int | None = PARTITIONS
) -> Worker:
    """A worker without plan and fetch, on the embedded log of its directory unless told.

    `partitions`: of a log that is made; None: those of the log.
    """
    return Worker(
        broker_url or f"upwell://{directory}/log",
        directory / "worker",
        [ANALYSE, WATCH],
        sinks=[JsonLines(objects_file(directory), object_lines)],
        roles=ROLES,
        params=WorkerParams(partitions=partitions, batch=BATCH, pool=PoolParams(processes=1)),
    )


async def finished(worker: Worker, within_s: float = 120.0) -> None:
    """Until everything is handled."""
    async with asyncio.timeout(within_s):
        while not await worker.idle():  # noqa: ASYNC110  the log is on disk, nobody can tell us
            await asyncio.sleep(0.1)


def left_behind(worker: Worker, directory: Path) -> Replayed:
    """Tables and objects of a worker that has finished and still runs."""
    return Replayed(Tables.on_disk(worker), lines(objects_file(directory)))


async def replay(
    pages: list[Outgoing],
    directory: Path,
    broker_url: str | None = None,
    within_s: float = 120.0,
    partitions: int = PARTITIONS,
) -> Replayed:
    """Feed recorded pages into a fresh log, and run to the end."""
    worker = replaying(directory, broker_url, partitions)
    await worker.log.open()
    await worker.log.append(pages)
    await worker.start()
    await finished(worker, within_s)
    left = left_behind(worker, directory)
    await worker.stop()
    return left


async def forever(directory: Path, url: str, point: str = "", at: str = "1") -> None:
    """Work until killed; told so, kill itself at a named point of `tests.crash.points`."""
    if "recovery" in point:
        arm(point, int(at))
    elif point:
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, arm, point, int(at))
    if "compaction" in point:
        engine.FIRST_TIDY_S = engine.TIDY_S = 0.05
    await replaying(directory, url, partitions=None).start()
    await asyncio.Event().wait()
