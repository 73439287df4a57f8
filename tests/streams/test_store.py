"""The table store: the higher mark stays, whoever wrote it last; nothing is lost by kill -9."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, cast

import pytest
from faust.types import TP
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.errors import StoreError
from upwell.streams.store import (
    MARK_BYTES,
    Mark,
    Store,
    StoreOptions,
    drop_tables,
    mark_of,
    same_log,
)
from upwell.streams.store.collecting import Collector
from upwell.streams.store.folders import remember

CHANGELOG = "sites-changelog"


def make_store(folder: Path, options: StoreOptions | None = None) -> Store:
    """A store as Faust makes one, with as much of an app and a table as it looks at."""
    app = SimpleNamespace(conf=SimpleNamespace(tabledir=folder))
    topic = SimpleNamespace(topics=[CHANGELOG])
    table = SimpleNamespace(name="sites", changelog_topic=topic)
    chosen = options or StoreOptions()
    given_options = {name: getattr(chosen, name) for name in StoreOptions.__slots__}
    return Store("upwell://", cast(Any, app), cast(Any, table), options=given_options)


def change(key: bytes | None, value: bytes | None, offset: int, partition: int = 0) -> Any:
    """One record of the changelog."""
    place = TP(CHANGELOG, partition)
    message = SimpleNamespace(key=key, value=value, offset=offset, partition=partition, tp=place)
    return SimpleNamespace(message=message)


def apply(store: Store, *changes: Any) -> None:
    store.apply_changelog_batch(changes, lambda key: key, lambda value: value)


def contents(store: Store, partition: int = 0) -> dict[bytes, bytes]:
    return dict(store.scan(partition))


marks = st.builds(Mark, st.integers(-1, 5), st.integers(0, 2))
changelogs = st.lists(st.tuples(st.sampled_from([b"a", b"b", b"c"]), marks), max_size=30)


@given(changes=changelogs, cuts=st.lists(st.integers(1, 29), max_size=3))
@settings(max_examples=25, deadline=None)
def test_recovery_keeps_the_last_of_the_highest_marks(
    changes: list[tuple[bytes, Mark]], cuts: list[int]
) -> None:
    """However the records fall into batches, and whatever comes late."""
    expected: dict[bytes, tuple[Mark, bytes]] = {}
    records = []
    for offset, (key, mark) in enumerate(changes):
        value = mark.pack(b"%d" % offset)
        records.append(change(key, value, offset))
        if key not in expected or mark >= expected[key][0]:
            expected[key] = mark, value
    with TemporaryDirectory() as folder:
        store = make_store(Path(folder))
        edges = [0, *sorted(cuts), len(records)]
        for start, stop in pairwise(edges):
            apply(store, *records[start:stop])
        assert {key: value for key, (_, value) in expected.items()} == contents(store)
        last = len(records) - 1 if records else None
        assert last == store.persisted_offset(TP(CHANGELOG, 0))
        store.close()


def test_a_delete_is_a_mark_alone_and_beats_what_is_below_it(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    deleted = Mark(5, 0).pack()
    apply(store, change(b"a", deleted, 0), change(b"a", Mark(4, 9).pack(b"zombie"), 1))
    assert {b"a": deleted} == contents(store)
    apply(store, change(b"a", Mark(6, 0).pack(b"again"), 2))
    assert {b"a": Mark(6, 0).pack(b"again")} == contents(store)


@given(marks, marks, st.binary(max_size=20))
def test_marks_compare_as_their_bytes_mean(one: Mark, other: Mark, body: bytes) -> None:
    assert (one, MARK_BYTES + len(body)) == (mark_of(one.pack(body)), len(one.pack(body)))
    assert (one.offset, one.generation) > (other.offset, other.generation) or one <= other


@pytest.mark.parametrize("value", [b"", b"fifteen bytes.."])
def test_a_changelog_record_without_a_mark_stops_recovery(tmp_path: Path, value: bytes) -> None:
    store = make_store(tmp_path)
    with pytest.raises(StoreError):
        apply(store, change(b"a", Mark(9, 9).pack(), 0), change(b"a", value, 1))
    assert None is store.persisted_offset(TP(CHANGELOG, 0))


def test_a_tombstone_collects_a_key_whatever_was_there(tmp_path: Path) -> None:
    """In the batch in which it comes and in those after; what is written later stands."""
    store = make_store(tmp_path)
    part, gone = Mark(3, 1).pack(b"part"), Mark(5, 1).pack()
    apply(store, change(b"a", part, 0), change(b"b", part, 1))
    apply(store, change(b"a", gone, 2), change(b"a", None, 3), change(b"b", None, 4))
    assert {} == contents(store)
    apply(store, change(b"b", Mark(2, 1).pack(b"again"), 5))
    assert {b"b": Mark(2, 1).pack(b"again")} == contents(store)
    assert {} == store.late(0)
    store.close()


def written(store: Store, values: dict[bytes, bytes]) -> None:
    """As the loop writes, in one partition."""
    store._partition = lambda: 0  # type: ignore[method-assign]
    for key, value in values.items():
        store._set(key, value)


def collecting(folder: Path, sent: list[tuple[int, bytes, None]]) -> tuple[Store, list[float]]:
    store, now = make_store(folder), [0.0]
    store._collector = Collector(3_600, lambda: now[0])
    cast(Any, store.table).send_changelog = lambda *record: sent.append(record)
    return store, now


def test_deletes_are_collected_an_hour_after_they_were_written(tmp_path: Path) -> None:
    """Not earlier, not the younger ones, and never a value; the changelog gets a tombstone each."""
    sent: list[tuple[int, bytes, None]] = []
    store, now = collecting(tmp_path, sent)
    head, part = Mark(1, 1).pack(b"head"), Mark(1, 1).pack(b"part")
    written(store, {b"h": head, b"p1": Mark(1, 1).pack(), b"p2": part})
    written(store, {b"h": Mark(2, 1).pack(b"head"), b"p2": Mark(2, 1).pack()})
    now[0] = 3_599
    written(store, {b"h": Mark(3, 1).pack(b"head"), b"p3": Mark(3, 1).pack()})
    assert [] == sent
    for number in range(4, 9):
        now[0] += 3_600
        written(store, {b"h": Mark(number, 1).pack(b"head")})
    assert [(0, b"p1", None), (0, b"p2", None), (0, b"p3", None)] == sorted(sent)
    assert {b"h": Mark(8, 1).pack(b"head")} == contents(store)
    store.close()


def test_a_large_table_is_looked_at_in_slices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One slice a second, all of it in the end, and the next look an hour later."""
    monkeypatch.setattr("upwell.streams.store.store.SLICE", 10)
    sent: list[tuple[int, bytes, None]] = []
    store, now = collecting(tmp_path, sent)
    written(store, {b"h": Mark(5, 1).pack(b"head")})
    written(store, {b"p%03d" % n: Mark(4, 1).pack() for n in range(35)})
    counts = []
    for second in range(7_200, 7_206):
        now[0] = second
        written(store, {b"h": Mark(second, 1).pack(b"head")})
        counts.append(len(sent))
    assert (9, 35) == (counts[0], counts[-1])  # the head is the first of ten
    assert {b"h": Mark(7_205, 1).pack(b"head")} == contents(store)
    store.close()


