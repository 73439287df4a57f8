"""The counting agent as a process of its own: `python -m tests.agents.counting DIRECTORY`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from upwell.agents.loop import BatchParams
from upwell.agents.worker import Worker, WorkerParams
from upwell.streams.parsers import PoolParams

from .toy import COUNTER

PARAMS = WorkerParams(
    partitions=2, pool=PoolParams(processes=0), batch=BatchParams(max_records=16, within_s=0.01)
)


def worker(directory: Path, broker_url: str | None = None) -> Worker:
    """The agent in the directory, on its embedded log unless told otherwise."""
    url = broker_url or f"upwell://{directory}/log"
    return Worker(url, directory / "worker", [COUNTER], params=PARAMS)


async def main(directory: Path) -> None:
    await worker(directory).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
