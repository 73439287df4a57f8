"""The embedded log between processes: kill -9 loses no acknowledged append, others may follow."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from upwell.errors import BrokerError, StoreError
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.embedded.lock import WorkerLock
from upwell.streams.log.open import open_log
from upwell.streams.log.port import Outgoing

WRITER = """
import asyncio, sys
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.port import Outgoing

async def main(url, first, many):
    log = EmbeddedLog(url, 2)
    await log.open()
    for at in range(int(first), int(first) + int(many), 5):
        batch = [Outgoing("pages", b"site%d" % (i % 3), b"%d" % i) for i in range(at, at + 5)]
        for entry in await log.append(batch):
            print(entry.partition, entry.offset, entry.value.decode(), flush=True)
    await log.close()

asyncio.run(main(*sys.argv[1:]))
"""

HOLDER = """
import sys, pathlib
from upwell.streams.log.embedded.lock import WorkerLock
lock = WorkerLock(pathlib.Path(sys.argv[1]))
lock.acquire()
print("held", flush=True)
sys.stdin.read()
"""


def run(code: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


async def test_kill_9_of_a_writer_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    """Three writers after each other, each killed in the middle of its appends."""
    url = f"upwell://{tmp_path}/log"
    acknowledged: dict[tuple[int, int], bytes] = {}
    for turn in range(3):
        writer = run(WRITER, url, turn * 1_000_000, 1_000_000)
        assert writer.stdout is not None
        for _ in range(40 + 33 * turn):  # so that it dies at different places of a batch
            line = writer.stdout.readline().split()
            place, value = (int(line[0]), int(line[1])), line[2]
            assert place not in acknowledged
            acknowledged[place] = value.encode()
        os.kill(writer.pid, signal.SIGKILL)
        writer.communicate()
    log = EmbeddedLog(url)
    await log.open()
    kept = {(e.partition, e.offset): e.value for e in await log.scan("pages")}
    assert acknowledged == {place: kept.get(place) for place in acknowledged}
    for partition, end in (await log.ends("pages")).items():
        assert list(range(end)) == sorted(offset for p, offset in kept if p == partition)
    values = list(kept.values())
    assert len(values) == len(set(values))
    await log.close()


async def test_a_reader_follows_what_another_process_appends(tmp_path: Path) -> None:
    log = EmbeddedLog(f"upwell://{tmp_path}/log", 2)
    await log.open()
    reader = log.reader("follower", ["pages"])
    writer = run(WRITER, log.url, 0, 20)
    found: list[bytes | None] = []
    async with asyncio.timeout(30):
        async for batch in reader.batches(timeout_s=0.2):
            found += [entry.value for entry in batch]
            if len(found) >= 20:
                break
    writer.communicate(timeout=30)
    assert sorted(b"%d" % i for i in range(20)) == sorted(value or b"" for value in found)
    await log.append([Outgoing("pages", b"site", b"ours")])
    assert 21 == sum((await log.ends("pages")).values())
    await log.close()


def test_the_workers_lock_names_its_process_and_dies_with_it(tmp_path: Path) -> None:
    holder = run(HOLDER, tmp_path)
    assert holder.stdout is not None
    assert "held\n" == holder.stdout.readline()
    mine = WorkerLock(tmp_path)
    with pytest.raises(StoreError, match=f"in use by process {holder.pid}"):
        mine.acquire()
    os.kill(holder.pid, signal.SIGKILL)
    holder.communicate()
    mine.acquire()
    mine.release()


async def test_an_absent_broker_is_named_and_said_within_ten_seconds() -> None:
    with socket.socket() as taken:  # bound and never listening: nobody can answer there
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        async with asyncio.timeout(15):
            with pytest.raises(BrokerError, match=f"no Kafka broker answers at 127.0.0.1:{port}"):
                await open_log(f"kafka://127.0.0.1:{port}").open()
