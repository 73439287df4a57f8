"""A damaged embedded log is a right one up to some moment, or is refused by its file's name."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.streams.damaging import damage
from upwell.errors import StoreError
from upwell.streams.log.embedded import checksums, migration
from upwell.streams.log.embedded.acknowledged import Acknowledged
from upwell.streams.log.embedded.lock import WorkerLock
from upwell.streams.log.embedded.storage import Row, Storage
from upwell.streams.log.port import TopicPartition
from upwell.streams.topics import Topic

TOPICS = [
    Topic("pages", "", (), partitions=2, retention_s=None),
    Topic("latest", "", (), partitions=2, retention_s=None, compact=True),
    Topic("lagging", "", (), partitions=1, retention_s=None, compact=True, compact_after_s=9.0),
]
PLACES = [TopicPartition(t.name, p) for t in TOPICS for p in range(t.partitions)]
CASES = int(os.environ.get("UPWELL_DAMAGES", "100"))

Record = tuple[TopicPartition, int, bytes | None, bytes | None]


class Content(NamedTuple):
    """All that a log tells its readers."""

    records: frozenset[Record]
    ends: tuple[int, ...]
    positions: tuple[tuple[TopicPartition, int], ...]


def content(storage: Storage) -> Content:
    found = storage.read(dict.fromkeys(PLACES, 0), max_rows=10_000, max_bytes=1 << 30)
    return Content(
        frozenset((r.place, r.offset, r.key, r.value) for part in found.values() for r in part),
        tuple(storage.ends[place] for place in PLACES),
        tuple(sorted(storage.positions("reader").items())),
    )


def step(storage: Storage, chance: random.Random) -> None:
    """One transaction of some kind."""
    kind = chance.random()
    if kind < 0.15:
        place = chance.choice(PLACES)
        storage.commit("reader", {place: chance.randint(0, storage.ends[place])})
    elif kind < 0.25:
        storage.tidy(now_ms=chance.randint(0, 20_000))
    else:
        storage.append(
            [
                Row(
                    chance.choice(PLACES),
                    chance.randint(0, 10_000),
                    b"key%d" % chance.randint(0, 9),
                    chance.randbytes(chance.choice([0, 10, 300, 9_000])),
                )
                for _ in range(chance.randint(1, 6))
            ]
        )


def history(folder: Path, chance: random.Random) -> set[Content]:
    """Make a log that was not closed, half of it in its main file, and all it ever was."""
    storage = Storage(folder)
    storage.declare(TOPICS)
    was = {content(storage)}
    checkpoint = chance.randint(0, 38)
    for number in range(40):
        step(storage, chance)
        storage.refresh()
        was.add(content(storage))
        if number == checkpoint:
            storage._writer.execute("pragma wal_checkpoint(truncate)")
    copy = folder.with_name("killed")
    shutil.copytree(folder, copy)  # before closing, which would empty the WAL
    storage.close()
    return was


def opened(folder: Path) -> Content | str:
    """What the log tells, or why it is refused."""
    try:
        storage = Storage(folder)
        found = content(storage)
        storage.close()
    except StoreError as error:
        return str(error)
    return found


@pytest.mark.parametrize("seed", range(10))
def test_a_torn_log_is_a_moment_of_its_past_or_refused_by_name(tmp_path: Path, seed: int) -> None:
    """Whatever the last 4,096 bytes of log or WAL became, nothing wrong is ever read."""
    chance = random.Random(seed)
    was = history(tmp_path / "log", chance)
    refused = 0
    for case in range(CASES // 10):
        folder = tmp_path / str(case)
        shutil.copytree(tmp_path / "killed", folder)
        (folder / "log.sqlite-shm").unlink(missing_ok=True)
        files = [folder / name for name in ("log.sqlite", "log.sqlite-wal")]
        damage(chance.choice([path for path in files if path.stat().st_size]), chance)
        found = opened(folder)
        if isinstance(found, str):
            assert str(folder / "log.sqlite") in found
            refused += 1
        else:
            assert found in was, case
        shutil.rmtree(folder)
    assert refused < CASES // 10, "nothing was ever opened: nothing was shown"


@pytest.mark.parametrize(
    "change",
    [
        "update position set offset=offset+1",
        "update position set seen=0",
        "update part set next=next+8",
        "update part set rows=rows-1 where rows>0",
        "update topic set compact=1 where name='pages'",
        "update topic set retention_ms=1 where name='pages'",
        "delete from record where offset=1 and part=(select id from part where topic='pages')",
        "delete from record where offset in (select max(offset) from record where part in"
        " (select id from part where topic='latest'))",
    ],
)
def test_a_number_that_changed_by_itself_is_refused_by_name(tmp_path: Path, change: str) -> None:
    """Positions, ends, counts and settings are sealed; a record that vanished leaves a gap."""
    storage = Storage(tmp_path)
    storage.declare(TOPICS)
    for place in PLACES:
        storage.append([Row(place, 0, b"key%d" % n, b"value") for n in range(3)])
    storage.commit("reader", {PLACES[0]: 1})
    storage.close()
    with sqlite3.connect(tmp_path / "log.sqlite") as editor:
        assert editor.execute(change).rowcount > 0
    editor.close()
    with pytest.raises(StoreError, match=r"log\.sqlite: .*(damaged|missing)"):
        content(Storage(tmp_path))


def test_a_note_of_compaction_that_is_wrong_removes_nothing_that_counts(tmp_path: Path) -> None:
    """The last record of a key stays, whatever the unsealed notes say of it."""
    storage = Storage(tmp_path)
    storage.declare(TOPICS)
    place = TopicPartition("lagging", 0)
    storage.append([Row(place, 0, key, b"value") for key in (b"a", b"b", b"c")])
    with sqlite3.connect(tmp_path / "log.sqlite") as editor:
        part = storage.part_id(place)
        editor.executemany("insert into stale values(?, ?, 0)", [(part, n) for n in range(3)])
    editor.close()
    storage.tidy(now_ms=99_000)
    assert [0, 1, 2] == [row.offset for row in storage.read({place: 0})[place]]


def test_a_log_that_lost_acknowledged_records_is_another_log(tmp_path: Path) -> None:
    """Its last commits gone, it opens under a new boot id; so tables filled from it are dropped."""
    storage = Storage(tmp_path / "log")
    storage.declare(TOPICS)
    storage.append([Row(PLACES[0], 0, b"k", b"kept")])
    storage._writer.execute("pragma wal_checkpoint(truncate)")
    before = storage.boot_id
    storage.append([Row(PLACES[0], 0, b"k", b"lost")])
    for name in ("log.sqlite", "log.acknowledged"):
        (tmp_path / "cut").mkdir(exist_ok=True)
        shutil.copy(tmp_path / "log" / name, tmp_path / "cut" / name)  # the WAL is left behind
    storage.close()
    cut = Storage(tmp_path / "cut")
    assert [b"kept"] == [row.value for row in cut.read({PLACES[0]: 0})[PLACES[0]]]
    assert before != cut.boot_id
    cut.close()
    assert cut.boot_id == Storage(tmp_path / "cut").boot_id
    assert before == Storage(tmp_path / "log").boot_id


def test_the_note_of_what_was_acknowledged_never_goes_back(tmp_path: Path) -> None:
    """Of two processes that append, the slower one does not take back what the faster noted."""
    note = Acknowledged(tmp_path)
    note.note("a" * 32, 7)
    note.note("a" * 32, 5)
    assert (3, 0) == (note.lost("a" * 32, 4), note.lost("b" * 32, 4))
    note.close()


VERSION_1 = """
create table meta(name text primary key, value text not null) without rowid;
create table topic(
  name text primary key, partitions int not null, compact int not null,
  compact_after_ms int not null, retention_ms int, retention_bytes int) without rowid;
