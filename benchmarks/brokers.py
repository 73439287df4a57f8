"""The durable pipeline on either broker beside the bare analysis: `python -m benchmarks.brokers`.

In each round the same pages of some 50 kB go through the bare loop, through a worker on the
embedded log and through one on a real Apache Kafka, one after the other. The median of the rounds
is told, by the clock and by the processor time of this process (the broker is another one).
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from benchmarks.quality.figures import Figure, show
from benchmarks.speed.pipeline import Bare, Run, pages_of, pipeline
from tests.kafka_server import KafkaServer, missing
from upwell.agents.loop import Loop, Owner
from upwell.streams.log.port import Entry
from upwell.streams.records import Page
from upwell.streams.topics import PAGES

SOURCE = "shop"
FLOORS = {"embedded": 0.7, "Kafka": 0.6}  # issue 7 asks for these


def measure(quick: bool = False) -> list[Figure]:
    """Ratios of rates to that of the bare loop of the same round."""
    lacking = missing()
    if lacking is not None:
        print(f"not measured: {lacking}")
        return []
    pages = asyncio.run(pages_of(60 if quick else 240, SOURCE))
    with tempfile.TemporaryDirectory() as folder:
        server = KafkaServer(Path(folder))
        server.start()
        try:
            rounds = [
                (_run(pages, None), _run(pages, f"{server.url}/b{number}-"))
                for number in range(1 if quick else 3)
            ]
        finally:
            server.stop()
    embedded, kafka = ([pair[at] for pair in rounds] for at in (0, 1))
    beside = statistics.median(other.rate / one.rate for one, other in rounds)
    return [
        *_figures(embedded, "embedded", quick),
        *_figures(kafka, "Kafka", quick),
        Figure("Kafka beside embedded", beside, None),
    ]


def _run(pages: list[Page], url: str | None) -> Run:
    bare = Bare()
    bare.run(pages)
    with pages_first(len(pages)):
        return asyncio.run(pipeline(pages, bare, processes=0, batch=64, watch=False, url=url))


@contextmanager
def pages_first(n_pages: int) -> Iterator[None]:
    """Nothing is handled before all pages are on their topic.

    The embedded log takes them in one transaction. On Kafka the first ones might be handled before
    the last ones are there: re-readings would come among them, and fewer or more of them than in
    the bare loop, which makes them afterwards.
    """
    plain, there = Loop.handle, False

    async def handle(loop: Loop, entries: Sequence[Entry], owner: Owner) -> bool:
        nonlocal there
        while not there:
            there = sum((await loop._log.ends(PAGES)).values()) >= n_pages
        return await plain(loop, entries, owner)

    with patch.object(Loop, "handle", handle):
        yield


def _figures(runs: list[Run], broker: str, quick: bool) -> list[Figure]:
    """A single round of a second is too short to be held to the floor."""
    floor = None if quick else FLOORS[broker]
    by_clock = statistics.median(run.rate for run in runs)
    by_cpu = statistics.median(run.bare.cpu_s / run.cpu_s for run in runs)
    return [
        Figure(f"{broker}: pages/s beside the bare loop", by_clock, None, floor),
        Figure(f"{broker}: the same by processor time", by_cpu, None),
    ]


def main() -> None:
    """Print the figures; `--quick`: one round of fewer pages."""
    show(measure("--quick" in sys.argv[1:]))


if __name__ == "__main__":
    main()
