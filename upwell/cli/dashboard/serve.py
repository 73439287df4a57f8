"""`upwell serve`: the dashboard over a folder or a cluster."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from upwell.config import resolve
from upwell.dashboard.serving import Serving, is_loopback
from upwell.dashboard.serving import serve as run_server
from upwell.streams.log.address import EMBEDDED

from ..broker import Broker, Dir, broker_url
from ..crawls.interrupts import drain_on_signals

LOG = "log.sqlite"
LOOK_S = 0.2  # between two looks whether the log is there
_TASKS: list[asyncio.Task[None]] = []  # that nobody waits for, and that must not be collected


def serve(
    directory: Dir = None,
    broker: Broker = None,
    host: Annotated[
        str, typer.Option(metavar="ADDR", help="Where to listen; other than this machine alone.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port; any that is free by default.")
    ] = 0,
    beside: Annotated[bool, typer.Option("--beside", hidden=True)] = False,
) -> None:
    """Show a crawl in a browser, while it runs and afterwards.

    Prints one address. It carries a token that is drawn anew at every start; without it nothing
    is shown. Every page has its JSON under /api/v1, described by /api/v1/openapi.json.
    Ctrl-C ends it, and touches no crawl.

    Example: upwell serve -d books --port 8000
    """
    url = broker_url(directory, broker, must_exist=not beside)
    folder = Path(resolve({"dir": directory})["dir"].value)
    asyncio.run(_serve(Serving(url, folder, host, port), beside))


async def _serve(serving: Serving, beside: bool) -> None:
    console = Console(stderr=True, soft_wrap=True, highlight=False, quiet=beside)
    stop = drain_on_signals(console)
    if beside:
        await _attach(stop)
        await _log_is_there(serving, stop)
    if not is_loopback(serving.host):
        console.print(f"everybody who reaches {serving.host} can try it: it is not encrypted")
    await run_server(serving, stop, lambda address: typer.echo(address))


async def _attach(stop: asyncio.Event) -> None:
    """End when our input does: with the crawl that started us, however it ends."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)

    async def wait() -> None:
        await reader.read()
        stop.set()

    _TASKS.append(asyncio.create_task(wait()))


async def _log_is_there(serving: Serving, stop: asyncio.Event) -> None:
    """Wait for the crawl to make its log: two that make one would have to agree on it."""
    embedded = serving.broker_url.startswith(f"{EMBEDDED}:")
    while embedded and not (serving.directory / LOG).exists() and not stop.is_set():
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_S):
                await stop.wait()
