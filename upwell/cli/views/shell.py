"""`upwell shell`: one page read step by step, then a Python prompt with all that was made of it."""

from __future__ import annotations

import asyncio
import code
import sys
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any, NamedTuple

import typer

from upwell.config import resolve, settings
from upwell.credentials import credentials_of
from upwell.errors import ConfigError, RecordError, WebError
from upwell.models.site import Reading, Site, SiteModel
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree
from upwell.models.urls.canonical import site_of
from upwell.streams.codecs import decode, decompress
from upwell.streams.log.port import Log
from upwell.streams.records import Page, Request
from upwell.streams.topics import PAGES
from upwell.streams.web import Web, require_contact
from upwell.streams.web.outcomes import OK
from upwell.terminal import on_one_line, printable

from ..broker import Allow, Broker, Contact, Dir, IgnoreRobots, broker_url, connected, site_named

LARGEST = 64 << 20  # of a page, unpacked
MOST_PAGES = 1_000  # of the site, the last ones, from which its model is learned again
SHOWN = 100  # letters of a text


class Read(NamedTuple):
    """A page and all that was made of it: the names at the prompt."""

    page: Page
    html: bytes
    tree: TagTree
    site: Site
    model: SiteModel | None
    reading: Reading


def shell(
    url: Annotated[str, typer.Argument(metavar="URL", help="A page, crawled before or not.")],
    directory: Dir = None,
    broker: Broker = None,
    query: Annotated[
        str | None, typer.Option("--query", metavar="Q", help="What the page answers.")
    ] = None,
    allow: Allow = None,
    ignore_robots: IgnoreRobots = None,
    contact: Contact = None,
) -> None:
    """Read one page with its site's model, step by step.

    The model is learned again from the pages that the crawl in --dir has of the site, so nothing
    there changes. A page that is not among them is fetched, robots.txt kept; without a crawl it is
    read alone. On a terminal a Python prompt follows, with page, html, tree, site, model and
    reading by their names.

    Example: upwell shell 'https://library.example/find?q=otters' -d books
    """
    site_named(url)
    flags = {"allow": allow or None, "ignore_robots": ignore_robots or None, "contact": contact}
    try:
        log_url = broker_url(directory, broker, must_exist=True)
    except ConfigError:
        log_url = None  # no crawl
    read = asyncio.run(_read(url, query, log_url, flags))
    for step in steps(read):
        typer.echo(printable(step))
    if sys.stdin.isatty():
        banner = f"\nnames: {', '.join(Read._fields)}; Ctrl-D leaves"
        code.interact(banner=banner, local=read._asdict(), exitmsg="")


async def _read(url: str, query: str | None, log_url: str | None, flags: dict[str, Any]) -> Read:
    pages = await _recorded(log_url, site_of(url)) if log_url else []
    page = next((one for one in reversed(pages) if url in (one.url, one.final_url)), None)
    page = page or await _fetched(url, flags)
    asked = query if query is not None else page.query
    site = Site()
    for one in pages[-MOST_PAGES:]:
        site.observe(
            decompress(one.body, LARGEST),
            one.url,
            one.query,
            one.reason == "nonsense",
            status=one.status,
            content_type=one.headers.get("content-type", ""),
            final_url=one.final_url,
        )
    html = decompress(page.body, LARGEST)
    kind = page.headers.get("content-type", "")
    tree = parse(html, kind, page.final_url)
    model = site.publish()
    if model is None:
        reading = Site().observe(html, page.url, asked, content_type=kind, final_url=page.final_url)
    else:
        reading = model.read(html, page.final_url, asked)
    return Read(page, html, tree, site, model, reading)


async def _recorded(log_url: str, site: str) -> list[Page]:
    """Pages with a body that a log has of a site."""
    async with connected(log_url) as log:
        return [page async for page in _pages(log) if page.site == site]


async def _pages(log: Log) -> AsyncIterator[Page]:
    for entry in await log.scan(PAGES):
        try:
            record = decode(entry.value) if entry.value is not None else None
        except RecordError:
            continue
        if isinstance(record, Page) and record.body and not record.archive:
            yield record


async def _fetched(url: str, flags: dict[str, Any]) -> Page:
    """The page from the web, asked for as a crawl would."""
    known = settings(resolve(flags))
    require_contact([url], known.contact)
    async with Web(
        allow=known.allow,
        contact=known.contact or "",
        credentials=credentials_of(flags, {url: site_of(url)}),
        ignore_robots=known.ignore_robots,
    ) as web:
        request = Request(site=site_of(url), number=1, low=1, url=url, reason="discover")
        page = await web.fetch(request)
    if page.outcome != OK:
        raise WebError(page.outcome, f"{url} could not be opened: {page.detail or page.outcome}")
    return page


def steps(read: Read) -> Iterator[str]:
    """What happened to the page, a line a step, in the order of the ring."""
    page, reading = read.page, read.reading
    kind = page.headers.get("content-type", "no type")
    yield f"fetch    {page.status} {on_one_line(kind)}, {len(read.html):,} bytes"
    yield f"parse    {len(read.tree.tag):,} nodes"
    if read.model is None:
        yield "learn    nothing: no crawl has pages of this site; the page is read alone"
    else:
        learned = f"{read.site.state.n_pages:,} pages of the site, {read.model.n_clusters} kinds"
        yield f"learn    {learned}"
        yield f"assign   kind {reading.cluster}, similarity {reading.similarity:.3f}"
    doubtful = ", doubtful" if reading.doubtful else ""
    yield f"judge    {reading.came_back}{doubtful}; read by {reading.route}"
    yield from (f"         {name} {value:g}" for name, value in reading.why.items())
    for number, pagelet in enumerate(reading.pagelets):
        yield f"region   {number}: {pagelet.xpath}"
        yield f"         {on_one_line(pagelet.text)[:SHOWN]}"
    for found in reading.objects:
        yield f"object   {on_one_line(found.text)[:SHOWN]}"
        yield from (f"         {n}: {on_one_line(v)[:SHOWN]}" for n, v in found.fields.items())
