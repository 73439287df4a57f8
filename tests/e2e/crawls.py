"""Crawls of a bundled source, and what is true of what they brought."""

from __future__ import annotations

import asyncio
import io
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from rich.console import Console

from upwell.agents.plan.settings import SiteSettings
from upwell.crawling import Order, Outcome, crawl
from upwell.models.urls.canonical import site_of
from upwell.progress import Progress
from upwell.sources import Truth

from .replaying import Line, lines

__all__ = ["SHORT", "Line", "as_set", "coverage", "crawled", "doubled", "lines"]

SHORT = os.environ.get("UPWELL_SHORT") == "1"
LOOPBACK = "127.0.0.1/32"


async def crawled(url: str, directory: Path, broker: str | None = None, **settings: Any) -> Outcome:
    """Crawl one site without a delay, to its end."""
    order = Order(
        urls=[url],
        settings={site_of(url): SiteSettings(delay_s=0.0, **settings)},
        directory=directory,
        broker=broker,
        output=directory / "objects.jsonl",
        allow=(LOOPBACK,),
    )
    with Progress(Console(file=io.StringIO())) as progress:
        return await crawl(order, progress, asyncio.Event())


def as_set(found: list[Line]) -> set[tuple[str, int, str]]:
    """What two runs over the same pages agree in."""
    return {(line["id"], line["version"], line["text"]) for line in found}


def doubled(found: list[Line]) -> list[object]:
    """Events that stand there twice, and pages of their own that have two objects."""
    events = Counter((line["id"], line["version"]) for line in found)
    owners = Counter(url for _, url in {(line["id"], line["url"]) for line in found} if url)
    return [what for what, n in [*events.items(), *owners.items()] if n > 1]


def coverage(found: list[Line], truth: Truth) -> float:
    """The share of the source's records that stand in the file, by the address of their page."""
    known = (truth.entity(line["url"]) for line in found if line["url"])
    return len({item.id for item in known if item is not None}) / len(truth.records())


if __name__ == "__main__":  # a crawl as a process of its own: URL DIRECTORY
    asyncio.run(crawled(sys.argv[1], Path(sys.argv[2])))
