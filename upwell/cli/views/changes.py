"""`upwell changes`: what happened to objects, as it happened, and as it happens."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from ..broker import Broker, Dir, broker_url
from ..output import line, output_stream
from .change_lines import Wanted, change_lines
from .times import moment

Where = Annotated[
    str,
    typer.Option(
        "--where",
        metavar="EXPR",
        help="Only what this filter wants: price < 100 and title contains 'cello'.",
    ),
]


def changes(
    directory: Dir = None,
    broker: Broker = None,
    site: Annotated[
        str | None, typer.Option("--site", metavar="HOST", help="Only of this site.")
    ] = None,
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="T", help="From then on: 2026-03-01, or 3h, 2d ago."),
    ] = None,
    where: Where = "",
    follow: Annotated[
        bool, typer.Option("-f", "--follow", help="Go on with what happens next; Ctrl-C ends it.")
    ] = False,
    new: Annotated[
        bool, typer.Option("--new", help="Leave out what has happened so far; with --follow.")
    ] = False,
) -> None:
    """Write what happened to objects, one JSON object a line.

    `event` is new, changed, corrected, withdrawn, alias, gone or back; `fields` are those that
    differ, each with its value before and after; `evidence` is where it was seen, `at` when.
    Corrected is what a later model reads better, withdrawn what it takes for no object, alias
    what it tells by another id: the evidence has the id that it `becomes`, and of what is new
    under that one the id that it `was`; the rest is news of the site. An event is (id,
    version), and versions count up: keep the highest and nothing comes twice. Of a search that is
    watched `event` is entered, left or moved, with the `search` and the `place`. All that happened
    since the first crawl is there: `objects.sqlite` in the folder of a crawl, or of a worker
    that delivers, keeps what the topic has forgotten.

    A filter compares columns, and event, site, text, url, query, at: `price < 100`, `event in
    (new, changed)`, `price changed`, `title contains "cello"`; joined by and, or, not.

    Example: upwell changes --follow --new --where 'event = new and price < 100' | jq -r .text
    """
    url = broker_url(directory, broker, must_exist=True)
    wanted = Wanted(moment(since, "--since") if since else 0.0, site, where)
    asyncio.run(_write(url, directory, wanted, follow, new))


async def _write(url: str, directory: Path | None, wanted: Wanted, follow: bool, new: bool) -> None:
    with output_stream(None) as stream:
        async for found in change_lines(url, directory, wanted, follow=follow, new=new):
            stream.write(line(found) + "\n")
            stream.flush()
