"""Who is to blame for a death: the record in hand, or the machine (DESIGN 4.8)."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.agents.toy import COUNTER, Alone, DictTable, ListLog, entries, page
from upwell.agents.loop import Loop, PoisonGuard
from upwell.errors import EXIT_START_AGAIN, BrokerError
from upwell.streams.codecs import decode, encode
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.port import Entry, Outgoing
from upwell.streams.parsers import Pool, PoolParams
from upwell.streams.records import DeadLetter, Finding, Page
from upwell.streams.topics import DEAD_LETTERS, FINDINGS, PAGES

ROOT = Path(__file__).parents[2]
TURNS = 5


class Away(ListLog):
    """A log whose broker is away."""

    async def append(self, records: Sequence[Outgoing]) -> list[Entry]:
        raise BrokerError("no Kafka broker answers")


class Broken(DictTable):
    """A table on a disk that fails."""

    def get(self, partition: int, key: bytes) -> bytes | None:
        raise OSError("no space left on device")


@pytest.mark.parametrize(
    ("log", "table"), [(Away(), DictTable()), (ListLog(), Broken())], ids=["broker", "disk"]
)
def test_what_the_machine_did_is_never_put_on_the_record(
    tmp_path: Path, log: ListLog, table: DictTable
) -> None:
    """However often the broker or the disk ended the worker, its last record stays good."""
    batch = entries([page(1), page(2)])
    for _ in range(TURNS):
        hand = PoisonGuard(tmp_path / "hand")
        assert [False, False] == [hand.poison(entry) for entry in batch]
        loop = Loop(COUNTER, table, log, Pool(PoolParams(processes=0)), hand)
        with pytest.raises(Exception, match="no "):
            asyncio.run(loop.handle(batch, Alone()))
        hand.close()


async def start(directory: Path) -> int:
    """A worker as a process of its own, until it ends or has nothing more to do."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.crash.deadly", str(directory), cwd=ROOT
    )
    return await process.wait()


async def test_a_record_that_kills_its_worker_is_a_dead_letter_at_the_third_find(
    tmp_path: Path,
) -> None:
    """A real process dies of one record three times; then it is refused and the rest is done."""
    log = EmbeddedLog(f"upwell://{tmp_path}/log", 1)
    await log.open()
    urls = ["/a", "/b", "/deadly", "/c"]
    pages: list[Page] = [page(n, url=url) for n, url in enumerate(urls, 1)]
    await log.append([Outgoing(PAGES, b"s", encode(record)) for record in pages])
    codes = [await start(tmp_path) for _ in range(4)]
    assert [EXIT_START_AGAIN] * 3 + [os.EX_OK] == codes
    letters: list[Any] = [decode(entry.value) for entry in await log.scan(DEAD_LETTERS)]
    found: list[Any] = [decode(entry.value) for entry in await log.scan(FINDINGS)]
    assert [(PAGES, 0, 2)] == [(d.topic, d.partition, d.offset) for d in letters]
    assert isinstance(letters[0], DeadLetter)
    assert "three" in letters[0].reason
    assert letters[0].verdict  # a replay does not try it again
    answers = {f.number: f.outcome for f in found if isinstance(f, Finding)}
    assert {1: "ok", 2: "ok", 3: "refused", 4: "ok"} == answers
    await log.close()
