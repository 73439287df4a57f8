"""`upwell source`: a bundled deep-web site with a known database, on the loopback address."""

from __future__ import annotations

import asyncio
import signal
from typing import Annotated

import typer

from upwell.sources.server import NAMES, serve


def source(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Which one; `list` names them.")
    ] = "list",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free port.")] = 0,
    seed: Annotated[int, typer.Option(help="Same seed, same site.")] = 0,
    size: Annotated[int, typer.Option(min=1, help="Records in its database.")] = 2000,
) -> None:
    """Run a bundled deep-web site on this machine.

    Prints its URL; nothing but this machine can reach it.

    Example: upwell source catalogue
    """
    if name == "list":
        for known in NAMES:
            typer.echo(known)
        return
    asyncio.run(_serve(name, port, seed, size))


async def _serve(name: str, port: int, seed: int, size: int) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with await serve(name, port=port, seed=seed, size=size) as running:
        typer.echo(running.url)
        typer.echo(f"{name}: {size:,} records; Ctrl-C stops it", err=True)
        await stop.wait()
