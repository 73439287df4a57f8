"""How many pages a second the embedded log appends and reads, on the disk of a folder."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter

from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.port import Outgoing
from upwell.streams.topics import PAGES

from .figure import Figure

BODY, BATCH = 12_000, 64  # bytes of a packed page, pages that are acknowledged together


def log_speed(folder: Path, seconds: float) -> Iterator[Figure]:
    """Pages appended and acknowledged for half of the time, then read once."""
    appended, append_s, read_s = asyncio.run(_kept(folder, seconds / 2))
    yield Figure("append to the log", appended / append_s, "pages/s")
    yield Figure("read from the log", appended / read_s, "pages/s")


async def _kept(folder: Path, seconds: float) -> tuple[int, float, float]:
    draw = Random(1)
    body = draw.randbytes(BODY)
    log = EmbeddedLog(f"upwell://{folder}")
    await log.open()
    began, n = perf_counter(), 0
    while perf_counter() - began < seconds:
        batch = [Outgoing(PAGES, b"%d.example" % (n % 8), body) for n in range(n, n + BATCH)]
        await log.append(batch)
        n += BATCH
    append_s = perf_counter() - began
    began = perf_counter()
    found = len(await log.scan(PAGES))
    read_s = perf_counter() - began
    await log.close()
    return found, append_s, read_s
