"""`upwell objects`: the objects of a site as they are now, read from the log."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import typer

from upwell.streams.records import Change
from upwell.streams.sinks import require_writable
from upwell.streams.sinks.lines import ENDED, object_line

from ..broker import Broker, Dir, broker_url, connected, known_site, latest
from ..output import Out, write_lines
from ..table import Csv, object_table


def objects(
    site: Annotated[str, typer.Argument(metavar="SITE", help="Its host, as `sites` lists it.")],
    directory: Dir = None,
    broker: Broker = None,
    output: Out = None,
    table: Csv = None,
) -> None:
    """Write the objects of a site, the newest version of each.

    The lines are those of `crawl -o`, ordered by when an object was last seen to differ. With
    --csv they are written as a table, a row each; the lines then only go where -o says.

    Example: upwell objects library.example -d books | jq -r .text
    """
    require_writable({"-o": output, "--csv": table})
    found = asyncio.run(standing_objects(broker_url(directory, broker, must_exist=True), site))
    if table is not None:
        object_table(found).write(table)
    if table is None or output is not None:
        write_lines(output, found)


async def standing_objects(url: str, site: str) -> list[dict[str, Any]]:
    """The line of each object of a site that counts, ordered by when it was last seen to differ."""
    changes = await changes_of(url, site)
    ordered = sorted(changes, key=lambda change: (change.seen_at, change.id))
    standing = (change for change in ordered if change.event not in ENDED)
    return [found for change in standing if (found := object_line(change)) is not None]


async def changes_of(url: str, site: str) -> list[Change]:
    """The newest change of each object of a site that the log knows."""
    async with connected(url) as log:
        found: dict[str, Change] = await latest(log, "changes")
        names = {change.site for change in found.values()} | (await latest(log, "sites")).keys()
        name = known_site(site, names)
        return [change for change in found.values() if change.site == name]
