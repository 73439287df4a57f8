"""`upwell ingest`: saved pages onto the log, as if they had just been fetched."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import AsyncIterable, AsyncIterator, Iterable
from pathlib import Path
from urllib.parse import quote

import typer

from upwell.errors import UsageError
from upwell.streams.archive import STDIN, SavedPage, read_sites
from upwell.streams.codecs import compress, encode
from upwell.streams.log.port import Log, Outgoing
from upwell.streams.records import Page, Publish
from upwell.streams.topics import PAGES
from upwell.streams.web.outcomes import FAILED, OK, TOO_LARGE

from ..broker import Broker, Dir, broker_url, connected
from .files import Paths, require

BATCH_BYTES = 4 << 20  # of one append
MAX_BODY = 4 << 20  # compressed, as where pages are fetched (DESIGN 4.9)


def ingest(paths: Paths, directory: Dir = None, broker: Broker = None) -> None:
    """Put saved pages onto the log, where workers read and learn from them.

    A site is a folder of the path, whatever URLs say; a page without a URL in pages.jsonl
    counts as http://SITE/FILE. Pages are known by their archive and their place in it, so
    doing it twice changes nothing. Needs no worker at that moment; to have them read:
    upwell worker --roles analyse,watch,deliver -o objects.jsonl

    Example: upwell ingest saved/ -d books
    """
    require(paths)
    if STDIN in paths:
        raise UsageError("pages on the log are known by their archive; save stdin to a file first")
    asyncio.run(ingest_all(broker_url(directory, broker), paths))


async def ingest_all(url: str, paths: list[Path]) -> None:
    """Every path, one after another; each says what was in it."""
    async with connected(url) as log:
        for path in paths:
            digest = archive_digest(path)
            n_sites = n_pages = 0
            for site in read_sites(path):
                n_sites += 1
                n_pages += await append(log, _records(site.name, site.pages, digest))
            typer.echo(
                f"{path}: {n_pages:,} pages of {n_sites:,} sites, archive {digest}", err=True
            )


def archive_digest(path: Path) -> str:
    """A digest of an archive: of its bytes, for a folder of those of its pages.

    A folder to which a page was added is another archive.
    """
    found = hashlib.sha256()
    if path.is_file():
        with path.open("rb") as file:
            while chunk := file.read(1 << 20):
                found.update(chunk)
    else:
        for site in read_sites(path):
            for page in site.pages:
                told = (site.name, page.file, page.url, page.query, page.content_type)
                found.update(repr(told).encode("utf-8", "surrogateescape"))
                found.update(hashlib.sha256(page.body).digest())
    return found.hexdigest()[:16]


async def append(log: Log, records: AsyncIterable[Outgoing]) -> int:
    """Append in batches; returns how many pages there were."""
    batch: list[Outgoing] = []
    size = n = 0
    async for record in records:
        batch.append(record)
        size += len(record.value or b"")
        if size >= BATCH_BYTES:
            await log.append(batch)
            n, size = n + len(batch), 0
            batch = []
    await log.append(batch)
    return n + len(batch) - 1  # the last says that the pages have ended


async def _records(site: str, pages: Iterable[SavedPage], digest: str) -> AsyncIterator[Outgoing]:
    key, at = site.encode("utf-8", "surrogateescape"), time.time()
    for number, page in enumerate(pages, 1):
        yield Outgoing(PAGES, key, encode(_page(site, page, digest, number, at)))
    ended = Publish(site=site, seq=1, phase="ingest", archive=digest)
    yield Outgoing(PAGES, key, encode(ended))


def _page(site: str, saved: SavedPage, digest: str, number: int, at: float) -> Page:
    url = saved.url or f"http://{quote(site, safe=':[]')}/{quote(saved.file)}"
    body = compress(saved.body)
    outcome = saved.outcome if saved.outcome == OK else FAILED
    if len(body) > MAX_BODY:
        outcome = TOO_LARGE
    return Page(
        site=site,
        number=number,
        low=1,
        url=url,
        final_url=url,
        reason="page" if saved.query is None else "query",
        outcome=outcome,
        fetched_at=at,
        query=saved.query,
        status=200 if outcome == OK else 0,
        headers={"content-type": saved.content_type} if saved.content_type else {},
        body=body if outcome == OK else b"",
        detail="" if outcome == OK else f"{saved.file} is {saved.outcome} or too large",
        archive=digest,
    )
