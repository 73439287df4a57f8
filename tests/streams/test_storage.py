"""The embedded log keeps what it acknowledged, in order, and removes only what it may."""

from __future__ import annotations

import sqlite3
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from upwell.errors import ConfigError, StoreError
from upwell.streams.log.embedded.checksums import POSITION, teach
from upwell.streams.log.embedded.compaction import SILENT_MS
from upwell.streams.log.embedded.storage import Row, Storage
from upwell.streams.log.port import TopicPartition
from upwell.streams.topics import Topic

LOG = Topic("log", "", (), partitions=2, retention_s=10.0)
LATEST = Topic("latest", "", (), partitions=2, retention_s=None, compact=True)
LAGGING = replace(LATEST, name="lagging", compact_after_s=10.0)
SMALL = Topic("small", "", (), partitions=1, retention_s=None, retention_bytes=100)


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    made = Storage(tmp_path)
    made.declare([LOG, LATEST, LAGGING, SMALL])
    return made


def rows(topic: str, *keys: bytes, partition: int = 0, ts: int = 0) -> list[Row]:
    place = TopicPartition(topic, partition)
    return [Row(place, ts, key, key + b"!" * 9) for key in keys]


def offsets(storage: Storage, topic: str, partition: int = 0) -> list[int]:
    place = TopicPartition(topic, partition)
    return [row.offset for row in storage.read({place: 0}).get(place, [])]


class AgainstADict(RuleBasedStateMachine):
    """Appends, compaction, re-opening: what is read equals what a dict of lists says."""

    @initialize()
    def make(self) -> None:
        self.folder = TemporaryDirectory()
        self.storage = Storage(Path(self.folder.name))
        self.storage.declare([LOG, LATEST])
        self.all: dict[TopicPartition, list[tuple[int, bytes, bytes | None]]] = {}

    @rule(
        batch=st.lists(
            st.tuples(
                st.sampled_from(["log", "latest"]),
                st.integers(0, 1),
                st.sampled_from([b"a", b"b", b""]),
                st.none() | st.binary(max_size=4),
            ),
            max_size=6,
        )
    )
    def append(self, batch: list[tuple[str, int, bytes, bytes | None]]) -> None:
        sent = [Row(TopicPartition(t, p), 7, key, value) for t, p, key, value in batch]
        expected = []
        for row in sent:
            kept = self.all.setdefault(row.place, [])
            expected.append(kept[-1][0] + 1 if kept else 0)
            if row.place.topic == "latest":
                kept[:] = [entry for entry in kept if entry[1] != row.key]
            kept.append((expected[-1], row.key or b"", row.value))
        assert expected == self.storage.append(sent)

    @rule()
    def reopen(self) -> None:
        self.storage.close()
        self.storage = Storage(Path(self.folder.name))

    @invariant()
    def reads_what_the_dict_holds(self) -> None:
        found = self.storage.read(dict.fromkeys(self.storage.ends, 0))
        assert {place: kept for place, kept in self.all.items() if kept} == {
            place: [(row.offset, row.key, row.value) for row in part]
            for place, part in found.items()
        }

    def teardown(self) -> None:
        self.storage.close()
        self.folder.cleanup()


AgainstADict.TestCase.settings = settings(max_examples=20, stateful_step_count=10, deadline=None)
TestAgainstADict = AgainstADict.TestCase


def test_a_batch_is_all_or_nothing(storage: Storage) -> None:
    with pytest.raises(ConfigError, match="no partition 9 of a topic log"):
        storage.append([*rows("log", b"a"), *rows("log", b"b", partition=9)])
    assert offsets(storage, "log") == []
    assert storage.append(rows("log", b"c")) == [0]


def test_two_openers_of_one_file_share_its_offsets(storage: Storage, tmp_path: Path) -> None:
    other = Storage(tmp_path)
    assert storage.append(rows("log", b"a")) == [0]
    assert other.append(rows("log", b"b")) == [1]
    assert storage.append(rows("log", b"c")) == [2]
    storage.refresh()
    assert [0, 1, 2] == offsets(storage, "log") == offsets(other, "log")


