"""`upwell status`: where each site stands, and what is still under way."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

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
    """Show each site: its phase and why, questions, answers, objects; then the lag of readers."""
    sites, lag = asyncio.run(_state(broker_url(directory, broker, must_exist=True)))
    if as_json:
        for site in sites:
            typer.echo(line(msgspec.to_builtins(site)))
        return
    table = Table(box=None, pad_edge=False)
    for name in ("site", "phase", "why"):
        table.add_column(name)
    for name in ("questions", "answers", "open", "objects", "model"):
        table.add_column(name, justify="right")
    for site in sites:
        table.add_row(
            site.site,
            site.phase,
            site.reason,
            f"{site.queries:,}",
            f"{site.answered:,}",
            f"{site.outstanding:,}",
            f"{site.objects:,}",
            str(site.model_version or "-"),
        )
    console = Console()
    console.print(table)
    waiting = ", ".join(f"{name}: {n:,}" for name, n in lag.items() if n)
    console.print(f"waiting: {waiting or 'nothing'}", highlight=False)


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
