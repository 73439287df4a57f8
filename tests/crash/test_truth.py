"""The log is the truth, tables and files are filled from it again when they differ (DESIGN 4.6)."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from faust.exceptions import ConsistencyError

from tests.agents.counting import PARAMS
from tests.agents.test_worker import check, on_disk, pages
from tests.agents.toy import COUNTER, until
from upwell.agents.worker import Worker
from upwell.streams.codecs import encode
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.embedded import log as embedded
from upwell.streams.log.embedded.storage import Storage
from upwell.streams.log.port import Outgoing
from upwell.streams.records import Change
from upwell.streams.sinks import JsonLines, object_lines
from upwell.streams.store import TableDamaged
from upwell.streams.store.store import OFFSET_KEY
from upwell.streams.topics import CHANGES, PAGES


class Run:
    """A worker in a directory, and what ended it."""

    def __init__(self, directory: Path, synchronous: str = "normal") -> None:
        self.directory = directory
        self.ends: list[BaseException] = []
        self.worker = Worker(
            f"upwell://{directory}/log?synchronous={synchronous}",
            directory / "worker",
            [COUNTER],
            params=PARAMS,
            fail=lambda where, error: self.ends.append(error),
        )

    async def feed(self, records: list[Outgoing]) -> None:
        """Start, and handle these and whatever is left."""
        await self.worker.start()
        await self.feed_more(records)

    async def feed_more(self, records: list[Outgoing]) -> None:
        """Handle these too."""
        await self.worker.log.append(records)
        await until(self.worker.idle)

    async def checked(self) -> None:
        """State and outputs are those of an undisturbed run over what the log holds."""
        log = self.worker.log
        assert isinstance(log, EmbeddedLog)
        await check(log, await log.scan(PAGES), on_disk(self.worker))
        await self.worker.stop()

    @property
    def tables(self) -> list[Path]:
        return sorted((self.directory / "worker").glob("**/*.db"))


def spoil(table: Path, at: float) -> None:
    """A bit of a table's file changes by itself, at this share of its length."""
    (file,) = table.glob("*.sst")
    content = bytearray(file.read_bytes())
    content[round(len(content) * at)] ^= 1
    file.write_bytes(content)


async def flushed(run: Run) -> None:
    """Everything of the tables is in files."""
    store: Any = run.worker._apps["counter"].tables["state"]
    for partition in (0, 1):
        store.data.db(partition).flush()


async def spoiled(directory: Path, at: float) -> None:
    """A run of many sites, its tables spoiled afterwards."""
    first = Run(directory)
    await first.feed(pages(600, sites=300))
    await flushed(first)
    await first.worker.stop()
    for table in first.tables:
        spoil(table, at)


async def test_a_table_that_is_damaged_at_the_start_is_rebuilt_there(tmp_path: Path) -> None:
    """Recovery reads the first block; nobody sees more of it than a warning."""
    await spoiled(tmp_path, 0.01)
    second = Run(tmp_path)
    await second.feed(pages(630, sites=300)[600:])
    assert [] == second.ends
    await second.checked()


async def test_a_table_found_damaged_is_told_once_and_rebuilt_at_the_next_start(
    tmp_path: Path,
) -> None:
    """The worker ends with the table's name; the one after it knows nothing of the damage."""
    await spoiled(tmp_path, 0.6)
    second = Run(tmp_path)
    await second.worker.start()
    await second.worker.log.append(pages(900, sites=300)[600:])

    async def ended() -> bool:
        return bool(second.ends)

    await until(ended)
    assert isinstance(second.ends[0], TableDamaged)
    assert "/state-" in str(second.ends[0])
    await second.worker.stop()
    third = Run(tmp_path)
    await third.feed([])
    assert [] == third.ends
    await third.checked()


