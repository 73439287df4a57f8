"""The dashboard over a filled log, asked as a browser or as a program."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer

from upwell.dashboard.objects.read_model import ReadModel
from upwell.dashboard.ring.ring import Ring
from upwell.dashboard.room import Room
from upwell.dashboard.web.access import Access
from upwell.dashboard.web.app import make_app
from upwell.streams.log.embedded import EmbeddedLog

from .filled import CHANGES, NOW, RECORDS, fill, fill_read_model

TOKEN = "a token of this test"


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """What views look at, over a log with known records."""
    log = EmbeddedLog(f"upwell://{tmp_path}/log", partitions=2)
    await log.open()
    await fill(log, RECORDS)
    ring = Ring(log, clock=lambda: NOW)
    await ring.look()
    fill_read_model(tmp_path, CHANGES)
    objects = ReadModel(tmp_path)
    yield Room(log, ring, objects)
    objects.close()
    await log.close()


@pytest.fixture
async def stranger(room: Room) -> AsyncIterator[TestClient]:  # type: ignore[type-arg]
    """Somebody without the token."""
    async with TestClient(TestServer(make_app(room, Access(token=TOKEN)))) as client:
        yield client


@pytest.fixture
async def program(room: Room) -> AsyncIterator[TestClient]:  # type: ignore[type-arg]
    """A program that has the token."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Accept": "text/html"}
    server = TestServer(make_app(room, Access(token=TOKEN)))
    async with TestClient(server, headers=headers) as client:
        yield client
