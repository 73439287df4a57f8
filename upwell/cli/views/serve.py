"""`upwell serve`: the dashboard over a folder or a cluster."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from upwell.config import resolve
from upwell.dashboard.serving import Serving, is_loopback
from upwell.dashboard.serving import serve as run_server

from ..broker import Broker, Dir, broker_url
from ..crawls.interrupts import drain_on_signals


def serve(
    directory: Dir = None,
    broker: Broker = None,
    host: Annotated[
        str, typer.Option(metavar="ADDR", help="Where to listen; other than this machine alone.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port; any that is free by default.")
    ] = 0,
) -> None:
    """Show a crawl in a browser, while it runs and afterwards.

    Prints one address. It carries a token that is drawn anew at every start; without it nothing
    is shown. Every page has its JSON under /api/v1, described by /api/v1/openapi.json.
    Ctrl-C ends it, and touches no crawl.

    Example: upwell serve -d books --port 8000
    """
    url = broker_url(directory, broker, must_exist=True)
    folder = Path(resolve({"dir": directory})["dir"].value)
    asyncio.run(_serve(Serving(url, folder, host, port)))


async def _serve(serving: Serving) -> None:
    console = Console(stderr=True, soft_wrap=True, highlight=False)
    stop = drain_on_signals(console)
    if not is_loopback(serving.host):
        console.print(f"everybody who reaches {serving.host} can try it: it is not encrypted")
    await run_server(serving, stop, lambda address: typer.echo(address))
