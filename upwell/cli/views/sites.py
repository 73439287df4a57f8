"""`upwell sites`: the sites of a log, one a line."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from upwell.progress import doing
from upwell.streams.records import SiteStatus
from upwell.terminal import on_one_line

from ..broker import Broker, Dir, broker_url, connected
from ..output import line
from .site_status import site_line, site_statuses


def sites(
    directory: Dir = None,
    broker: Broker = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a site.")] = False,
) -> None:
    """List the sites: phase, objects, model, reason.

    `upwell status` tells more of each, and how far the workers are.

    Example: upwell sites -d books
    """
    found = asyncio.run(_sites(broker_url(directory, broker, must_exist=True)))
    width = max((len(site.site) for site in found), default=0)
    for site in found:
        if as_json:
            typer.echo(line(site_line(site)))
            continue
        told = f"{site.objects:,} objects, model {site.model_version}"
        text = f"{site.site:<{width}}  {site.phase:<9} {told:<24} {on_one_line(_why(site))}"
        typer.echo(text.rstrip())
    if not found:
        typer.echo("no site yet; add one with `upwell crawl URL` or `upwell add URL`", err=True)


def _why(site: SiteStatus) -> str:
    return site.reason or doing(site.phase)


async def _sites(url: str) -> list[SiteStatus]:
    async with connected(url) as log:
        return await site_statuses(log)
