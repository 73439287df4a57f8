"""`upwell migrate`: a folder that an earlier version filled, in the form of this one."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from upwell.errors import UsageError
from upwell.streams.log import forgetting
from upwell.streams.log.address import EMBEDDED, parse_address, without_secrets

from ..broker import Broker, Dir, broker_url, exclusive


def migrate(
    directory: Dir = None,
    broker: Broker = None,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; exit 1 if there is something to do.")
    ] = False,
) -> None:
    """Bring what an earlier version stored into the form of this one.

    Opens the log and every key of every table. What this version cannot open of what was learned
    of a site is learned again from its recorded pages; nobody is asked, objects keep their ids and
    versions. No crawl may run in the folder. What was broken off is done again by the same
    command.

    Example: upwell migrate -d books
    """
    url = broker_url(directory, broker, must_exist=True)
    address = parse_address(url)
    if address.scheme != EMBEDDED:
        raise UsageError(
            f"a folder is migrated, not {without_secrets(url)}: workers of two versions may run "
            "there; put its pages on a new log with `upwell replay`"
        )
    forgetting.require_finished(address.directory)
    with exclusive(address.directory):
        from .migrating import migrated  # with the agents and all that they load

        n_left = asyncio.run(migrated(url, check))
    if n_left:
        raise typer.Exit(1)
