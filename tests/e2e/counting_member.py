"""The counting agent as one of several: `python -m tests.e2e.counting_member DIRECTORY URL`.

SIGTERM lets it drain, SIGUSR1 makes it end with 70 as if the machine had failed it.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from dataclasses import replace
from pathlib import Path

from tests.agents.counting import PARAMS
from tests.agents.toy import COUNTER
from upwell.agents.loop import start_again
from upwell.agents.worker import Worker
from upwell.errors import StoreError


def counting(directory: Path, url: str) -> Worker:
    """With as many partitions as the log has."""
    return Worker(url, directory / "worker", [COUNTER], params=replace(PARAMS, partitions=None))


async def main(directory: Path, url: str) -> None:
    loop, told = asyncio.get_running_loop(), asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, told.set)
    loop.add_signal_handler(signal.SIGUSR1, start_again, "test", StoreError("asked to"))
    worker = counting(directory, url)
    await worker.start()
    await told.wait()
    await worker.stop()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
