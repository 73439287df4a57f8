"""The counting agent as one of several workers: `python -m tests.crash.member DIRECTORY URL`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from tests.agents.counting import worker


async def main(directory: Path, broker_url: str) -> None:
    await worker(directory, broker_url).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
