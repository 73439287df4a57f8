"""One recorded crawl for all proofs, and what an undisturbed run makes of it."""

from __future__ import annotations

import asyncio

import pytest

from upwell.streams.log.port import Outgoing

from .recording import record
from .replaying import Replayed, replay


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> list[Outgoing]:
    """Pages and phases of a live crawl."""
    return asyncio.run(record(tmp_path_factory.mktemp("recorded"), size=150, max_pages=120))


@pytest.fixture(scope="session")
def undisturbed(recorded: list[Outgoing], tmp_path_factory: pytest.TempPathFactory) -> Replayed:
    """Of the recorded pages, by one worker on the embedded log."""
    return asyncio.run(replay(recorded, tmp_path_factory.mktemp("undisturbed")))
