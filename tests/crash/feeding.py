"""A worker that does nothing but fill feeds: `python -m tests.crash.feeding FOLDER [end]`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from tests.agents.toy import until
from upwell.agents.worker import Worker
from upwell.feeds import built, feeds_in


async def feed(folder: Path, end: bool) -> None:
    """Until it is killed, or, with `end`, until everything is where it belongs."""
    feeds = built(feeds_in(folder), ["127.0.0.0/8"])
    worker = Worker(
        f"upwell://{folder}/log", folder / "tables", [],
        sinks=feeds.sinks, posts=feeds.posts, roles=["deliver"],
    )  # fmt: skip
    await worker.start()
    (folder / "started").touch()
    await until(lambda: done(worker, end), within_s=600)
    await worker.stop()


async def done(worker: Worker, end: bool) -> bool:
    """Whether everything is where it belongs; never without an end."""
    return end and await worker.idle() and not any([await c.lag() for c in worker._couriers])


if __name__ == "__main__":
    asyncio.run(feed(Path(sys.argv[1]), sys.argv[2:] == ["end"]))
