"""What it costs that nothing is lost: `python -m benchmarks.durability [--quick]`.

Answer pages of bundled sources of some 50 kB and of some 12 kB go through pages topic, analyse
and objects topic, each step on disk before the next, beside the same analysis in memory; the
bytes that the tables take for a page stand beside its compressed bytes; memory is watched while
pages come again and again.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.quality.figures import Figure, show
from benchmarks.speed.pipeline import Bare, metered, pages_of, pipeline
from upwell.agents.analyse import ANALYSE
from upwell.agents.loop import BatchParams
from upwell.agents.watch import WATCH
from upwell.agents.worker import Worker, WorkerParams
from upwell.streams.codecs import encode
from upwell.streams.log.port import Outgoing
from upwell.streams.parsers import PoolParams
from upwell.streams.records import Page
from upwell.streams.topics import PAGES

SOURCES = {"50 kB": "shop", "12 kB": "notices"}
CHUNK = 500  # pages between two looks at the memory
KNOWN = 128  # pages after which a site counts as known


class Cost(NamedTuple):
    """One source's pages through the pipeline."""

    alone: float  # pages/s of one process, as a ratio to the bare analysis
    helped: float  # with a parser process
    first: dict[str, float]  # bytes to each table for a page, beside its compressed bytes
    known: dict[str, float]  # the same, of a site that is known


def measure(quick: bool = False) -> list[Figure]:
    """Rates beside the bare analysis, bytes beside the page's, bytes of memory a page."""
    figures = []
    for size, name in SOURCES.items():
        pages = asyncio.run(pages_of(2 * KNOWN if quick else 5 * KNOWN, name))
        cost = _cost(pages)
        figures += [
            Figure(f"{size}: pages/s: one process / bare", cost.alone, None),
            Figure(f"{size}: pages/s: and a parser process / bare", cost.helped, None),
        ]
        for when, shares in (("all pages", cost.first), ("known site", cost.known)):
            tables = sum(shares.values())
            named = [*shares.items(), ("tables", tables), ("tables and changelogs", 2 * tables)]
            figures += [
                Figure(f"{size}: {when}: bytes / page, {name}", share, None, better="lower")
                for name, share in named
            ]
    n_pages, slope, most = asyncio.run(_memory(2_000 if quick else 10_000))
    return [
        *figures,
        Figure(f"memory: bytes more a page, last half of {n_pages:,}", slope, None, better="lower"),
        Figure("memory: MB at most", most / 1e6, None, better="lower"),
    ]


def _cost(pages: list[Page]) -> Cost:
    bare = Bare()
    bare.run(pages)
    alone = asyncio.run(pipeline(pages, bare, processes=0, batch=64, watch=False)).rate
    again = Bare()
    again.run(pages)
    helped = asyncio.run(pipeline(pages, again, processes=1, batch=64, watch=False)).rate
    first, known = asyncio.run(_written(pages))
    return Cost(alone, helped, first, known)


async def _written(pages: list[Page]) -> tuple[dict[str, float], dict[str, float]]:
    """Bytes to the tables for each page at batches of one: of all pages, and after the first."""
    with tempfile.TemporaryDirectory() as folder, metered() as written:
        worker = _worker(Path(folder), batch=1)
        await worker.start()
        await _handled(worker, pages[:KNOWN], 0)
        before = Counter(written)
        await _handled(worker, pages[KNOWN:], 0)
        await worker.stop()
    rest = Counter(written)
    rest.subtract(before)
    return _shares(written, pages), _shares(rest, pages[KNOWN:])


def _shares(written: Counter[str], pages: list[Page]) -> dict[str, float]:
    fetched = sum(len(page.body) for page in pages)
    return {name.removeprefix("upwell-"): n / fetched for name, n in sorted(written.items())}


async def _memory(n_pages: int) -> tuple[int, float, float]:
    """(pages, bytes more for each page, most bytes): a few hundred pages, asked again and again."""
    pages, taken = await pages_of(250, "films"), []
    with tempfile.TemporaryDirectory() as folder:
        worker = _worker(Path(folder), batch=64)
        await worker.start()
        for start in range(0, n_pages, CHUNK):
            chunk = [pages[n % len(pages)] for n in range(start, start + CHUNK)]
            await _handled(worker, chunk, start)
            taken.append(_resident())
        await worker.stop()
    half = taken[len(taken) // 2 :]
    slope = statistics.linear_regression(range(0, CHUNK * len(half), CHUNK), half).slope
    return n_pages, slope, max(taken)


async def _handled(worker: Worker, pages: list[Page], numbered_from: int) -> None:
    """Append pages under new numbers, and wait until all of them are through."""
    if numbered_from:
        pages = [
            msgspec.structs.replace(page, number=n, low=n)
            for n, page in enumerate(pages, numbered_from + 1)
        ]
    await worker.log.append([Outgoing(PAGES, p.site.encode(), encode(p)) for p in pages])
    while not await worker.idle():  # noqa: ASYNC110  a busy worker is not asked too often
        await asyncio.sleep(0.1)


def _worker(folder: Path, batch: int) -> Worker:
    params = WorkerParams(
        partitions=1, batch=BatchParams(max_records=batch), pool=PoolParams(processes=0)
    )
    return Worker(f"upwell://{folder}/log", folder / "w", [ANALYSE, WATCH], params=params)


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    """Print the figures; `--quick`: fewer pages."""
    began = time.perf_counter()
    show(measure("--quick" in sys.argv[1:]))
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