def test_a_read_is_bounded_in_bytes_but_never_empty(storage: Storage) -> None:
    place = TopicPartition("log", 0)
    storage.append([Row(place, 0, b"k", bytes(100_000)) for _ in range(5)])
    found = storage.read({place: 0}, max_bytes=1)
    assert [row.offset for row in found[place]] == [0]


@given(flip=st.integers(0, 7), column=st.sampled_from(["key", "value", "ts", "offset"]))
@settings(max_examples=20, deadline=None)
def test_a_changed_row_is_refused_by_name(flip: int, column: str) -> None:
    with TemporaryDirectory() as folder:
        storage = Storage(Path(folder))
        storage.declare([LOG])
        storage.append(rows("log", b"key"))
        with sqlite3.connect(storage.path) as editor:
            if column in ("key", "value"):
                (blob,) = editor.execute(f"select {column} from record").fetchone()
                changed = bytes([blob[0] ^ (1 << flip)]) + blob[1:]
                editor.execute(f"update record set {column}=?", (changed,))
            else:
                editor.execute(f"update record set {column}={column}+?", (1 + flip,))
        editor.close()
        with pytest.raises(StoreError, match=r"log\.sqlite: record \d+ of log/0 is damaged"):
            offsets(storage, "log")
        storage.close()


def test_a_file_that_is_no_log_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "log.sqlite").write_bytes(b"not a database at all" * 1000)
    with pytest.raises(StoreError, match=r"log\.sqlite: the log cannot be opened"):
        Storage(tmp_path)


def test_a_log_of_another_schema_is_refused_with_what_to_do(storage: Storage) -> None:
    with sqlite3.connect(storage.path) as editor:
        editor.execute("update meta set value='99' where name='version'")
    editor.close()
    with pytest.raises(StoreError, match=r"schema 99.*--fresh"):
        Storage(storage.path.parent)


def test_the_boot_id_stays_with_the_file_and_changes_with_a_new_one(tmp_path: Path) -> None:
    first = Storage(tmp_path / "a")
    assert first.boot_id == Storage(tmp_path / "a").boot_id
    assert first.boot_id != Storage(tmp_path / "b").boot_id


def test_a_partition_count_is_fixed_when_the_log_is_made(storage: Storage) -> None:
    with pytest.raises(ConfigError, match="topic log has 2 partitions, 3 were asked for"):
        storage.declare([replace(LOG, partitions=3)])


def test_groups_have_positions_of_their_own(storage: Storage) -> None:
    place = TopicPartition("log", 1)
    storage.commit("one", {place: 4})
    storage.commit("two", {place: 7})
    storage.commit("one", {place: 5})
    assert ({place: 5}, {place: 7}) == (storage.positions("one"), storage.positions("two"))


def test_registering_again_keeps_a_position(storage: Storage) -> None:
    place = TopicPartition("log", 1)
    storage.commit("one", {place: 4})
    storage.register("one", [place])
    assert {place: 4} == storage.positions("one")


def test_compaction_waits_for_a_reader(storage: Storage) -> None:
    storage.register("slow", [TopicPartition("latest", 0)])
    storage.append(rows("latest", b"a", b"a", b"a"))
    storage.tidy(now_ms=0)
    assert offsets(storage, "latest") == [0, 1, 2]
    storage.commit("slow", {TopicPartition("latest", 0): 1})
    storage.tidy(now_ms=0)
    assert offsets(storage, "latest") == [1, 2]


def test_compaction_waits_for_its_lag(storage: Storage) -> None:
    storage.append(rows("lagging", b"a", b"a"))
    storage.tidy(now_ms=9_999)
    assert offsets(storage, "lagging") == [0, 1]
    storage.tidy(now_ms=10_000)
    assert offsets(storage, "lagging") == [1]


