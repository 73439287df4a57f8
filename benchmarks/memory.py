"""Whether memory stays flat: `python -m benchmarks.memory [--quick] [--pages N]`.

A worker with the real agents, embedded, reads small answer pages of a few sites whose databases
are finite: after the warm-up every URL and every object was seen, and what a page still adds to
the resident memory is what would end a crawl of months. The curve is printed as it grows.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.quality.figures import Figure, show
from upwell.agents.analyse import ANALYSE
from upwell.agents.loop import BatchParams
from upwell.agents.watch import WATCH
from upwell.agents.worker import Worker, WorkerParams
from upwell.streams.codecs import compress, encode
from upwell.streams.log.port import Outgoing
from upwell.streams.parsers import PoolParams
from upwell.streams.records import Page
from upwell.streams.topics import PAGES

SITES = 4
OBJECTS = 400  # of a site
WORDS = 300
QUERIES = 200  # of a site; each is asked again and again
SHOWN = 3  # objects of an answer
CHUNK = 500  # pages between two looks
WARM_UP = 0.2  # of the pages


def measure(quick: bool = False, n_pages: int | None = None) -> list[Figure]:
    """Bytes of memory a page after the warm-up, and the most there was."""
    n_pages = n_pages or (5_000 if quick else 200_000)
    taken, compressed = asyncio.run(_run(n_pages))
    warm = round(len(taken) * WARM_UP)
    rest = taken[warm:]
    last = taken[len(taken) // 2 :]
    return [
        Figure(
            f"bytes more a page, after {warm * CHUNK:,} pages", _slope(rest), None, None, "lower"
        ),
        Figure(f"bytes more a page, last half of {n_pages:,}", _slope(last), None, None, "lower"),
        Figure("MB after the warm-up", taken[warm] / 1e6, None, None, "lower"),
        Figure("MB at the end", taken[-1] / 1e6, None, None, "lower"),
        Figure("compressed bytes a page", compressed, None, None, "lower"),
    ]


async def _run(n_pages: int) -> tuple[list[int], float]:
    """Resident memory after each chunk; the mean size of a page."""
    params = WorkerParams(
        partitions=1, batch=BatchParams(max_records=64), pool=PoolParams(processes=0)
    )
    taken: list[int] = []
    size, pages, began = 0, _pages(random.Random(7)), time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        worker = Worker(
            f"upwell://{folder}/log", Path(folder) / "w", [ANALYSE, WATCH], params=params
        )
        await worker.start()
        while len(taken) * CHUNK < n_pages:
            chunk = [next(pages) for _ in range(CHUNK)]
            size += sum(len(page.body) for page in chunk)
            await worker.log.append([Outgoing(PAGES, p.site.encode(), encode(p)) for p in chunk])
            while not await worker.idle():  # noqa: ASYNC110  a busy worker is not asked too often
                await asyncio.sleep(0.1)
            taken.append(_resident())
            if len(taken) % 10 == 0:
                at, rate = len(taken) * CHUNK, len(taken) * CHUNK / (time.perf_counter() - began)
                print(f"{at:>9,} pages {taken[-1] / 1e6:7.1f} MB {rate:5.0f} pages/s", flush=True)
        await worker.stop()
    return taken, size / n_pages


def _slope(taken: list[int]) -> float:
    return statistics.linear_regression(range(0, CHUNK * len(taken), CHUNK), taken).slope


def _resident() -> int:
    gc.collect()  # what is only waiting to be collected is no growth
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _pages(chance: random.Random) -> Iterator[Page]:
    """Answers to the queries of the sites in turn, without end."""
    words = [
        "".join(chance.choices("abcdefghiklmnoprstuvw", k=chance.randint(3, 9)))
        for _ in range(WORDS)
    ]
    titles = [[" ".join(chance.choices(words, k=6)) for _ in range(OBJECTS)] for _ in range(SITES)]
    numbers = [0] * SITES
    while True:
        for site in range(SITES):
            numbers[site] += 1
            yield _page(site, numbers[site], words[chance.randrange(QUERIES)], titles[site])


def _page(site: int, number: int, query: str, titles: list[str]) -> Page:
    host = f"site{site}.test"
    found = [(n, title) for n, title in enumerate(titles) if query in title.split()][:SHOWN]
    rows = "".join(
        f'<div class="hit"><h3><a href="/item/{n}">{title}</a></h3><p class="more">{title} and more'
        f' of {title}</p><span class="price">{n}.50</span></div>'
        for n, title in found
    )
    menu = "".join(f'<li><a href="/part/{n}">part {n}</a></li>' for n in range(5))
    body = (
        f"<html><head><title>{query} - site {site}</title></head><body><ul>{menu}</ul>"
        f'<form action="/search"><input name="q" value="{query}"></form>'
        f"<h1>{len(found)} results for {query}</h1>"
        f'<div id="list">{rows or "<p>nothing was found</p>"}</div>'
        f'<div class="foot">about us, terms and contact</div></body></html>'
    )
    url = f"http://{host}/search?q={query}"
    return Page(
        site=host,
        number=number,
        low=number,
        url=url,
        final_url=url,
        reason="query",
        outcome="ok",
        fetched_at=float(number),
        query=query,
        status=200,
        headers={"content-type": "text/html; charset=utf-8"},
        body=compress(body.encode()),
    )


def main() -> None:
    """Print the figures; `--quick`: fewer pages."""
    words = sys.argv[1:]
    n_pages = int(words[words.index("--pages") + 1]) if "--pages" in words else None
    show(measure("--quick" in words, n_pages))


if __name__ == "__main__":
    main()
