"""`upwell history`: every version of one object."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any

import typer

from upwell.errors import UsageError

from ..broker import Broker, Dir, broker_url
from ..output import Out, write_lines
from .change_lines import Wanted, change_lines


def history(
    name: Annotated[
        str, typer.Argument(metavar="OBJECT", help="Its id, or the address of its own page.")
    ],
    directory: Dir = None,
    broker: Broker = None,
    output: Out = None,
) -> None:
    """Write every version of one object: what differed, when, and where it was seen.

    The lines are those of `upwell changes`, oldest first.

    Example: upwell history b17b22038128712a | jq -r '[.at, .fields.price.after] | @tsv'
    """
    url = broker_url(directory, broker, must_exist=True)
    found = asyncio.run(_versions(url, directory, name))
    if not found:
        raise UsageError(
            f"nothing is known of an object {name!r}; `upwell objects SITE | jq -r .id` lists ids"
        )
    write_lines(output, found)


async def _versions(url: str, directory: Path | None, name: str) -> list[dict[str, Any]]:
    return [line async for line in change_lines(url, directory, Wanted(), id=name)]
