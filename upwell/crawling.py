"""One crawl in one process: a worker with every role, the sites added, progress, the end."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from upwell.agents.analyse import analyse_agent
from upwell.agents.loop.restart import start_again
from upwell.agents.plan import PLAN
from upwell.agents.plan.settings import SiteSettings
from upwell.agents.watch import WATCH
from upwell.agents.worker import Worker
from upwell.errors import ConfigError
from upwell.models.tree.parse import Engine
from upwell.models.urls.canonical import site_of
from upwell.streams.archive.warc_files import WarcFiles
from upwell.streams.archive.warc_files import require_ours as require_warc_folder
from upwell.streams.codecs import decode, encode
from upwell.streams.log import forgetting
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.embedded.lock import WorkerLock
from upwell.streams.log.follow import Follow
from upwell.streams.log.port import Log, Outgoing
from upwell.streams.modes import close_folder
from upwell.streams.records import (
    Change,
    DeadLetter,
    ModelPublished,
    Names,
    SiteAdded,
    SiteStatus,
)
from upwell.streams.sinks import (
    MANIFEST,
    JsonLines,
    Lines,
    Sink,
    Stream,
    behind_links,
    is_stream,
    object_lines,
    reading_lines,
    require_writable,
)
from upwell.streams.sinks.lines import BACK, ENDED
from upwell.streams.sinks.sqlite import FILE, read_model, remove, require_ours
from upwell.streams.topics import DEAD_LETTERS
from upwell.streams.web import Web, require_contact
from upwell.streams.web.credentials import Credentials

from .config import SET, resolve, settings
from .consent import consented
from .feeds import FeedSettings, built
from .pace import counted
from .pinned.configured import pins_for
from .progress import Progress

FOLLOW_S = 0.2  # between two looks at what happened
TOLD = ("sites", "models", "changes", DEAD_LETTERS)  # topics from which progress is made
SETTLED = 3  # looks in a row that find everything handled

Fail = Callable[[str, BaseException], object]


@dataclass(frozen=True)
class Order:
    """What to crawl, and where to."""

    urls: Sequence[str]
    settings: Mapping[str, SiteSettings]  # by site
    directory: Path
    broker: str | None = None  # None: the embedded log in the directory
    output: Path | None = None
    readings: Path | None = None
    warc: Path | None = None  # a folder of WARC files
    allow: tuple[str, ...] = ()
    contact: str | None = None
    fresh: bool = False
    parser: Engine = "lxml"
    credentials: Credentials | None = None
    ignore_robots: tuple[str, ...] = ()
    feeds: Sequence[FeedSettings] = ()
    names: Sequence[Names] = ()  # to ask, of lists and logs
    patience_s: float = 600.0  # that a site which does not answer is waited for

    @property
    def broker_url(self) -> str:
        """The log of this crawl."""
        return self.broker or f"upwell://{self.directory.resolve()}"

    @property
    def objects_file(self) -> Path:
        """Where objects go; `-` is stdout."""
        return self.output or self.directory / "objects.jsonl"

    @property
    def outputs(self) -> dict[str, Path | None]:
        """Where lines go, by option."""
        return {"-o": self.objects_file, "--readings": self.readings}


@dataclass
class Outcome:
    """How a crawl ended."""

    sites: dict[str, SiteStatus] = field(default_factory=dict)
    n_objects: dict[str, int] = field(default_factory=dict)  # by site, earlier runs included
    n_changed: int = 0
    interrupted: bool = False
    answered_before: dict[str, int] = field(default_factory=dict)  # by site, in earlier runs

    def failed(self, sites: Sequence[str]) -> list[str]:
        """Sites that gave nothing although the budget was not at fault."""
        return [
            site
            for site in sites
            if (status := self.sites.get(site)) is None
            or status.phase == "waiting"
            or not self.n_objects.get(site)
        ]


def site_settings(flags: Mapping[str, Any], site: str, queries: Sequence[str] = ()) -> SiteSettings:
    """Settings of one site: flag, environment, `upwell.toml` and its section, default."""
    known = settings(resolve(flags, site=site))
    place, page = consented(known.allow_post)
    return SiteSettings(
        max_pages=known.max_pages,
        max_queries=known.max_queries,
        delay_s=known.delay,
        seed=known.seed,
        language=known.language,
        probes=known.probes,
        nonsense=known.nonsense,
        overhead=known.overhead,
        least_new=known.least_new,
        coverage=known.coverage,
        select=known.select,
        prevalence=known.prevalence,
        details=known.details,
        barren=known.barren,
        pages_per_query=known.pages_per_query,
        browse=known.browse,
        browse_only=known.browse_only,
        barren_links=known.barren_links,
        failures=known.failures,
        watch=known.watch,
        revisits=known.revisits,
        template=known.template,
        allow_post=place,
        allow_post_on=page,
        hosts=[site_of(known.template)] if known.template else [],
        queries=[] if known.watch else list(queries),
        searches=list(queries) if known.watch else [],
        pins=pins_for(site, flags.get(SET) or ()),
    )


def forget(order: Order) -> None:
    """`--fresh`: drop the log, the tables and the outputs of an earlier crawl."""
    require_writable(order.outputs)
    require_ours(order.directory / FILE)
    if order.directory.is_dir():
        lock = WorkerLock(order.directory)
        lock.acquire()  # not under the feet of a crawl that runs
        lock.release()
    forgetting.finish(order.directory)
    for name in ("log.sqlite", "log.sqlite-wal", "log.sqlite-shm"):
        (order.directory / name).unlink(missing_ok=True)
    remove(order.directory / FILE)
    shutil.rmtree(order.directory / "tables", ignore_errors=True)
    for path in order.outputs.values():
        if path is not None and not is_stream(path):
            file = behind_links(path)
            file.unlink(missing_ok=True)
            file.with_name(file.name + MANIFEST).unlink(missing_ok=True)


def sink_of(path: Path, lines: Lines, gone: Callable[[], object]) -> Sink | Stream:
    """A file that is filled once, or a stream that is told everything.

    `gone` is called when nobody reads the stream any more.
    """
    return Stream(path, lines, gone) if is_stream(path) else JsonLines(path, lines)


@asynccontextmanager
async def claimed(log: Log, directory: Path) -> AsyncIterator[None]:
    """The log, open, and no other worker on it: an embedded log has one at a time, and on Kafka
    a worker has a folder of its own.

    Outputs are opened, and cut back to what was committed, only inside: what another worker is
    writing is left alone.
    """
    forgetting.require_finished(directory)
    await log.open()
    try:
        if isinstance(log, EmbeddedLog):
            log.engine.claim()
            release: Callable[[], None] = log.engine.unclaim
        else:
            _make(directory)
            lock = WorkerLock(directory)
            lock.acquire()
            release = lock.release
        try:
            yield
        finally:
            release()
    finally:
        await log.close()


async def crawl(
    order: Order, progress: Progress, stop: asyncio.Event, fail: Fail = start_again
) -> Outcome:
    """Crawl until every site is parked and everything is handled, or `stop` is set.

    A site that is watched is never parked.
    """
    require_contact(order.urls, order.contact)
    require_writable(order.outputs)
    require_ours(order.directory / FILE)
    if order.warc is not None:
        require_warc_folder(order.warc)
    known = not order.fresh and (order.directory / "log.sqlite").exists()
    if order.fresh:
        forget(order)
    _make(order.directory)
    sinks = [sink_of(order.objects_file, object_lines, stop.set)]
    if order.readings is not None:
        sinks.append(sink_of(order.readings, reading_lines, stop.set))
    sinks += read_model(order.directory, order.broker)
    feeds = built(order.feeds, order.allow, order.broker)
    sinks += feeds.sinks
    if order.warc is not None:
        sinks.append(WarcFiles(order.warc))
    async with Web(
        contact=order.contact,
        allow=order.allow,
        credentials=order.credentials,
        ignore_robots=order.ignore_robots,
    ) as web:
        worker = Worker(
            order.broker_url,
            order.directory / "tables",
            [PLAN, analyse_agent(order.readings is not None, order.parser), WATCH],
            web=web,
            sinks=sinks,
            posts=feeds.posts,
            fail=fail,
        )
        async with claimed(worker.log, order.directory):
            follower = Follower(worker, order, progress)
            await follower.look_back(known and order.broker is None)
            try:
                await worker.start()
                if not stop.is_set():
                    await follower.add()
                await follower.follow(stop)
            finally:
                await worker.halt()
            return await follower.outcome()


def _make(directory: Path) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        close_folder(directory)
    except OSError as error:
        raise ConfigError(
            f"cannot use the folder {directory}: {error.strerror}; name another with --dir"
        ) from error


class Follower:
    """Adds the sites of an order and follows what the ring says of them until the end."""

    def __init__(self, worker: Worker, order: Order, progress: Progress) -> None:
        self._worker = worker
        self._order = order
        self._progress = progress
        self._follows = [Follow(worker.log, topic) for topic in TOLD]
        self._added: dict[str, float] = {}
        self._outcome = Outcome()

    async def look_back(self, known: bool) -> None:
        """Take in what earlier runs left, and say whether this one resumes."""
        async for record in _records(self._follows):
            self._note(record)
            if isinstance(record, Change):
                self._progress.restore(record)
        sites = list(self._order.settings)
        found = sum(self._outcome.n_objects.get(site, 0) for site in sites)
        answered = sum(s.answered for s in self._outcome.sites.values() if s.site in sites)
        before = self._outcome.sites
        self._outcome.answered_before = {site: one.answered for site, one in before.items()}
        so_far = f"{counted(answered, 'answer')}, {counted(found, 'object')} so far"
        if not known and not any(site in before for site in sites):
            opening = f"a new crawl in {self._order.directory}"
        else:
            added = [site for site in sites if site not in before] if before else []
            news = f"; new here: {', '.join(added)}" if added else ""
            opening = f"resuming the crawl in {self._order.directory}: {so_far}{news}"
        self._progress.note(opening)

    async def add(self) -> None:
        """Append the sites to the log."""
        at = time.time()
        records: list[SiteAdded | Names] = [
            SiteAdded(
                site=(site := site_of(url)),
                url=url,
                settings=self._order.settings[site].as_record(),
                at=at,
            )
            for url in self._order.urls
        ]
        records += [msgspec.structs.replace(record, at=at) for record in self._order.names]
        await self._worker.log.append(
            [Outgoing("findings", r.site.encode(), encode(r)) for r in records]
        )
        self._added = {record.site: at for record in records}

    async def follow(self, stop: asyncio.Event) -> None:
        """Tell what happens until the sites are parked and everything is handled."""
        settled = 0
        while settled < SETTLED:
            if stop.is_set():
                self._outcome.interrupted = True
                break
            await self._tell()
            settled = settled + 1 if await self._at_rest() else 0
            await asyncio.sleep(FOLLOW_S)

    async def outcome(self) -> Outcome:
        """How it ended, what arrived while the worker stopped included."""
        await self._tell()
        return self._outcome

    async def _at_rest(self) -> bool:
        """Whether all sites have ended or are away for too long."""
        statuses = [self._outcome.sites.get(site) for site in self._added]
        waits = [status for status in statuses if status and status.phase == "waiting"]
        ended = all(
            status is not None
            and status.at >= self._added[status.site]
            and (status.phase in ("parked", "paused") or self._too_long(status))
            for status in statuses
        )
        return ended and (bool(waits) or await self._worker.idle())

    def _too_long(self, status: SiteStatus) -> bool:
        """Whether a site is away and no try is left within our patience."""
        if status.phase != "waiting" or self._order.settings[status.site].watch:
            return False
        until = max(status.away_since, self._added[status.site]) + self._order.patience_s
        return max(status.next_at, time.time()) > until

    async def _tell(self) -> None:
        async for record in _records(self._follows):
            self._note(record)
            if isinstance(record, SiteStatus):
                if record.at >= self._added.get(record.site, float("inf")):
                    self._progress.status(record)
            elif isinstance(record, ModelPublished):
                clusters = msgspec.json.decode(record.body).get("clusters", [])
                self._progress.model(record, len(clusters))
            elif isinstance(record, Change):
                self._progress.change(record)
            elif isinstance(record, DeadLetter) and record.key.decode() in self._added:
                self._progress.letter(record)

    def _note(self, record: object) -> None:
        outcome = self._outcome
        if isinstance(record, SiteStatus):
            outcome.sites[record.site] = record
        elif isinstance(record, Change):
            more = (record.event in ("new", BACK)) - (record.event in ENDED)
            outcome.n_objects[record.site] = outcome.n_objects.get(record.site, 0) + more
            outcome.n_changed += record.event == "changed"


async def _records(follows: Sequence[Follow]) -> AsyncIterator[object]:
    """What was appended since the last call."""
    for follow in follows:
        async for entries in follow.news():
            for entry in entries:
                if entry.value is not None:
                    yield decode(entry.value)