@pytest.mark.crash
async def test_a_table_that_is_ahead_of_its_changelog_is_rebuilt(tmp_path: Path) -> None:
    """Faust says so at recovery; the next start drops the tables and is right."""
    first = Run(tmp_path)
    await first.feed(pages(60))
    store: Any = first.worker._apps["counter"].tables["state"]
    for partition in (0, 1):
        store.data.db(partition).put(OFFSET_KEY, b"99999")
    await first.worker.stop()
    second = Run(tmp_path)
    await second.worker.start()

    async def ended() -> bool:
        return bool(second.ends)

    await until(ended)
    assert isinstance(second.ends[0], ConsistencyError)
    await second.worker.stop()
    third = Run(tmp_path)
    await third.feed([])
    await third.checked()


@pytest.mark.parametrize(("synchronous", "dropped"), [("normal", True), ("full", False)])
async def test_after_a_power_cut_tables_are_trusted_only_if_commits_were_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, synchronous: str, dropped: bool
) -> None:
    """Another start of the machine makes another log, unless every commit was synchronous."""
    first = Run(tmp_path, synchronous)
    await first.feed(pages(30))
    await first.worker.stop()
    note = first.tables[0] / "note"
    note.write_text("these are the tables of before")
    monkeypatch.setattr(embedded, "machine_start", lambda: "another one")
    second = Run(tmp_path, synchronous)
    await second.feed([])
    assert dropped == (not note.exists())
    await second.checked()


@pytest.mark.parametrize(
    "keep", [2, *(pytest.param(n, marks=pytest.mark.crash) for n in (0, 1, 4))]
)
async def test_a_log_that_lost_its_last_commits_is_gone_on_from(tmp_path: Path, keep: int) -> None:
    """RocksDB is ahead, outputs are gone: the tables are rebuilt, and nothing is missing."""
    first = Run(tmp_path)
    await first.feed(pages(40))
    storage: Storage = first.worker.log.engine.storage  # type: ignore[union-attr]
    storage._writer.execute("pragma wal_checkpoint(truncate)")
    before = storage.boot_id
    await first.feed_more(pages(200)[40:])
    wal = tmp_path / "log" / "log.sqlite-wal"
    rest = wal.read_bytes()
    whole = (tmp_path / "log" / "log.sqlite").read_bytes()
    await first.worker.stop()
    (tmp_path / "log" / "log.sqlite").write_bytes(whole)
    wal.write_bytes(rest[: len(rest) * keep // 5])
    second = Run(tmp_path)
    await second.feed(pages(60)[40:])
    log = second.worker.log
    assert isinstance(log, EmbeddedLog)
    assert before != log.boot_id
    await second.checked()


async def test_a_file_of_objects_does_not_skip_what_a_shortened_log_fills_again(
    tmp_path: Path,
) -> None:
    """Positions beyond the log's end are taken back to it."""

    def changes(*ids: str) -> list[Outgoing]:
        found = [
            Change(id=i, site="s", event="new", version=1, page_url="/", seen_at=0.0, text=i)
            for i in ids
        ]
        return [Outgoing(CHANGES, b"same", encode(change)) for change in found]

    def delivering() -> Worker:
        sinks = [JsonLines(tmp_path / "objects.jsonl", object_lines)]
        return Worker(f"upwell://{tmp_path}/log", tmp_path / "w", [], sinks=sinks, params=PARAMS)

    one = delivering()
    await one.start()
    await one.log.append(changes("a"))
    await until(one.idle)
    one.log.engine.storage._writer.execute("pragma wal_checkpoint(truncate)")  # type: ignore[union-attr]
    shutil.copy(tmp_path / "log" / "log.sqlite", tmp_path / "before")
    await one.log.append(changes("b", "c"))
    await until(one.idle)
    await one.stop()
    shutil.copy(tmp_path / "before", tmp_path / "log" / "log.sqlite")
    two = delivering()
    await two.start()
    await two.log.append(changes("d"))
    await until(two.idle)
    await two.stop()
    lines = (tmp_path / "objects.jsonl").read_text().splitlines()
    assert ["a", "b", "c", "d"] == [line.split('"id":"')[1][0] for line in lines]
