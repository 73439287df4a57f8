"""Feeds over kill -9: nothing is missing; what is sent comes again only under the same id."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.feeds.given import append, change
from tests.feeds.test_files import READ
from upwell.feeds import add_feed
from upwell.streams.log.embedded import EmbeddedLog

pytestmark = pytest.mark.crash

KILLS = int(os.environ.get("UPWELL_KILLS", "6"))
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
EVENTS = 150  # between two kills


@pytest.fixture
def hook() -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """A place that takes a moment for each event."""
    got: list[tuple[str, bytes]] = []

    class Take(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            got.append((self.headers["webhook-id"], body))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Take)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", got
    server.shutdown()


async def more(folder: Path, n: int) -> list[str]:
    """Events appended while a worker runs, or does not; their names."""
    log = EmbeddedLog(f"upwell://{folder}/log")
    await log.open()
    events = [change(f"o{n}-{i}", seen_at=1_772_323_200.0 + n) for i in range(EVENTS)]
    for first in range(0, EVENTS, 10):
        await append(log, *events[first : first + 10])
    await log.close()
    return [f"{each.id}.{each.version}" for each in events]


def worker(folder: Path, *more: str) -> subprocess.Popen[bytes]:
    (folder / "started").unlink(missing_ok=True)
    command = [sys.executable, "-m", "tests.crash.feeding", str(folder), *more]
    return subprocess.Popen(command, cwd=Path(__file__).resolve().parents[2])


def test_nothing_is_missing_after_kills_and_nothing_is_there_twice(
    tmp_path: Path, hook: tuple[str, list[tuple[str, bytes]]]
) -> None:
    """Every kind of file has each event once; the webhook the same bytes under the same id."""
    url, got = hook
    rooms = {kind: tmp_path / f"feed-{kind}" for kind in READ}
    for kind, path in rooms.items():
        extra = {"rows": 100} if kind == "parquet" else {}
        keep = {"keep": 10_000} if kind in ("rss", "atom") else {}
        add_feed(kind, {"kind": kind, "to": str(path), **extra, **keep}, tmp_path)
    hooked = {"kind": "webhook", "to": url, "secret": SECRET, "begin": "start"}
    add_feed("hook", hooked, tmp_path)
    names: list[str] = []
    draw = random.Random(7)
    for n in range(KILLS):
        running = worker(tmp_path)
        while not (tmp_path / "started").exists():
            assert running.poll() is None
            time.sleep(0.02)
        names += asyncio.run(more(tmp_path, n))
        time.sleep(draw.uniform(0.0, 0.4))
        running.kill()
        running.wait()
    assert 0 == worker(tmp_path, "end").wait(timeout=300)
    for kind, path in rooms.items():
        found = READ[kind](path)
        assert sorted(names) == sorted(found), kind
    assert set(names) == {name for name, _ in got}
    bodies: dict[str, bytes] = {}
    for name, body in got:
        assert body == bodies.setdefault(name, body)
        assert name.split(".")[0] == json.loads(body)["data"]["id"]
