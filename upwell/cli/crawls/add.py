"""`upwell add`: hand a site to running workers."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any

import typer

from upwell.config import resolve
from upwell.config import settings as settings_of
from upwell.crawling import site_settings
from upwell.streams.codecs import encode
from upwell.streams.log.port import Outgoing
from upwell.streams.records import Names, SiteAdded
from upwell.streams.web import require_contact

from ..broker import (
    AllowPost,
    Broker,
    BrowseOnly,
    Contact,
    Coverage,
    Delay,
    Details,
    Dir,
    JudgeBy,
    MaxPages,
    MaxQueries,
    Named,
    NoBrowse,
    Select,
    Template,
    Watch,
    broker_url,
    browsing,
    connected,
    site_named,
)
from .names import Entities, QueryLog, name_records
from .own_queries import Queries, Query, given_queries, require_compatible


def add(
    urls: Annotated[list[str], typer.Argument(metavar="URL", help="Pages with a search form.")],
    directory: Dir = None,
    broker: Broker = None,
    max_pages: MaxPages = None,
    delay: Delay = None,
    max_queries: MaxQueries = None,
    coverage: Coverage = None,
    select: Select = None,
    prevalence: JudgeBy = None,
    details: Details = None,
    query: Query = None,
    queries: Queries = None,
    query_log: QueryLog = None,
    entities: Entities = None,
    template: Template = None,
    named: Named = None,
    browse_only: BrowseOnly = False,
    no_browse: NoBrowse = False,
    contact: Contact = None,
    allow_post: AllowPost = None,
    watch: Watch = False,
) -> None:
    """Add sites, or change the settings of known ones.

    Running workers take them up at once; queries are asked before anything learned, and with
    --watch they are searches that are watched in place of the whole site. A site that is
    not this machine's own needs a contact, here as where the workers run.

    Example: upwell add https://library.example/ --broker kafka://127.0.0.1:9092
    """
    asked = given_queries(query, queries)
    records: list[SiteAdded | Names] = []
    flags: dict[str, Any] = {"template": template, "coverage": coverage}
    flags |= {"query_log": query_log, "entities": entities}
    flags |= {"select": select, "prevalence": prevalence, "details": details}
    flags |= {"max_pages": max_pages, "max_queries": max_queries, "delay": delay, "set": named}
    flags |= {"watch": watch or None, "allow_post": allow_post}
    flags |= browsing(browse_only, no_browse)
    require_compatible(flags, asked)
    sites = [site_named(url) for url in urls]
    require_contact(urls, settings_of(resolve({"contact": contact})).contact)
    for url, site in zip(urls, sites, strict=True):
        settings = site_settings(flags, site, asked)
        records.append(SiteAdded(site=site, url=url, settings=settings.as_record(), at=time.time()))
        records += name_records(flags, site)
    asyncio.run(_append(broker_url(directory, broker), records))
    for site in sites:
        typer.echo(f"added {site}", err=True)


async def _append(url: str, records: list[SiteAdded | Names]) -> None:
    async with connected(url) as log:
        await log.append([Outgoing("findings", r.site.encode(), encode(r)) for r in records])