create table part(
  id integer primary key, topic text not null, partition int not null,
  next int not null default 0, bytes int not null default 0, unique(topic, partition));
create table record(
  part int not null, offset int not null, ts int not null, sum int not null,
  headers text, key blob, value blob, primary key(part, offset));
create table newest(
  part int not null, key blob not null, offset int not null, primary key(part, key)) without rowid;
create table stale(
  part int not null, offset int not null, ts int not null, primary key(part, offset)) without rowid;
create table position(
  reader text not null, part int not null, offset int not null, seen int not null,
  primary key(reader, part)) without rowid;
insert into meta values('version', '1'), ('boot', '0123456789abcdef0123456789abcdef');
insert into topic values('pages', 2, 0, 0, null, null), ('latest', 2, 1, 0, null, null);
insert into part values(1, 'pages', 0, 5, 20), (2, 'pages', 1, 0, 0);
insert into part values(3, 'latest', 0, 4, 10), (4, 'latest', 1, 0, 0);
insert into newest values(3, x'61', 3);
insert into position values('reader', 1, 4, 1000);
"""


def version_1(folder: Path) -> None:
    """A file as the first version made it: retention took three pages, compaction a record."""
    folder.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(folder / "log.sqlite") as file:
        file.executescript(VERSION_1)
        for part, offset, key in ((1, 3, b"site"), (1, 4, b"site"), (3, 2, b"b"), (3, 3, b"a")):
            total = checksums.checksum(part, offset, 7, key, b"body")
            file.execute(
                "insert into record values(?, ?, 7, ?, null, ?, ?)",
                (part, offset, total, key, b"body"),
            )
    file.close()


def test_a_file_of_version_1_is_taken_over_as_it_is(tmp_path: Path) -> None:
    """Records, ends, positions and the boot id stay; from then on it is sealed."""
    version_1(tmp_path)
    storage = Storage(tmp_path)
    place, latest = TopicPartition("pages", 0), TopicPartition("latest", 0)
    found = storage.read({place: 0, latest: 0})
    assert [(3, b"body"), (4, b"body")] == [(r.offset, r.value) for r in found[place]]
    assert [2, 3] == [r.offset for r in found[latest]]
    assert {place: 4} == storage.positions("reader")
    assert "0123456789abcdef" * 2 == storage.boot_id
    assert [5, 4] == storage.append([Row(place, 8, b"site", b"x"), Row(latest, 8, b"a", b"x")])
    storage.close()
    again = Storage(tmp_path)
    assert [2, 4] == [row.offset for row in again.read({latest: 0})[latest]]
    with sqlite3.connect(tmp_path / "log.sqlite") as editor:
        editor.execute("update position set offset=5")
    editor.close()
    with pytest.raises(StoreError, match="table position is damaged"):
        again.positions("reader")


def test_a_file_of_version_1_is_not_changed_under_its_worker(tmp_path: Path) -> None:
    """While a worker of the older version runs, its log stays as it is."""
    version_1(tmp_path)
    worker = WorkerLock(tmp_path)
    worker.acquire()
    with pytest.raises(StoreError, match=f"in use by process {os.getpid()}"):
        Storage(tmp_path)
    worker.release()
    assert Storage(tmp_path).boot_id == "0123456789abcdef" * 2


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    """It is one transaction."""
    version_1(tmp_path)
    with sqlite3.connect(tmp_path / "log.sqlite", isolation_level=None) as bare:
        with pytest.raises(sqlite3.OperationalError, match="no such function: seal"):
            migration.from_1(bare, tmp_path)
        columns = [row[1] for row in bare.execute("pragma table_info(part)")]
    bare.close()
    assert ["id", "topic", "partition", "next", "bytes"] == columns