def test_a_delete_below_which_a_late_write_came_is_kept(tmp_path: Path) -> None:
    """Its key is to be written again first: what compaction keeps would come back."""
    sent: list[tuple[int, bytes, None]] = []
    store, now = collecting(tmp_path, sent)
    apply(store, change(b"p", Mark(5, 2).pack(), 0), change(b"p", Mark(4, 1).pack(b"late"), 1))
    for number in range(6, 12):
        now[0] += 3_600
        written(store, {b"h": Mark(number, 2).pack(b"head")})
    assert ([], {b"p": Mark(5, 2).pack()}) == (sent, store.late(0))
    store.written_again(0, [b"p"])
    now[0] += 3_600
    written(store, {b"h": Mark(13, 2).pack(b"head")})
    assert [(0, b"p", None)] == sent
    store.close()


def test_partitions_are_apart(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    value = Mark(1, 1).pack(b"x")
    apply(store, change(b"a", value, 7, partition=1), change(b"b", value, 3, partition=2))
    assert ({b"a": value}, {b"b": value}) == (contents(store, 1), contents(store, 2))
    assert [store.persisted_offset(TP(CHANGELOG, p)) for p in (1, 2)] == [7, 3]
    assert (value, None) == (store.read(1, b"a"), store.read(1, b"b"))


def test_a_scan_gives_one_prefix_in_order(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    value = Mark(1, 1).pack()
    apply(store, *(change(k, value, i) for i, k in enumerate([b"b2", b"a1", b"b1", b"c", b"b"])))
    assert [key for key, _ in store.scan(0, b"b")] == [b"b", b"b1", b"b2"]
    assert [key for key, _ in store.scan(0)] == [b"a1", b"b", b"b1", b"b2", b"c"]


async def test_what_was_taken_away_is_closed_and_opens_again_with_its_values(
    tmp_path: Path,
) -> None:
    store = make_store(tmp_path)
    value = Mark(1, 1).pack(b"x")
    apply(store, change(b"a", value, 7, partition=1))
    taken = {TP(CHANGELOG, 1), TP("pages", 1)}
    await store.on_rebalance(set(), taken, set())
    other = make_store(tmp_path)  # RocksDB would refuse a folder that is still open
    assert {b"a": value} == contents(other, 1)
    other.close()


def test_an_acknowledgement_after_closing_opens_nothing(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    apply(store, change(b"a", Mark(1, 1).pack(), 7))
    store.close()
    store.set_persisted_offset(TP(CHANGELOG, 0), 9)
    other = make_store(tmp_path)
    assert other.persisted_offset(TP(CHANGELOG, 0)) == 7
    other.close()


def test_a_table_killed_in_the_middle_of_a_flush_is_filled_again(tmp_path: Path) -> None:
    """A file that the list of files lacks: recovery begins at the start, nobody has to help."""
    store = make_store(tmp_path)
    changes = [change(b"a", Mark(3, 1).pack(b"three"), 0), change(b"b", Mark(4, 1).pack(), 1)]
    apply(store, *changes)
    store.close()
    (tmp_path / "sites-0.db" / "000999.sst").write_bytes(b"half of it")
    again = make_store(tmp_path)
    assert again.persisted_offset(TP(CHANGELOG, 0)) is None
    assert contents(again) == {}
    apply(again, *changes)
    assert again.persisted_offset(TP(CHANGELOG, 0)) == 1
    again.close()
    (tmp_path / "sites-0.db" / "000999.sst").write_bytes(b"half of it")
    with pytest.raises(StoreError, match="000999"):
        make_store(tmp_path).read(0, b"a")


def test_a_folder_in_use_is_refused_by_name(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.db(0)
    with pytest.raises(StoreError, match=r"sites-0\.db: the table cannot be opened or used"):
        make_store(tmp_path).db(0)
    store.close()


def test_resetting_drops_this_tables_folders_only(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    apply(store, change(b"a", Mark(1, 1).pack(), 7))
    (tmp_path / "sites-old-0.db").mkdir()
    store.reset_state()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sites-old-0.db"]
    assert contents(store) == {}
    store.close()


def test_a_late_write_is_known_until_it_is_overruled(tmp_path: Path) -> None:
    """A key whose last record has a lower mark is kept in mind, over a restart too."""
    store = make_store(tmp_path)
    good, late = Mark(9, 2).pack(b"good"), Mark(7, 1).pack(b"late")
    apply(store, change(b"a", good, 0), change(b"b", good, 1), change(b"a", late, 2))
    apply(store, change(b"b", late, 3), change(b"b", good, 4))
    assert {b"a": good} == store.late(0)
    assert {b"a": good, b"b": good} == contents(store)
    store.close()
    again = make_store(tmp_path)
    assert {b"a": good} == again.late(0)
    again.written_again(0, [b"a"])
    assert {} == again.late(0)


def test_nothing_is_deleted_or_written_without_a_mark(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    attempts: list[Callable[[], None]] = [
        lambda: store._del(b"a"),
        lambda: store._set(b"a", None),
        lambda: store._set(b"a", b"short"),
        store._clear,
    ]
    for forbidden in attempts:
        with pytest.raises(StoreError):
            forbidden()


def test_tables_of_another_log_are_known_and_dropped(tmp_path: Path) -> None:
    assert same_log(tmp_path, "first")  # nothing there yet: it is taken down
    (tmp_path / "v1" / "tables" / "sites-0.db").mkdir(parents=True)
    assert same_log(tmp_path, "first")
    assert not same_log(tmp_path, "second")
    drop_tables(tmp_path)
    assert list(tmp_path.glob("**/*.db")) == []
    assert same_log(tmp_path, "second")


def test_tables_without_a_note_of_their_log_count_as_another_ones(tmp_path: Path) -> None:
    (tmp_path / "sites-0.db").mkdir()
    assert not same_log(tmp_path, "log")
    remember(tmp_path, "log")
    assert same_log(tmp_path, "log")
    (tmp_path / "log-id").write_bytes(b"\xff\xfe\xff")
    assert not same_log(tmp_path, "log")


def test_a_table_has_its_options_whenever_it_is_opened(tmp_path: Path) -> None:
    """RocksDB writes down what it runs with; a cache it cannot write down, so it is asked."""
    chosen = StoreOptions(cache_bytes=5 << 20, bloom_bits=7, write_buffer_bytes=3 << 20)
    for _ in range(2):
        store = make_store(tmp_path, chosen)
        for partition in range(2):
            apply(store, change(b"a", bytes(MARK_BYTES), 0, partition))
            assert 5 << 20 == store.db(partition).property_int_value("rocksdb.block-cache-capacity")
            written = sorted(store.partition_path(partition).glob("OPTIONS-*"))[-1].read_text()
            assert "filter_policy=bloomfilter" in written
            assert f"write_buffer_size={3 << 20}" in written
        used = {store.db(p).property_int_value("rocksdb.block-cache-usage") for p in range(2)}
        assert 1 == len(used)  # one cache for both
        for partition in range(2):
            store.db(partition).flush()  # what is found again stands in a file
        store.close()
