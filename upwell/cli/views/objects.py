"""`upwell objects`: the objects of a site as they are now, or as they were at a time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from upwell.errors import ConfigError
from upwell.streams.filters import facts_of, parse_filter
from upwell.streams.records import Change, ModelPublished
from upwell.streams.sinks import require_writable
from upwell.streams.sinks.lines import HEALTH, standing_line
from upwell.streams.sinks.sqlite import reading

from ..broker import Broker, Dir, broker_url, connected, known_site, latest
from ..output import Out, write_lines
from ..table import Csv, object_table
from .change_lines import read_model
from .changes import Where
from .columns.object_grid import object_grid
from .columns.site_columns import site_columns
from .times import moment


def objects(
    site: Annotated[str, typer.Argument(metavar="SITE", help="Its host, as `sites` lists it.")],
    directory: Dir = None,
    broker: Broker = None,
    output: Out = None,
    table: Csv = None,
    at: Annotated[
        str | None,
        typer.Option("--as-of", metavar="T", help="As it was then: 2026-03-01, or 3h, 2d ago."),
    ] = None,
    where: Where = "",
    grid: Annotated[
        bool, typer.Option("--table", help="Show them as a table; as many columns as fit.")
    ] = False,
) -> None:
    """Write the objects of a site, the newest version of each.

    The lines are those of `crawl -o`, ordered by when an object was last seen to differ. With
    --csv they are written as a table, a row each; the lines then only go where -o says. --table
    shows them to people. --as-of
    writes what stood at a time, each object as it was then. `upwell changes --help` tells what a
    filter is.

    Example: upwell objects library.example -d books --where 'price < 20' | jq -r .text
    """
    require_writable({"-o": output, "--csv": table})
    url = broker_url(directory, broker, must_exist=True)
    if at is None:
        found = asyncio.run(standing_objects(url, site))
    else:
        found = objects_as_of(url, directory, site, moment(at, "--as-of"))
    wanted = parse_filter(where, {name for line in found for name in line["fields"]} or None)
    found = [line for line in found if wanted.matches(facts_of(line))]
    if grid:
        show(found, url)
    if table is not None:
        object_table(found).write(table)
    if (table is None and not grid) or output is not None:
        write_lines(output, found)


def objects_as_of(url: str, directory: Path | None, site: str, at: float) -> list[dict[str, Any]]:
    """The line of each object of a site that counted at a time, as it was then."""
    with read_model(url, directory) as database:
        if database is None:
            raise ConfigError(
                "--as-of reads objects.sqlite, which is not there; a crawl makes it in its "
                "folder, a worker with the role deliver in its own: name that with --dir"
            )
        return reading.as_of(database, known_site(site, reading.sites(database)), at)


def show(found: list[dict[str, Any]], url: str) -> None:
    """Objects as a table on the terminal."""
    model = asyncio.run(newest_model(url, found[0]["site"])) if found else None
    object_grid(found, site_columns(found, model), Console())


async def newest_model(url: str, site: str) -> ModelPublished | None:
    """The model of a site that was published last."""
    async with connected(url) as log:
        models: dict[str, ModelPublished] = await latest(log, "models")
    return models.get(site)


async def standing_objects(url: str, site: str) -> list[dict[str, Any]]:
    """The line of each object of a site that counts, ordered by when it was last seen to differ."""
    changes = await changes_of(url, site)
    ordered = sorted(changes, key=lambda change: (change.seen_at, change.id))
    return [found for change in ordered if (found := standing_line(change)) is not None]


async def changes_of(url: str, site: str) -> list[Change]:
    """The newest change of each object of a site that the log knows."""
    async with connected(url) as log:
        found: dict[str, Change] = await latest(log, "changes")
        names = {change.site for change in found.values()} | (await latest(log, "sites")).keys()
        name = known_site(site, names)
        own = (change for change in found.values() if change.site == name)
        return [change for change in own if change.event != HEALTH]
