"""The counting agent, which one page kills: `python -m tests.crash.deadly DIRECTORY`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.agents.counting import PARAMS
from tests.agents.toy import COUNTER, count, until
from upwell.agents.reducer import Send, View
from upwell.agents.worker import Worker
from upwell.errors import EXIT_START_AGAIN
from upwell.streams.records import Page


def deadly(view: View, record: Any, prepared: Any) -> Sequence[Send]:
    """Count; at one page the process is gone, as if memory were out."""
    if isinstance(record, Page) and record.url == "/deadly":
        os._exit(EXIT_START_AGAIN)
    return count(view, record, prepared)


async def main(directory: Path) -> None:
    agents = [replace(COUNTER, reduce=deadly)]
    params = replace(PARAMS, partitions=1)
    worker = Worker(f"upwell://{directory}/log", directory / "worker", agents, params=params)
    await worker.start()
    await until(worker.idle)
    await worker.stop()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
