"""A disk that is full stops the worker with a reason; what was acknowledged stays (DESIGN 4.11)."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.agents.counting import worker
from tests.agents.test_worker import check, on_disk, pages
from tests.agents.toy import page, until
from upwell.agents.fetch.disk_gate import DiskGate
from upwell.errors import EXIT_START_AGAIN, StoreError
from upwell.streams.log.disk_space import Room, RoomParams
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.embedded.storage import Row, Storage
from upwell.streams.log.port import TopicPartition
from upwell.streams.records import Page, Request
from upwell.streams.topics import PAGES, declared

ROOT = Path(__file__).parents[2]
SMALL, LARGE = "6m", "256m"


def test_a_full_disk_refuses_the_append_by_name_and_takes_the_next(tmp_path: Path) -> None:
    """All or nothing: what was acknowledged is there, what was not is not, and it goes on."""
    storage = Storage(tmp_path)
    storage.declare(declared(1))
    place = TopicPartition(PAGES, 0)
    rows = [Row(place, 0, b"site", os.urandom(40_000)) for _ in range(2)]
    (used,) = storage._writer.execute("pragma page_count").fetchone()
    storage._writer.execute(f"pragma max_page_count={used + 20}")
    done: list[int] = []

    def fill() -> None:
        for _ in range(20):
            done.extend(storage.append(rows))

    with pytest.raises(StoreError, match=r"log\.sqlite: .*full.* \(append\); free some space"):
        fill()
    assert len(done) >= 2
    assert done == [row.offset for row in storage.read({place: 0})[place]]
    storage._writer.execute("pragma max_page_count=1000000")
    assert [len(done), len(done) + 1] == storage.append(rows)
    storage.close()


class Count:
    """A web that counts who asks."""

    asked = 0

    async def fetch(self, request: Request) -> Page:
        self.asked += 1
        return page(request.number)


REQUEST = Request(site="s", number=1, low=1, url="/", reason="query")


async def test_fetching_pauses_while_the_disk_is_nearly_full(tmp_path: Path) -> None:
    """It goes on by itself when there is room again."""
    free, web = [100], Count()
    params = RoomParams(reserve_bytes=200, look_s=0.01)
    roomy = DiskGate(web, Room(tmp_path, params, free=lambda path: free[0]))
    waiting = asyncio.create_task(roomy.fetch(REQUEST))
    for _ in range(10):
        await asyncio.sleep(0.01)
    assert (0, False) == (web.asked, waiting.done())
    free[0] = 300
    async with asyncio.timeout(5):
        await waiting
    assert 1 == web.asked


async def test_a_worker_that_stops_asks_nothing_more(tmp_path: Path) -> None:
    """Who waits for room when the worker stops is let go, and asked again after the next start."""
    room = Room(tmp_path, RoomParams(look_s=0.01), free=lambda path: 0)
    web = Count()
    waiting = asyncio.create_task(DiskGate(web, room).fetch(REQUEST))
    await asyncio.sleep(0.05)
    room.close()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert 0 == web.asked


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk in memory; making one needs rights that not everybody has."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "upwell-test", str(folder)]
    made = subprocess.run(mount, capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(f"no small disk can be mounted here: {made.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def enlarge(disk: Path) -> None:
    subprocess.run(["mount", "-o", f"remount,size={LARGE}", str(disk)], check=True)


@pytest.mark.crash
async def test_a_worker_on_a_full_disk_ends_with_the_reason_and_goes_on_with_room(
    small_disk: Path,
) -> None:
    """Log and tables on it: exit 70 each time; with room everything acknowledged is handled."""
    log = EmbeddedLog(f"upwell://{small_disk}/log", 2)
    await log.open()

    async def fill() -> None:
        for at in range(0, 100_000, 50):
            await log.append(many[at % 5000 : at % 5000 + 50])

    many = pages(5_000)
    with pytest.raises(StoreError, match=r"log\.sqlite: .*full"):
        await fill()
    await log.close()
    for _ in range(3):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.agents.counting", str(small_disk), cwd=ROOT,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        async with asyncio.timeout(60):
            said, _ = await process.communicate()
        assert process.returncode in (EXIT_START_AGAIN, 1), said
        assert b"full" in said or b"space" in said
    enlarge(small_disk)
    one = worker(small_disk)
    await one.start()
    await until(one.idle)
    assert isinstance(one.log, EmbeddedLog)
    await check(one.log, await one.log.scan(PAGES), on_disk(one))
    await one.stop()
