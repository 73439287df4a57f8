"""Whole crawls of the bundled source, whose database is known: coverage, false and doubled objects.

The seeds come from a hash and were never used while tuning. Each is a design of its own.
"""

from __future__ import annotations

import asyncio
import io
import json
import tempfile
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from upwell.agents.plan.settings import SiteSettings
from upwell.crawling import Order, crawl
from upwell.models.urls.canonical import site_of
from upwell.progress import Progress
from upwell.sources import Truth, serve

from ..figures import Figure
from ..sealed import drawn_seeds


class Crawled(NamedTuple):
    """One crawl against the truth."""

    found: float  # share of the records in the file
    false: float  # share of the objects that are no records
    told: float  # versions of an object; the source stands still, so one would do
    doubled: int  # (id, version) that stand twice
    overlap: float  # objects returned for each distinct one, in answers


def measure(quick: bool = False) -> list[Figure]:
    """Crawl: one small site, or five of a thousand records."""
    seeds, size = (1, 300) if quick else (5, 1000)
    crawls = [crawled("catalogue", seed, size) for seed in drawn_seeds("crawl", seeds)]
    n = len(crawls)
    return [
        Figure("records of the source found", sum(c.found for c in crawls) / n, None, 0.95),
        Figure("the same, worst site", min(c.found for c in crawls), None, 0.95),
        Figure(
            "objects that are no records", sum(c.false for c in crawls) / n, None, 0.01, "lower"
        ),
        Figure("doubled (id, version)", float(sum(c.doubled for c in crawls)), None, 0.0, "lower"),
        Figure(
            "objects on answers for each distinct one", sum(c.overlap for c in crawls) / n, None
        ),
    ]


def crawled(family: str, seed: int, size: int) -> Crawled:
    """One source, from its home page to the end of the crawl."""
    return asyncio.run(_crawled(family, seed, size))


async def _crawled(family: str, seed: int, size: int) -> Crawled:
    with tempfile.TemporaryDirectory(prefix="upwell-quality-") as folder:
        async with await serve(family, seed=seed, size=size) as source:
            order = Order(
                urls=[source.url],
                settings={site_of(source.url): SiteSettings(delay_s=0.0)},
                directory=Path(folder),
                readings=Path(folder) / "readings.jsonl",
                allow=("127.0.0.1/32",),
            )
            with Progress(Console(file=io.StringIO())) as progress:
                await crawl(order, progress, asyncio.Event())
            return _judged(order, source.truth)


def _judged(order: Order, truth: Truth) -> Crawled:
    lines = [json.loads(line) for line in order.objects_file.open(encoding="utf-8")]
    urls = {line["id"]: line["url"] or "" for line in lines}
    known = (truth.entity(url) for url in urls.values() if url)
    records = {record.id for record in known if record is not None}
    assert order.readings is not None
    pages: dict[str, int] = {}
    for text in order.readings.open(encoding="utf-8"):
        reading = json.loads(text)
        pages[reading["url"]] = len(reading["objects"])
    return Crawled(
        found=len(records) / len(truth.records()),
        false=1 - len(records) / len(urls) if urls else 0.0,
        told=len(lines) / max(1, len(urls)),
        doubled=len(lines) - len({(line["id"], line["version"]) for line in lines}),
        overlap=sum(pages.values()) / max(1, len(records)),
    )
