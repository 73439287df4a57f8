"""`upwell pause`: stop asking a site, or go on."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

import typer

from upwell.errors import ConfigError
from upwell.streams.codecs import encode
from upwell.streams.log.port import Outgoing
from upwell.streams.records import SitePaused
from upwell.streams.topics import FINDINGS

from ..broker import Broker, Dir, broker_url, connected, known_site, latest


def pause(
    site: Annotated[str, typer.Argument(metavar="SITE", help="Its host, as `sites` lists it.")],
    directory: Dir = None,
    broker: Broker = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on asking it.")] = False,
) -> None:
    """Stop asking a site; what is on the way still arrives.

    Nothing is forgotten. Running workers hear of it at once, others when they start.

    Example: upwell pause library.example; upwell pause library.example --resume
    """
    asyncio.run(_append(broker_url(directory, broker, must_exist=True), site, not resume))
    typer.echo(f"{'goes on' if resume else 'paused'}: {site}", err=True)


async def _append(url: str, site: str, paused: bool) -> None:
    async with connected(url) as log:
        found = await latest(log, "sites")
        name = known_site(site, found)
        if name not in found:
            raise ConfigError(f"nothing is asked of {name}: there is nothing to pause")
        record = SitePaused(site=name, paused=paused, at=time.time())
        await log.append([Outgoing(FINDINGS, name.encode(), encode(record))])
