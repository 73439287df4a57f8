"""The line that a worker prints every minute: what it did, what waits, and its memory."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import datetime
from multiprocessing import active_children
from pathlib import Path

from upwell.agents.tally import Tally
from upwell.errors import UpwellError
from upwell.pace import counted
from upwell.streams.topics import CHANGES, FINDINGS, PAGES

EVERY_S = 60.0

Lag = Callable[[], Awaitable[dict[str, int]]]


async def print_minute_lines(
    tally: Tally, lag: Lag, say: Callable[[str], object], every_s: float = EVERY_S
) -> None:
    """Print one line every `every_s` seconds, until cancelled."""
    before = dict(tally.appended)
    while True:
        await asyncio.sleep(every_s)
        with suppress(UpwellError):  # a log that does not answer has lines of its own
            now = dict(tally.appended)
            grown = {topic: now[topic] - before.get(topic, 0) for topic in now}
            say(minute_line(grown, tally.sites(), await lag(), memory_mb()))
            before = now


def minute_line(grown: dict[str, int], sites: int, lag: dict[str, int], memory: float) -> str:
    """The line of one minute, from the records appended in it.

    >>> grown = {"pages": 31, "findings": 30, "changes": 1}
    >>> minute_line(grown, 2, {"fetch requests": 4}, 180.0)[9:]
    '31 pages fetched, 30 read of 2 sites, 1 change of objects; 4 wait (fetch 4); 180 MB'
    >>> minute_line({}, 0, {"fetch requests": 0}, 150.4)[9:]
    'nothing to do; 150 MB'
    """
    pages, read, changes = (grown.get(topic, 0) for topic in (PAGES, FINDINGS, CHANGES))
    done = [counted(pages, "page") + " fetched"] if pages else []
    done += [f"{read:,} read of {counted(sites, 'site')}"] if read else []
    done += [counted(changes, "change") + " of objects"] if changes else []
    waits = {reader.split()[0]: n for reader, n in lag.items() if n}
    parts = [", ".join(done) or ("nothing done" if waits else "nothing to do")]
    if waits:
        each = ", ".join(f"{reader} {n:,}" for reader, n in waits.items())
        parts.append(f"{sum(waits.values()):,} wait ({each})")
    clock = datetime.now().strftime("%H:%M:%S")
    return "; ".join([f"{clock} {parts[0]}", *parts[1:], f"{memory:,.0f} MB"])


def memory_mb() -> float:
    """Memory of this process and its parser processes, in MB."""
    pids = [os.getpid(), *(child.pid for child in active_children() if child.pid)]
    return sum(_resident(pids)) / 1e6


def _resident(pids: Iterable[int]) -> Iterable[int]:
    for pid in pids:
        with suppress(OSError, ValueError, IndexError):
            pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
            yield pages * os.sysconf("SC_PAGE_SIZE")
