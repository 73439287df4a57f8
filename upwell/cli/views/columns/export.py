"""`upwell export`: what was learned of a site's answers, as code of other tools."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer
from lxml import etree

from upwell.errors import ConfigError, UsageError
from upwell.models.selectors import STYLES, ShownRecord, code_of, induce
from upwell.models.selectors.induce import ShownPage
from upwell.models.site import SavedPage, analyse
from upwell.models.tree.parse import parse
from upwell.streams.codecs import decode, decompress
from upwell.streams.records import Page

from ...broker import Broker, Dir, broker_url, connected, known_site
from ...output import Out, output_stream

PAGES = 60  # that are read for it, of those stored last
_LIMIT = 16 << 20  # bytes of a page


def export(
    site: Annotated[str, typer.Argument(metavar="SITE", help="Its host, as `sites` lists it.")],
    style: Annotated[
        str, typer.Option("--as", metavar="TOOL", help="parsel, scrapy or xpath (JSON).")
    ] = "parsel",
    directory: Dir = None,
    broker: Broker = None,
    output: Out = None,
) -> None:
    """Write code that reads a site's answers, with the XPaths of what was learned.

    The last 60 stored answers are read once more; an XPath is written for each column that one
    selects in at least 95 of 100 records. How many records then come out as upwell reads them
    stands in the file. A site whose records no one XPath selects gets none, and exit code 1.

    Example: upwell export library.example -d books --as scrapy -o spider.py
    """
    if style not in STYLES:
        raise UsageError(f"--as {style} is not known; there are {', '.join(STYLES)}")
    url = broker_url(directory, broker, must_exist=True)
    name, stored = asyncio.run(_answers(url, site))
    if not stored:
        raise ConfigError(f"no answer of {site} is stored; `upwell status` says what was asked")
    shown = shown_pages(stored)
    found = induce(shown)
    if not found.record:
        typer.echo(f"upwell: no one XPath selects the records of {name}", err=True)
        raise typer.Exit(1)
    with output_stream(output) as stream:
        stream.write(code_of(name, found, style, stored[-1].final_url))


def shown_pages(stored: list[Page]) -> list[ShownPage]:
    """Stored answers, read once more: those that hold more than one record."""
    bodies = [decompress(page.body, limit=_LIMIT) for page in stored]
    saved = [
        SavedPage(
            page.final_url,
            parse(body, page.headers.get("content-type", ""), page.final_url),
            page.query,
        )
        for page, body in zip(stored, bodies, strict=True)
    ]
    shown = []
    for one, body, reading in zip(saved, bodies, analyse(saved), strict=True):
        records = [ShownRecord(found.xpath, found.fields) for found in reading.objects]
        if len(records) > 1:
            parser = etree.HTMLParser(encoding=one.tree.encoding or None)
            shown.append(ShownPage(etree.fromstring(body, parser), one.name, records))
    return shown


async def _answers(url: str, site: str) -> tuple[str, list[Page]]:
    """The answers of a site that were stored last, each URL once."""
    found: dict[str, dict[str, Page]] = {}
    async with connected(url) as log:
        for entry in await log.scan("pages", {}):
            record = decode(entry.value) if entry.value is not None else None
            if isinstance(record, Page) and record.outcome == "ok" and record.query is not None:
                found.setdefault(record.site, {})[record.final_url] = record
    name = known_site(site, found.keys())
    return name, list(found.get(name, {}).values())[-PAGES:]
