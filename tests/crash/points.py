"""A worker that kills itself at a named point: `python -m tests.crash.points DIRECTORY POINT N`.

The points are those between which `docs/explanation/delivery.md` says what a death leaves.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from upwell.agents.loop.on_faust import FaustTable
from upwell.agents.state import Views
from upwell.streams.log.embedded import EmbeddedLog, compaction, engine
from upwell.streams.log.kafka import KafkaLog
from upwell.streams.store import Store

# name -> (where, method, does the death come before the call or after it)
POINTS: dict[str, tuple[tuple[Any, ...], str, str]] = {
    "before send": ((EmbeddedLog, KafkaLog), "append", "before"),
    "after send, before state": ((Views,), "moved", "before"),
    "within state": ((FaustTable,), "set", "after"),
    "between state and commit": ((Views,), "commit", "after"),
    "after acknowledgement": ((EmbeddedLog, KafkaLog), "append", "after"),
    "during compaction": ((compaction,), "expire", "before"),
    "during recovery": ((Store,), "apply_changelog_batch", "before"),
    "after a step of recovery": ((Store,), "apply_changelog_batch", "after"),
}


def die() -> None:
    """As the kernel would do it."""
    os.kill(os.getpid(), signal.SIGKILL)


def arm(point: str, at: int) -> None:
    """Die at the n-th time the point is passed."""
    owners, name, when = POINTS[point]
    passed = itertools.count(1)
    for owner in owners:
        _arm(owner, name, when, lambda: next(passed) == at)


def _arm(owner: Any, name: str, when: str, hit: Callable[[], bool]) -> None:
    plain: Callable[..., Any] = getattr(owner, name)

    def call(*args: Any, **kwargs: Any) -> Any:
        if when == "before" and hit():
            die()
        result = plain(*args, **kwargs)
        if when == "after" and hit():
            die()
        return result

    async def wait(*args: Any, **kwargs: Any) -> Any:
        if when == "before" and hit():
            die()
        result = await plain(*args, **kwargs)
        if when == "after" and hit():
            die()
        return result

    setattr(owner, name, wait if asyncio.iscoroutinefunction(plain) else call)


async def main(directory: Path) -> None:
    from tests.agents.counting import worker

    engine.FIRST_TIDY_S = engine.TIDY_S = 0.05  # so that compaction is met among the first batches
    await worker(directory).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    arm(sys.argv[2], int(sys.argv[3]))
    asyncio.run(main(Path(sys.argv[1])))
