"""`upwell source`: a bundled deep-web site with a known database, on the loopback address."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from upwell.errors import ConfigError
from upwell.sources import FAMILIES, Conduct, Course, Source
from upwell.sources.__main__ import run
from upwell.sources.database.life import Pace
from upwell.sources.family import Family
from upwell.sources.ways import WAYS


def source(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="Which one; `list` shows them all, `ways` the ways in."
        ),
    ] = "list",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free port.")] = 0,
    seed: Annotated[int, typer.Option(help="Same seed, same site.")] = 0,
    size: Annotated[int, typer.Option(min=1, help="Records in its database.")] = 2000,
    life: Annotated[
        float, typer.Option(min=0, help="Records that come, change or go in a minute.")
    ] = 0.0,
    redesign_after: Annotated[
        float | None, typer.Option(min=0, help="Seconds until its pages get another design.")
    ] = None,
    traps: Annotated[
        bool, typer.Option("--traps", help="With a calendar and a facet that never end.")
    ] = False,
    way: Annotated[
        str, typer.Option(help="How one gets in; `upwell source ways` shows them all.")
    ] = "",
    latency: Annotated[
        float, typer.Option(min=0, help="Mean seconds before an answer begins.")
    ] = 0.0,
    refuse: Annotated[
        float, typer.Option(min=0, max=1, help="Share of visits answered 429 or 503.")
    ] = 0.0,
    crawl_delay: Annotated[
        float, typer.Option(min=0, help="Seconds that robots.txt asks for between visits.")
    ] = 0.0,
    frozen: Annotated[
        bool, typer.Option("--frozen", help="An address shows the same bytes at every visit.")
    ] = False,
) -> None:
    """Run a bundled deep-web site on this machine.

    Prints its URL; nothing but this machine can reach it.

    Example: upwell source catalogue
    """
    if name in _TABLES:
        _TABLES[name]()
        return
    name, way = _chosen(name, way)
    pace = Pace(adds=life * 2 / 7, changes=life * 4 / 7, removes=life / 7) if life else None
    asyncio.run(
        run(
            name,
            port,
            seed,
            size,
            frozen=frozen,
            conduct=Conduct(
                latency_s=latency,
                too_many=refuse / 2,
                unavailable=refuse / 2,
                crawl_delay_s=crawl_delay,
            ),
            course=Course(pace, redesign_after),
            traps=traps,
            way=way,
            ready=_ready,
        )
    )


def _chosen(name: str, way: str) -> tuple[str, str]:
    """A family and a way in; one way goes by a name of its own."""
    if name == CANARY:
        return WAYS[CANARY].family, CANARY
    if name not in FAMILIES:
        raise ConfigError(f"no source is called {name!r}; there are: {', '.join(FAMILIES)}")
    return name, way


def _ready(running: Source) -> None:
    typer.echo(running.url)
    typer.echo(
        f"{running.name}: {len(running.site.pages.database.by_id):,} records; Ctrl-C stops it",
        err=True,
    )


def show_list() -> None:
    """A table of all families."""
    table = Table(box=None, pad_edge=False)
    for heading in ("NAME", "WHAT", "LANGUAGE", "SEARCH", "SPECIAL"):
        table.add_column(heading, overflow="fold")
    for family in FAMILIES.values():
        table.add_row(family.name, family.about, family.language, _search(family), _special(family))
    Console(highlight=False).print(table)


def show_ways() -> None:
    """A table of all ways in, each with the family it is shown with."""
    table = Table(box=None, pad_edge=False)
    for heading in ("WAY", "WHAT", "SHOWN WITH"):
        table.add_column(heading, overflow="fold")
    for way in WAYS.values():
        table.add_row(way.name, way.about, way.family)
    Console(highlight=False).print(table)


CANARY = "canary"  # a way that goes by a name of its own
_TABLES = {"list": show_list, "ways": show_ways}


def _search(family: Family) -> str:
    rules = family.rules
    shown = f"first {rules.limit}" if rules.limit else "all"
    order = {"none": "unsorted", "rank": "by rank"}.get(rules.order, "by relevance")
    return f"{family.method}, {rules.combine}, {shown} {order}"


def _special(family: Family) -> str:
    """What is not as on most."""
    single = {"redirect": "one match redirects"}
    none = {
        "missing": "no match is a 404",
        "popular": "no match shows popular records",
        "meant": "no match answers another query",
    }
    found = [single.get(family.single, ""), none.get(family.none, "")]
    if family.regions:
        found.append(f"regions by {family.regions}")
    if family.group:
        found.append(f"groups by {family.group}")
    if family.contents:
        found.append("tables of contents")
    if family.ambiguous:
        found.append("disambiguation pages")
    if "xhtml" in family.media_type:
        found.append("XHTML")
    if family.charset != "utf-8":
        found.append(family.charset)
    if family.fields:
        found.append(f"form with {', '.join(family.fields)}")
    return "; ".join(filter(None, found))
