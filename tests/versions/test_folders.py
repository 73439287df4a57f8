"""A folder that an earlier version filled is opened as it is, or `upwell migrate` opens it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import tarfile
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

from upwell.agents.offline.stored import OPENERS, StoredState, changelog
from upwell.agents.state import stamp, unstamp
from upwell.agents.state.head import decode_head, encode_head
from upwell.cli.main import run
from upwell.cli.upkeep import migrating
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.embedded.lock import WorkerLock
from upwell.streams.log.embedded.storage import Row
from upwell.streams.log.marks import Mark
from upwell.streams.log.port import TopicPartition

HERE = Path(__file__).parent
FOLDERS = sorted(HERE.glob("*.tar.xz"))
MOST_BYTES = 300_000
T = TypeVar("T")


@pytest.fixture(params=FOLDERS, ids=lambda path: path.name.partition(".")[0])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    with tarfile.open(request.param) as packed:
        packed.extractall(tmp_path / "crawl", filter="data")
    return tmp_path / "crawl"


def on(folder: Path, work: Callable[[EmbeddedLog], Coroutine[Any, Any, T]]) -> T:
    async def opened() -> T:
        log = EmbeddedLog(f"upwell://{folder}")
        await log.open()
        try:
            return await work(log)
        finally:
            await log.close()

    return asyncio.run(opened())


def states(folder: Path) -> dict[str, StoredState]:
    async def read(log: EmbeddedLog) -> dict[str, StoredState]:
        return {agent: await StoredState.of(log, agent) for agent in OPENERS}

    return on(folder, read)


def foreign(folder: Path) -> list[str]:
    """Keys that cannot be opened."""
    return [f"{a} {one.key}" for a, s in states(folder).items() for one in s.unreadable()]


def told(folder: Path) -> dict[str, Any]:
    """The objects that were written when the folder was filled: of each its last line."""
    lines = map(json.loads, (folder / "objects.jsonl").read_text().splitlines())
    return {line["id"]: line for line in lines if line.get("event") is None}


def objects(folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The objects as a command prints them."""
    capsys.readouterr()
    (site,) = states(folder)["analyse"].keys
    assert 0 == run(["objects", site, "-d", str(folder)])
    return {line["id"]: line for line in map(json.loads, capsys.readouterr().out.splitlines())}


def migrate(folder: Path, *more: str) -> int:
    return run(["migrate", "-d", str(folder), *more])


def test_folders_are_small() -> None:
    assert FOLDERS
    assert all(path.stat().st_size <= MOST_BYTES for path in FOLDERS)


def test_every_key_of_every_table_is_opened_or_migrated(folder: Path) -> None:
    found = states(folder)
    assert all(found[agent].keys for agent in OPENERS)
    assert foreign(folder) == [] or migrate(folder) == 0
    assert [] == foreign(folder)


def test_its_objects_are_those_that_were_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, expected = objects(folder, capsys), told(folder)
    assert 10 < len(expected)
    assert expected == found


def disfigured(folder: Path) -> str:
    """Analyse's own state in a form that this version does not know, as another may have left."""

    async def write(log: EmbeddedLog) -> str:
        stored = await StoredState.of(log, "analyse")
        (site,) = stored.keys
        mark, payload = unstamp(stored.values[f"{site}\0h".encode()])
        assert payload is not None
        head = decode_head(payload)
        head.user = msgspec.msgpack.encode({"of": "another version"})
        value = stamp(Mark(mark.offset, mark.generation + 1), encode_head(head))
        place = TopicPartition(changelog("analyse"), log.partition("pages", site.encode()))
        await log.engine.append([Row(place, 1, f"{site}\0h".encode(), value)])
        return site

    return on(folder, write)


def parts(folder: Path, site: str) -> dict[str, bytes | None]:
    view = states(folder)["analyse"].view(site)
    return {name: view.part(name) for name in view.parts()}


def test_what_is_of_another_version_is_learned_again_from_recorded_pages(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same pages and rules lead to the same parts; what is sent is numbered on."""
    before = objects(folder, capsys)
    site = states(folder)["analyse"].keys[0]
    sent = states(folder)["analyse"].view(site).sent
    disfigured(folder)
    assert [f"analyse {site}"] == foreign(folder)
    assert 1 == migrate(folder, "--check")
    assert 0 == migrate(folder)
    assert "1 site migrated" in capsys.readouterr().out
    assert [] == foreign(folder)
    assert sent == states(folder)["analyse"].view(site).sent
    assert before == objects(folder, capsys)
    learned = parts(folder, site)
    disfigured(folder)
    assert 0 == migrate(folder)
    assert learned == parts(folder, site)


@pytest.mark.parametrize("when", ["before", "after"])
def test_what_was_broken_off_is_done_again(
    folder: Path, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before the one transaction or after it: nothing or all is done."""
    site = disfigured(folder)
    whole = migrating._relearn

    async def killed(log: EmbeddedLog, *more: Any) -> None:
        if when == "after":
            await whole(log, *more)
        raise KeyboardInterrupt

    monkeypatch.setattr(migrating, "_relearn", killed)
    assert 0 != migrate(folder)
    assert ([f"analyse {site}"] if when == "before" else []) == foreign(folder)
    monkeypatch.undo()
    assert 0 == migrate(folder)
    assert [] == foreign(folder)


def test_a_folder_in_use_is_left_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lock = WorkerLock(folder)
    lock.acquire()
    try:
        assert 3 == migrate(folder)
    finally:
        lock.release()
    assert "is in use by process" in capsys.readouterr().err


def test_pages_that_the_log_has_lost_are_said(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = disfigured(folder)
    with closing(sqlite3.connect(folder / "log.sqlite")) as log:
        log.execute(
            "delete from record where offset < 3 and part in"
            " (select id from part where topic='pages' and next > 3)"
        )
        log.commit()
    assert 3 == migrate(folder)
    assert f"{site} cannot be learned again" in capsys.readouterr().err
