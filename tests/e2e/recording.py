"""The pages topic of a live crawl, recorded, and a worker that is fed with it."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, cast

from msgspec.structs import replace

from upwell.agents.analyse import ANALYSE
from upwell.agents.loop import BatchParams
from upwell.agents.watch import WATCH
from upwell.agents.worker import Worker, WorkerParams
from upwell.sources import serve
from upwell.streams.codecs import compress, decode, decompress, encode
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.port import Outgoing
from upwell.streams.parsers import PoolParams
from upwell.streams.records import AnyRecord, Page, Publish
from upwell.streams.sinks import JsonLines, object_lines
from upwell.streams.topics import PAGES

from .crawls import Line, crawled, lines
from .tables import Tables

ROLES = ["analyse", "watch", "deliver"]
PARTITIONS = 2
MOST = 1 << 20  # bytes of a recorded page
BATCH = BatchParams(max_records=16, within_s=0.01)  # many commits, so that kills fall between


async def record(directory: Path, size: int, max_pages: int) -> list[Outgoing]:
    """Crawl a small source; what the web answered and what plan said of it, in order.

    Re-readings are left out: analyse asks itself for them, and will again.
    """
    async with await serve(seed=3, size=size) as source:
        await crawled(source.url, directory, max_pages=max_pages, seed=1)
    log = EmbeddedLog(f"upwell://{directory}")
    await log.open()
    entries = await log.scan(PAGES)
    await log.close()
    return [
        Outgoing(PAGES, entry.key, entry.value)
        for entry in entries
        if isinstance(decode(entry.value), Page | Publish)
    ]


def of_sites(recorded: Sequence[Outgoing], n_sites: int, chance: random.Random) -> list[Outgoing]:
    """The same pages as those of many sites, in turn; one in ten was fetched or sent once more."""
    host = recorded[0].key
    named = [
        Outgoing(one.topic, site, encode(_renamed(decode(one.value), host, site)))
        for one in recorded
        for site in (b"site%02d.test" % n for n in range(n_sites))
    ]
    for at in range(10, len(named), 11):
        named.insert(at, named[chance.randrange(at)])
    return named


def _renamed(record: AnyRecord, host: bytes, site: bytes) -> AnyRecord:
    old, new = host.decode(), site.decode()
    if not isinstance(record, Page):
        return replace(cast(Publish, record), site=new)
    body = compress(decompress(record.body, MOST).replace(host, site)) if record.body else b""
    urls = (record.url.replace(old, new), record.final_url.replace(old, new))
    return replace(record, site=new, url=urls[0], final_url=urls[1], body=body)


class Replayed(NamedTuple):
    """What a run over the recorded pages left behind."""

    tables: Tables
    found: list[Line]


def objects_file(directory: Path) -> Path:
    """Where the worker in a directory writes objects."""
    return directory / "objects.jsonl"


def replaying(directory: Path, broker_url: str | None = None) -> Worker:
    """A worker without plan and fetch, on the embedded log of its directory unless told."""
    return Worker(
        broker_url or f"upwell://{directory}/log",
        directory / "worker",
        [ANALYSE, WATCH],
        sinks=[JsonLines(objects_file(directory), object_lines)],
        roles=ROLES,
        params=WorkerParams(partitions=PARTITIONS, batch=BATCH, pool=PoolParams(processes=1)),
    )


async def finished(worker: Worker, within_s: float = 120.0) -> None:
    """Until everything is handled."""
    async with asyncio.timeout(within_s):
        while not await worker.idle():  # noqa: ASYNC110  the log is on disk, nobody can tell us
            await asyncio.sleep(0.1)


def left_behind(worker: Worker, directory: Path) -> Replayed:
    """Tables and objects of a worker that has finished and still runs."""
    return Replayed(Tables.on_disk(worker), lines(objects_file(directory)))


async def replay(
    pages: list[Outgoing], directory: Path, broker_url: str | None = None, within_s: float = 120.0
) -> Replayed:
    """Feed recorded pages into a fresh log, and run to the end."""
    worker = replaying(directory, broker_url)
    await worker.log.open()
    await worker.log.append(pages)
    await worker.start()
    await finished(worker, within_s)
    left = left_behind(worker, directory)
    await worker.stop()
    return left


async def _forever(directory: Path) -> None:
    await replaying(directory).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_forever(Path(sys.argv[1])))
