"""The embedded durable pipeline beside the bare analysis: `python -m benchmarks.speed.pipeline`.

Answer pages of the bundled source go through pages topic, analyse and objects topic, each step
on disk before the next; the bare loop prepares, reads, folds and publishes the same pages, with
the same re-readings, in memory. Both run in this one process, so that the ratio is the price of
durability; a second figure lets a parser process help, and a third runs watch as well.
"""

from __future__ import annotations

import asyncio
import io
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar
from unittest.mock import patch

import aiohttp
from lxml import etree
from rich.console import Console

from benchmarks.quality.figures import Figure, show
from upwell.agents.analyse import ANALYSE
from upwell.agents.analyse.prepared import Prepared, prepare
from upwell.agents.analyse.state import FIRST_PUBLISH
from upwell.agents.loop import BatchParams
from upwell.agents.loop.on_faust import FaustTable
from upwell.agents.plan.settings import SiteSettings
from upwell.agents.watch import WATCH
from upwell.agents.worker import Worker, WorkerParams
from upwell.crawling import Order, crawl
from upwell.models.site import Reading, SiteModel, SiteState
from upwell.models.urls.canonical import site_of
from upwell.progress import Progress
from upwell.sources import Source, serve
from upwell.streams.codecs import compress, decode, decompress, encode
from upwell.streams.log.open import open_log
from upwell.streams.log.port import Outgoing
from upwell.streams.parsers import PoolParams
from upwell.streams.records import Page
from upwell.streams.topics import PAGES

MAX_BODY = 1 << 20

T = TypeVar("T")


def measure(quick: bool = False) -> list[Figure]:
    """Steps in P of a page, pages/s as ratios, bytes written for a page beside the page."""
    pages = asyncio.run(pages_of(80 if quick else 320))
    n, p = len(pages), _parse_s(pages)
    compressed = sum(len(page.body) for page in pages) / n
    alone = _beside(pages, processes=0)
    helped = _beside(pages, processes=1)
    whole = _beside(pages, processes=1, watch=True)
    single = _beside(pages, processes=0, batch=1, watch=True)
    ring = asyncio.run(_ring(150 if quick else 600))
    lower = {f"{step}, a page [P]": s / n / p for step, s in alone.bare.spent.items()} | {
        "bare analysis, a page [P]": alone.bare.cpu_s / n / p,
        "pipeline, a page [P]": alone.cpu_s / n / p,
        "compressed page [kB]": compressed / 1000,
        "table bytes / page, analyse": alone.written / n / compressed,
        "table bytes / page, +watch, batches of 1": single.written / n / compressed,
    }
    lower |= {f"table bytes / page, live, {table}": ratio for table, ratio in ring.items()}
    rates = {
        "pages/s: one process / bare": alone.rate,
        "pages/s: the same, watch, batches of 1 / bare": single.rate,
        "pages/s: and a parser process / bare": helped.rate,
        "pages/s: and watch / bare": whole.rate,
    }
    return [Figure(name, value, None, better="lower") for name, value in lower.items()] + [
        Figure(name, value, None) for name, value in rates.items()
    ]


class Run(NamedTuple):
    """One run of the pipeline, and the bare analysis just before it."""

    bare: Bare
    seconds: float
    cpu_s: float  # of this process, all threads
    written: int  # bytes to the table; its changelog takes the same once more

    @property
    def rate(self) -> float:
        """Pages a second, as a ratio to the bare analysis."""
        return self.bare.seconds / self.seconds


def _beside(pages: list[Page], processes: int, batch: int = 64, watch: bool = False) -> Run:
    bare = Bare()
    bare.run(pages)
    return asyncio.run(pipeline(pages, bare, processes, batch, watch))


