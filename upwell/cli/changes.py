"""`upwell changes`: what happened to objects, as it happened, and as it happens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
import typer

from upwell.errors import RecordError
from upwell.streams.codecs import decode
from upwell.streams.records import Change

from .broker import Broker, Dir, broker_url, connected
from .output import line, opened

LOOK_S = 0.3  # between two looks at the log


def changes(
    directory: Dir = None,
    broker: Broker = None,
    site: Annotated[
        str | None, typer.Option("--site", metavar="HOST", help="Only of this site.")
    ] = None,
    follow: Annotated[
        bool, typer.Option("-f", "--follow", help="Go on with what happens next; Ctrl-C ends it.")
    ] = False,
    new: Annotated[
        bool, typer.Option("--new", help="Leave out what has happened so far; with --follow.")
    ] = False,
) -> None:
    """Write what happened to objects, one JSON object a line.

    `event` is new, changed, corrected, withdrawn or gone, `before` holds the fields that differ.
    Corrected is what a later model reads better, withdrawn what it takes for no object; the rest
    is news of the site. An event is (id, version), and versions count up: keep the highest and
    nothing comes twice.

    Example: upwell changes --follow --new | jq -r '.event + " " + .text'
    """
    url = broker_url(directory, broker, must_exist=True)
    asyncio.run(_write(url, site, follow, new))


async def _write(url: str, site: str | None, follow: bool, new: bool) -> None:
    with opened(None) as stream:
        async for change in _changes(url, follow, new):
            if site is None or change.site == site:
                stream.write(line(_told(change)) + "\n")
                stream.flush()


async def _changes(url: str, follow: bool, new: bool) -> AsyncIterator[Change]:
    async with connected(url) as log:
        start = await log.ends("changes") if new else {}
        while True:
            for entry in await log.scan("changes", start):
                start[entry.partition] = entry.offset + 1
                try:
                    record = decode(entry.value) if entry.value is not None else None
                except RecordError:
                    continue  # deliver makes a dead letter of it
                if isinstance(record, Change):
                    yield record
            if not follow:
                return
            await asyncio.sleep(LOOK_S)


def _told(change: Change) -> dict[str, Any]:
    found = msgspec.structs.asdict(change)
    del found["retry"]
    return found
