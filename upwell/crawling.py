"""One crawl in one process: a worker with every role, the sites added, progress, the end."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from upwell.agents.analyse import analyse_agent
from upwell.agents.plan import PLAN
from upwell.agents.plan.settings import SiteSettings
from upwell.agents.watch import WATCH
from upwell.agents.worker import Worker
from upwell.models.urls.canonical import site_of
from upwell.streams.codecs import decode, encode
from upwell.streams.log.port import Log, Outgoing
from upwell.streams.records import Change, ModelPublished, SiteAdded, SiteStatus
from upwell.streams.sinks import JsonLines, object_lines, reading_lines
from upwell.streams.web import Web, require_contact

from .config import resolve, settings
from .progress import Progress

FOLLOW_S = 0.2  # between two looks at what happened
SETTLED = 3  # looks in a row that find everything handled


@dataclass(frozen=True)
class Order:
    """What to crawl, and where to."""

    urls: Sequence[str]
    settings: Mapping[str, SiteSettings]  # by site
    directory: Path
    broker: str | None = None  # None: the embedded log in the directory
    output: Path | None = None
    readings: Path | None = None
    allow: tuple[str, ...] = ()
    contact: str | None = None
    fresh: bool = False

    @property
    def broker_url(self) -> str:
        """The log of this crawl."""
        return self.broker or f"upwell://{self.directory.resolve()}"

    @property
    def objects_file(self) -> Path:
        """Where objects go."""
        return self.output or self.directory / "objects.jsonl"


@dataclass
class Outcome:
    """How a crawl ended."""

    sites: dict[str, SiteStatus] = field(default_factory=dict)
    n_objects: int = 0
    n_changed: int = 0
    interrupted: bool = False

    @property
    def failed(self) -> list[SiteStatus]:
        """Sites that were never opened: no form, no answer."""
        return [status for status in self.sites.values() if status.template is None]


def site_settings(flags: Mapping[str, Any], site: str, queries: Sequence[str] = ()) -> SiteSettings:
    """Settings of one site: flag, environment, `upwell.toml` and its section, default."""
    known = settings(resolve(flags, site=site))
    return SiteSettings(
        max_pages=known.max_pages,
        max_queries=known.max_queries,
        delay_s=known.delay,
        seed=known.seed,
        language=known.language,
        probes=known.probes,
        nonsense=known.nonsense,
        overhead=known.overhead,
        queries=list(queries),
    )


def resumes(order: Order) -> bool:
    """Is there an earlier crawl in the directory?"""
    return order.broker is None and (order.directory / "log.sqlite").exists()


def forget(order: Order) -> None:
    """`--fresh`: drop the log, the tables and the outputs of an earlier crawl."""
    for name in ("log.sqlite", "log.sqlite-wal", "log.sqlite-shm"):
        (order.directory / name).unlink(missing_ok=True)
    shutil.rmtree(order.directory / "tables", ignore_errors=True)
    for path in (order.objects_file, order.readings):
        if path is not None:
            path.unlink(missing_ok=True)
            path.with_name(path.name + ".position").unlink(missing_ok=True)


async def crawl(order: Order, progress: Progress, stop: asyncio.Event) -> Outcome:
    """Run until every site is parked and everything is handled, or `stop` is set."""
    require_contact(order.urls, order.contact)
    if order.fresh:
        forget(order)
    sinks = [JsonLines(order.objects_file, object_lines)]
    if order.readings is not None:
        sinks.append(JsonLines(order.readings, reading_lines))
    async with Web(contact=order.contact, allow=order.allow) as web:
        worker = Worker(
            order.broker_url,
            order.directory / "tables",
            [PLAN, analyse_agent(readings=order.readings is not None), WATCH],
            web=web,
            sinks=sinks,
        )
        await worker.start()
        try:
            added = await _add(worker.log, order)
            return await _follow(worker, added, progress, stop)
        finally:
            await worker.stop()


async def _add(log: Log, order: Order) -> dict[str, float]:
    """Append the sites; returns when each was added."""
    now = time.time()
    records = [
        SiteAdded(
            site=site_of(url), url=url, settings=order.settings[site_of(url)].as_record(), at=now
        )
        for url in order.urls
    ]
    await log.append([Outgoing("findings", r.site.encode(), encode(r)) for r in records])
    return {record.site: record.at for record in records}


async def _follow(
    worker: Worker, added: dict[str, float], progress: Progress, stop: asyncio.Event
) -> Outcome:
    outcome = Outcome()
    feed = Feed(worker.log)
    settled = 0
    while settled < SETTLED:
        if stop.is_set():
            outcome.interrupted = True
            break
        for record in await feed.news():
            _tell(record, outcome, progress, added)
        parked = all(
            (status := outcome.sites.get(site)) is not None
            and status.phase in ("parked", "paused")
            and status.at >= at
            for site, at in added.items()
        )
        settled = settled + 1 if parked and await worker.idle() else 0
        await asyncio.sleep(FOLLOW_S)
    for record in await feed.news():
        _tell(record, outcome, progress, added)
    return outcome


def _tell(record: object, outcome: Outcome, progress: Progress, added: dict[str, float]) -> None:
    if isinstance(record, SiteStatus):
        outcome.sites[record.site] = record
        if record.at >= added.get(record.site, float("inf")):
            progress.status(record)
    elif isinstance(record, ModelPublished):
        clusters = msgspec.json.decode(record.body).get("clusters", [])
        progress.model(record, len(clusters))
    elif isinstance(record, Change):
        outcome.n_objects += record.event == "new"
        outcome.n_changed += record.event == "changed"
        progress.change(record)


class Feed:
    """What the ring says about itself: sites, models and changes, as they are appended."""

    TOPICS = ("sites", "models", "changes")

    def __init__(self, log: Log) -> None:
        self._log = log
        self._next: dict[str, dict[int, int]] = {topic: {} for topic in self.TOPICS}

    async def news(self) -> list[object]:
        """Records since the last call."""
        out: list[object] = []
        for topic in self.TOPICS:
            for entry in await self._log.scan(topic, self._next[topic]):
                self._next[topic][entry.partition] = entry.offset + 1
                if entry.value is not None:
                    out.append(decode(entry.value))
        return out
