"""The dashboard over one log, from its start until it is told to stop."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

from upwell.errors import ConfigError
from upwell.streams.log.open import open_log

from .objects.read_model import ReadModel
from .ring.ring import Ring
from .room import Room
from .web.access import TOKEN, Access, own_names
from .web.app import make_app


@dataclass(frozen=True, slots=True)
class Serving:
    """What is served, and where.

    Parameters
    ----------
    broker_url
        The log.
    directory
        The folder of the crawl, where its read model is; on Kafka one of the dashboard's own.
    host, port
        Where to listen; port 0 takes any that is free.
    """

    broker_url: str
    directory: Path
    host: str = "127.0.0.1"
    port: int = 0


async def serve(serving: Serving, stop: asyncio.Event, say: Callable[[str], object]) -> None:
    """Serve until `stop` is set; `say` is given the whole address, token and all, once it works."""
    access = Access(frozenset() if is_loopback(serving.host) else own_names(serving.host))
    log = open_log(serving.broker_url)
    await log.open()
    ring, objects = Ring(log), ReadModel(serving.directory)
    try:
        room = Room(log, ring, objects)
        app = make_app(room, access)
        runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=1.0)
        await runner.setup()
        following = asyncio.create_task(ring.follow())
        room.lags.refresh()
        try:
            say(f"{await _listen(runner, serving)}/?{TOKEN}={access.token}")
            await stop.wait()
        finally:
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following
            await room.lags.close()
            await runner.cleanup()
    finally:
        objects.close()
        await log.close()


async def _listen(runner: web.AppRunner, serving: Serving) -> str:
    """Listen; the address without a path."""
    site = web.TCPSite(runner, serving.host, serving.port)
    try:
        await site.start()
    except OSError as error:
        raise ConfigError(
            f"cannot listen on {serving.host}:{serving.port}: {error.strerror or error}; "
            "name another with --port, or leave it out for any that is free"
        ) from error
    host, port = runner.addresses[0][:2]
    if ipaddress.ip_address(host).is_unspecified:
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches it.

    >>> is_loopback("localhost"), is_loopback("::1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