class Bare:
    """The analysis in memory, in the order of the pipeline: pages first, then re-readings."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)  # CPU seconds, by step
        self.seconds = 0.0
        self.again: list[Page] = []
        self._state = SiteState()
        self._model: SiteModel | None = None
        self._read: list[tuple[Page, int]] = []  # and the basis of its reading

    @property
    def cpu_s(self) -> float:
        """Of all steps."""
        return sum(self.spent.values())

    def run(self, pages: list[Page]) -> None:
        began, due = time.perf_counter(), FIRST_PUBLISH
        for page in pages:
            self._page(page)
            outgrown = self._model is not None and self._state.outgrown(self._model)
            if self._state.n_pages >= due or outgrown:
                while due <= self._state.n_pages:
                    due *= 2
                self._publish()
        for page in self.again:
            self._timed("re-readings", partial(self._read_again, page))
        self.seconds = time.perf_counter() - began

    def _page(self, page: Page) -> None:
        prepared = self._timed("prepare", lambda: prepare(page))
        assert prepared is not None
        basis = 0
        if self._model is not None:
            basis = self._model.basis(self._timed("read", lambda: self._reading(prepared)))
        seen = self._timed(
            "vote", lambda: self._state.with_vote(prepared.observation, prepared.tree)
        )
        self._timed("fold", lambda: self._state.fold(seen))
        self._read.append((page, basis))

    def _reading(self, prepared: Prepared | None) -> Reading:
        assert prepared is not None
        assert self._model is not None
        return self._model.read_tree(prepared.tree, prepared.observation)

    def _read_again(self, page: Page) -> object:
        return self._reading(prepare(page))

    def _publish(self) -> None:
        version = self._model.version + 1 if self._model else 1
        self._model = model = self._timed("publish", lambda: self._state.publish(version))
        assert model is not None
        self.again += [page for page, basis in self._read if basis not in model.bases()]

    def _timed(self, step: str, work: Callable[[], T]) -> T:
        began = time.process_time()
        result = work()
        self.spent[step] += time.process_time() - began
        return result


async def pipeline(
    pages: list[Page], bare: Bare, processes: int, batch: int, watch: bool, url: str | None = None
) -> Run:
    """Feed the pages to a worker that runs already, until all is handled.

    `url`: of a log that nobody has used; None: an embedded one of its own.
    """
    params = WorkerParams(
        partitions=1,
        batch=BatchParams(max_records=batch),
        pool=PoolParams(processes=processes),
    )
    records = [Outgoing(PAGES, page.site.encode(), encode(page)) for page in pages]
    with tempfile.TemporaryDirectory() as folder, metered() as written:
        agents = [ANALYSE, WATCH] if watch else [ANALYSE]
        worker = Worker(url or f"upwell://{folder}/log", Path(folder) / "w", agents, params=params)
        await worker.start()
        began, cpu = time.perf_counter(), time.process_time()
        await worker.log.append(records)
        while not await worker.idle():  # noqa: ASYNC110  a busy worker is not asked too often
            await asyncio.sleep(0.1)
        seconds, cpu_s = time.perf_counter() - began, time.process_time() - cpu
        handled = sum((await worker.log.ends(PAGES)).values())
        await worker.stop()
    assert handled == len(pages) + len(bare.again), "the bare loop does something else"
    return Run(bare, seconds, cpu_s, written.total())


@contextmanager
def metered() -> Iterator[Counter[str]]:
    """Bytes written to each table; the changelog of a table may be compacted already."""
    written: Counter[str] = Counter()
    plain = FaustTable.set

    def counting(table: FaustTable, partition: int, key: bytes, value: bytes) -> None:
        written[table._table.app.conf.id] += len(key) + len(value)
        plain(table, partition, key, value)

    with patch.object(FaustTable, "set", counting):
        yield written


async def _ring(size: int) -> dict[str, float]:
    """A live crawl of a source: bytes to each table beside the compressed pages it fetched."""
    with tempfile.TemporaryDirectory() as folder, metered() as written:
        async with await serve(seed=3, size=size) as source:
            order = Order(
                urls=[source.url],
                settings={site_of(source.url): SiteSettings(delay_s=0.0)},
                directory=Path(folder),
                allow=("127.0.0.1/32",),
            )
            with Progress(Console(file=io.StringIO())) as progress:
                await crawl(order, progress, asyncio.Event())
        log = open_log(order.broker_url)
        await log.open()
        fetched = sum(
            len(record.body)
            for entry in await log.scan(PAGES)
            if isinstance(record := decode(entry.value), Page)
        )
        await log.close()
    shares = {name.removeprefix("upwell-"): n / fetched for name, n in sorted(written.items())}
    return shares | {"all": sum(shares.values())}


async def pages_of(n: int, name: str = "catalogue") -> list[Page]:
    """Answers of a bundled source to words of its own, as the fetcher would record them."""
    async with (
        await serve(name, seed=3, size=2000, frozen=True) as source,
        aiohttp.ClientSession() as web,
    ):
        return [
            await _page(source, web, number, query)
            for number, query in enumerate(_queries(source, n), 1)
        ]


def _queries(source: Source, n: int) -> list[str]:
    """Single words, the most frequent among them and many rare ones."""
    words = sorted({word for item in source.truth.records() for word in item.title.lower().split()})
    plain = [word for word in words if word.isalpha()]
    return [plain[i * len(plain) // n] for i in range(n)]


async def _page(source: Source, web: aiohttp.ClientSession, number: int, query: str) -> Page:
    url = source.truth.search_url(query)
    async with web.get(url) as answer:
        return Page(
            site=site_of(source.url),
            number=number,
            low=number,
            url=url,
            final_url=url,
            reason="query",
            outcome="ok",
            fetched_at=float(number),
            query=query,
            status=answer.status,
            headers={"content-type": answer.headers["content-type"]},
            body=compress(await answer.read()),
        )


def _parse_s(pages: list[Page]) -> float:
    """One P of these pages: the shortest of three rounds, a page."""
    bodies = [decompress(page.body, MAX_BODY) for page in pages]
    parser = etree.HTMLParser(encoding="utf-8")
    rounds = []
    for _ in range(3):
        began = time.process_time()
        for body in bodies:
            etree.fromstring(body, parser)
        rounds.append((time.process_time() - began) / len(bodies))
    return min(rounds)


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
