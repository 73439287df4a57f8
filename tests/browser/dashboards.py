"""A dashboard that a browser can open, and the browser."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from aiohttp import web

from tests.dashboard.filled import NOW, fill, fill_read_model
from upwell.dashboard.objects.read_model import ReadModel
from upwell.dashboard.ring.ring import Ring
from upwell.dashboard.room import Room
from upwell.dashboard.web.access import Access
from upwell.dashboard.web.app import make_app
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.records import AnyRecord, Change

if TYPE_CHECKING:
    from playwright.async_api import Browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
AXE = Path(__file__).resolve().parents[2] / ".venv" / "axe" / "axe.min.js"


class Opened(NamedTuple):
    """A dashboard that answers at an address; `welcome` is the one that a person opens."""

    room: Room
    address: str
    welcome: str


@asynccontextmanager
async def dashboard(
    folder: Path, records: list[tuple[str, AnyRecord]], changes: list[Change]
) -> AsyncIterator[Opened]:
    """A dashboard over these records, on the loopback address."""
    log = EmbeddedLog(f"upwell://{folder}/log", partitions=2)
    await log.open()
    await fill(log, records)
    fill_read_model(folder, changes)
    ring, objects = Ring(log, clock=lambda: NOW), ReadModel(folder)
    await ring.look()
    room, access = Room(log, ring, objects), Access(token="of-this-test")
    runner = web.AppRunner(make_app(room, access), shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield Opened(room, address, f"{address}/?token={access.token}")
    finally:
        await runner.cleanup()
        objects.close()
        await log.close()


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """Chromium without a window; `make browser` installs what drives it."""
    from playwright.async_api import async_playwright

    async with async_playwright() as tools:
        running = await tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield running
        finally:
            await running.close()
