"""`upwell status`: where each site stands, and what is still under way."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Annotated

import msgspec
import typer

from upwell.progress import doing
from upwell.streams.log.port import TopicPartition
from upwell.streams.records import SiteStatus

from .broker import Broker, Dir, broker_url, connected, latest
from .output import line

READERS = (
    ("upwell", "findings"),
    ("fetch", "requests"),
    ("upwell", "pages"),
    ("upwell", "objects"),
)


def status(
    directory: Dir = None,
    broker: Broker = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a site.")] = False,
) -> None:
    """Show where each site stands, and why.

    Then how many records are waiting to be handled, by topic.
    """
    sites, lag = asyncio.run(_state(broker_url(directory, broker, must_exist=True)))
    for site in sites:
        for text in [line(msgspec.structs.asdict(site))] if as_json else _lines(site):
            typer.echo(text)
    if as_json:
        return
    if not sites:
        typer.echo("no site yet; add one with `upwell crawl URL` or `upwell add URL`", err=True)
    waiting = ", ".join(f"{n:,} in {topic}" for topic, n in lag.items() if n)
    typer.echo(f"waiting: {waiting or 'nothing'}")


def _lines(site: SiteStatus) -> Iterator[str]:
    yield site.site
    yield f"  {site.phase:<9} {site.reason or doing(site.phase)}"
    yield f"  form      {site.template or 'none found yet'}"
    under_way = f", {site.outstanding:,} on the way" if site.outstanding else ""
    yield f"  asked     {site.queries:,} questions, {site.answered:,} answers{under_way}"
    model = f"model {site.model_version}" if site.model_version else "no model yet"
    yield f"  found     {site.objects:,} objects, {model}"


async def _state(url: str) -> tuple[list[SiteStatus], dict[str, int]]:
    async with connected(url) as log:
        sites = await latest(log, "sites")
        lag = {}
        for group, topic in READERS:
            at = await log.positions(group)
            ends = await log.ends(topic)
            lag[topic] = sum(
                end - at.get(TopicPartition(topic, partition), 0) for partition, end in ends.items()
            )
        return [sites[name] for name in sorted(sites)], lag