def test_a_tombstone_goes_after_all_it_superseded(storage: Storage) -> None:
    """When its lag is over nothing of its key is left, but the last record of a partition stays."""
    place = TopicPartition("lagging", 0)
    storage.append(rows("lagging", b"a", b"b", b"a"))
    storage.append([Row(place, 1_000, b"a", None)])
    storage.tidy(now_ms=99_000)
    assert [1, 3] == offsets(storage, "lagging")
    storage.append(rows("lagging", b"c", ts=2_000))
    storage.tidy(now_ms=10_999)
    assert [1, 3, 4] == offsets(storage, "lagging")
    storage.tidy(now_ms=11_000)
    assert [1, 4] == offsets(storage, "lagging")
    storage.append(rows("lagging", b"a", ts=20_000))  # a key may come again
    storage.append([Row(place, 21_000, b"a", None)])
    storage.append(rows("lagging", b"a", b"c", ts=22_000))
    storage.tidy(now_ms=99_000)
    assert [1, 7, 8] == offsets(storage, "lagging")


def test_what_one_look_leaves_over_is_told(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More superseded records than one call removes are removed by the next ones."""
    monkeypatch.setattr("upwell.streams.log.embedded.compaction.AT_ONCE", 3)
    storage.append(rows("lagging", *[b"a"] * 6))
    assert [True, False] == [storage.tidy(now_ms=99_000).more for _ in range(2)]
    assert [5] == offsets(storage, "lagging")


def test_old_records_go_but_the_last_one_stays(storage: Storage) -> None:
    storage.append(rows("log", b"a", b"b", ts=0))
    storage.append(rows("log", b"c", ts=5_000))
    storage.tidy(now_ms=10_000)
    assert offsets(storage, "log") == [2]
    storage.tidy(now_ms=99_000)
    assert offsets(storage, "log") == [2]
    assert storage.ends[TopicPartition("log", 0)] == 3


def test_nothing_a_reader_wants_is_removed_for_its_age(storage: Storage) -> None:
    storage.append(rows("log", b"a", b"b", b"c"))
    storage.commit("slow", {TopicPartition("log", 0): 1})
    storage.tidy(now_ms=99_000)
    assert offsets(storage, "log") == [1, 2]


def test_a_topic_past_its_size_loses_its_oldest(storage: Storage) -> None:
    storage.append(rows("small", *[b"k"] * 12))  # eleven bytes each, 100 may stay
    storage.tidy(now_ms=0)
    assert list(range(3, 12)) == offsets(storage, "small")
    storage.tidy(now_ms=0)
    assert list(range(3, 12)) == offsets(storage, "small")


def test_a_reader_that_lags_and_is_silent_for_a_week_is_dropped_by_name(storage: Storage) -> None:
    storage.append(rows("log", b"a", b"b"))
    storage.register("gone", [TopicPartition("log", 0)])
    storage.commit("idle", {TopicPartition("log", 0): 2})
    (now,) = sqlite3.connect(storage.path).execute("select max(seen) from position").fetchone()
    assert storage.tidy(now).dropped == []
    assert offsets(storage, "log") == [0, 1]  # held back for it, however old
    assert storage.tidy(now + SILENT_MS + 1).dropped == ["gone"]
    storage.tidy(now + SILENT_MS + 1)
    assert offsets(storage, "log") == [1]
    assert storage.positions("gone") == {}
    assert {TopicPartition("log", 0): 2} == storage.positions("idle")


def test_a_reader_that_comes_back_after_a_month_goes_on_where_it_was(storage: Storage) -> None:
    """A log that slept drops nobody who registers again, and keeps what was not read."""
    storage.append(rows("log", b"a", b"b", b"c"))
    storage.commit("back", {TopicPartition("log", 0): 1})
    with sqlite3.connect(storage.path) as editor:
        teach(editor)
        editor.execute("update position set seen=seen-?", (4 * SILENT_MS,))
        editor.execute(f"update position set sum=seal({POSITION})")
    editor.close()
    now = time.time_ns() // 1_000_000
    storage.register("back", [TopicPartition("log", 0)])
    assert [] == storage.tidy(now).dropped
    assert {TopicPartition("log", 0): 1} == storage.positions("back")
    assert [1, 2] == offsets(storage, "log")
