"""The table store: RocksDB per partition, recovery that keeps the higher mark (DESIGN 4.5).

Faust finds it by the entry point `faust.stores`: `faust.App(store="upwell://")`.
Faust keeps the last record of a changelog, whoever wrote it; a worker that lost its partition
and does not know yet may still write. Here the value with the higher mark stays.
"""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn, cast

import structlog
from faust.stores.base import SerializedStore
from faust.streams import current_event
from faust.types import TP, EventT
from rocksdict import Rdict, WriteBatch

from upwell.errors import StoreError

from ..log.marks import MARK_BYTES, mark_of
from .collecting import SLICE, Collector
from .damage import TableDamaged, naming_damage
from .options import StoreOptions

log = structlog.get_logger(__name__)

OFFSET_KEY = b"\0changelog offset"
COLUMN_FAMILY = "default"  # the only one, where everything stands
LATE = b"\0late\0"  # before a key whose last record in the changelog has a lower mark


class Store(SerializedStore[bytes, bytes]):
    """Bytes to bytes, one RocksDB per partition of the table.

    Every value begins with a mark. A delete is a mark alone, because a tombstone could not be
    compared. Once nobody's late write can come any more, the mark leaves the table, and a tombstone
    lets it leave the changelog: what was deleted has a key that is never used again.
    """

    def __init__(self, *args: Any, options: dict[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._rocksdb = StoreOptions(**(options or {}))
        self._dbs: dict[int, Rdict] = {}
        self._paths: dict[int, Path] = {}  # of what is open; Faust's settings are slow to ask
        self._collector = Collector(self._rocksdb.collect_after_s)

    # ---- partitions

    def partition_path(self, partition: int) -> Path:
        """The folder of one partition."""
        return Path(self.app.conf.tabledir) / f"{self.table_name}-{partition}.db"

    def db(self, partition: int) -> Rdict:
        """The database of a partition, opened at the first use."""
        if partition not in self._dbs:
            path = self._paths[partition] = self.partition_path(partition)
            path.parent.mkdir(parents=True, exist_ok=True)
            with naming_damage(path):
                self._dbs[partition] = _opened(path, self._rocksdb)
        return self._dbs[partition]

    @contextmanager
    def _use(self, partition: int) -> Iterator[Rdict]:
        """The database of a partition, its exceptions named."""
        db = self.db(partition)
        with naming_damage(self._paths[partition]):
            yield db

    def close(self, partitions: Iterable[int] | None = None) -> None:
        """Close some partitions, or all."""
        for partition in list(self._dbs) if partitions is None else partitions:
            self._collector.forget(partition)
            db = self._dbs.pop(partition, None)
            if db is not None:
                db.close()

    async def on_stop(self) -> None:
        """Close everything; what was written is on disk already."""
        self.close()

    async def on_rebalance(
        self,
        assigned: set[TP],
        revoked: set[TP],
        newly_assigned: set[TP],
        generation_id: int = 0,
    ) -> None:
        """Close what was taken away; what was given opens at its first use."""
        topics = self.table.changelog_topic.topics
        self.close({tp.partition for tp in revoked if tp.topic in topics})

    def reset_state(self) -> None:
        """Drop the table's folders here; the changelog is untouched."""
        self.close()
        for path in Path(self.app.conf.tabledir).glob(f"{self.table_name}-*.db"):
            if path.stem.removeprefix(f"{self.table_name}-").isdigit():
                shutil.rmtree(path, ignore_errors=True)

    # ---- recovery

    def persisted_offset(self, tp: TP) -> int | None:
        """Up to where of its changelog this partition is filled.

        Recovery asks this before anything was read: a table that is damaged when it opens is
        dropped here, and filled from the start. A kill in the middle of a flush is enough.
        """
        fresh = tp.partition not in self._dbs
        try:
            return self._filled(tp.partition)
        except TableDamaged as error:
            if not fresh:
                raise
            log.warning("damaged_table_is_filled_again", reason=str(error))
            self.close([tp.partition])
            shutil.rmtree(self.partition_path(tp.partition))
            return self._filled(tp.partition)

    def _filled(self, partition: int) -> int | None:
        with self._use(partition) as db:
            found = db.get(OFFSET_KEY)
        return None if found is None else int(found)

    def set_persisted_offset(self, tp: TP, offset: int) -> None:
        """Remember it. An acknowledgement that comes after closing is not needed: less is safe."""
        if tp.partition in self._dbs:
            with self._use(tp.partition) as db:
                db.put(OFFSET_KEY, b"%d" % offset)

    async def need_active_standby_for(self, tp: TP) -> bool:
        """Every worker has folders of its own."""
        return True

    def apply_changelog_batch(
        self,
        batch: Iterable[EventT[Any]],
        to_key: Callable[[Any], Any],
        to_value: Callable[[Any], Any],
    ) -> None:
        """Take records of the changelog in, each unless a higher mark is there.

        Of equal marks the later record stays: one owner may write a key twice at one offset.
        Values and the offset go into one write per partition. A tombstone collects a key.
        """
        found: defaultdict[TP, dict[bytes, bytes | None]] = defaultdict(dict)
        late: defaultdict[TP, dict[bytes, bool]] = defaultdict(dict)
        last: dict[TP, int] = {}
        for event in batch:
            message = event.message
            tp, key, value = message.tp, message.key, message.value
            last[tp] = max(message.offset, last.get(tp, -1))
            if key is None:
                raise StoreError(
                    f"{tp.topic}/{tp.partition} record {message.offset} has no key; every record "
                    "of this table's changelog has one. Another program wrote to it"
                )
            kept = found[tp][key] if key in found[tp] else self.read(tp.partition, key)
            lower = value is not None and kept is not None and mark_of(value) < mark_of(kept)
            late[tp][key] = lower
            if not lower:
                found[tp][key] = value if value is None else _marked(value)
        for tp, offset in last.items():
            write = WriteBatch(raw_mode=True)
            for key, value in found[tp].items():
                if value is None:
                    write.delete(key)
                else:
                    write.put(key, value)
            for key, is_late in late[tp].items():
                if is_late:
                    write.put(LATE + key, b"")
                else:
                    write.delete(LATE + key)
            write.put(OFFSET_KEY, b"%d" % offset)
            with self._use(tp.partition) as db:
                db.write(write)

    # ---- late writes of workers that lost the partition

    def late(self, partition: int) -> dict[bytes, bytes]:
        """Keys whose last changelog record has a lower mark, with the values that should stand.

        Compaction keeps the last record whatever its mark: the owner writes these again.
        """
        with self._use(partition) as db:
            found = {key: db.get(key) for key in _after(db, LATE)}
        return {key: value for key, value in found.items() if value is not None}

    def written_again(self, partition: int, keys: Iterable[bytes]) -> None:
        """The changelog ends with the right values of these keys."""
        write = WriteBatch(raw_mode=True)
        for key in keys:
            write.delete(LATE + key)
        with self._use(partition) as db:
            db.write(write)

    # ---- reading and writing

    def read(self, partition: int, key: bytes) -> bytes | None:
        """The value of a key in a known partition, mark included."""
        with self._use(partition) as db:
            value: bytes | None = db.get(key)
        return value

    def scan(self, partition: int, prefix: bytes = b"") -> Iterator[tuple[bytes, bytes]]:
        """Keys with a prefix and their values, in order of the keys."""
        with self._use(partition) as db:
            for found, value in db.items(from_key=prefix or None):
                key = cast(bytes, found)
                if not key.startswith(prefix):
                    return
                if key != OFFSET_KEY and not key.startswith(LATE):
                    yield key, value

    def _partition(self) -> int:
        event = current_event()
        if event is None:
            raise StoreError(
                f"table {self.table_name} was used outside an event; "
                "use read(partition, key) or assign(table, event, key, value)"
            )
        return int(event.message.partition)

    def _get(self, key: bytes) -> bytes | None:
        return self.read(self._partition(), key)

    def _set(self, key: bytes, value: bytes | None) -> None:
        if value is None:
            raise StoreError(f"table {self.table_name}: a value is a mark and bytes, not None")
        partition, mark = self._partition(), mark_of(value)
        with self._use(partition) as db:
            db.put(key, value)
        newest = self._collector.due(partition, mark.offset)
        if newest is not None:
            self._collect(partition, newest)

    def _collect(self, partition: int, newest: int) -> None:
        """A slice of the table: deletes up to this mark leave it, and the changelog."""
        gone, last, looked = [], None, 0
        with self._use(partition) as db:
            for key, value in islice(db.items(from_key=self._collector.cursor(partition)), SLICE):
                last, looked = cast(bytes, key), looked + 1
                if len(value) == MARK_BYTES and mark_of(value).offset <= newest:
                    gone.append(last)
            gone = [key for key in gone if db.get(LATE + key) is None]
            write = WriteBatch(raw_mode=True)
            for key in gone:
                write.delete(key)
            db.write(write)
        for key in gone:
            self.table.send_changelog(partition, key, None)
        self._collector.note_slice(partition, last if looked == SLICE else None)

    def _del(self, key: bytes) -> None:
        raise StoreError(
            f"table {self.table_name}: nothing is deleted; assign a mark alone instead"
        )

    def _iteritems(self) -> Iterator[tuple[bytes, bytes]]:
        for partition in sorted(self._dbs):
            yield from self.scan(partition)

    def _iterkeys(self) -> Iterator[bytes]:
        return (key for key, _ in self._iteritems())

    def _itervalues(self) -> Iterator[bytes | None]:
        return (value for _, value in self._iteritems())

    def _size(self) -> int:
        return sum(1 for _ in self._iteritems())

    def _contains(self, key: bytes) -> bool:
        return self._get(key) is not None

    def _clear(self) -> None:
        raise StoreError(f"table {self.table_name}: nothing is deleted; assign marks alone")

    async def backup_partition(self, *args: Any, **kwargs: Any) -> NoReturn:
        """The changelog is the backup."""
        raise StoreError(f"table {self.table_name} is rebuilt from the log, not backed up")

    def restore_backup(self, *args: Any, **kwargs: Any) -> NoReturn:
        """The changelog is the backup."""
        raise StoreError(f"table {self.table_name} is rebuilt from the log, not restored")


def _opened(path: Path, options: StoreOptions) -> Rdict:
    """The database of a folder, with every file it had.

    A manifest that lost its end opens as an earlier one: values that had moved into a file it
    does not know any more would be missing, and nothing would say so. A kill in the middle of a
    flush leaves such a file too; that the table is then rebuilt once more is no harm.
    """
    files = {file.name for file in path.glob("*.sst")}
    ours = options.rocksdb()
    # by name: of a column family that is there and not named, options come from the disk, without
    # the filter and the shared cache
    db = Rdict(str(path), ours, column_families={COLUMN_FAMILY: ours})
    known = {str(file["name"]).lstrip("/") for file in db.live_files()}
    if forgotten := sorted(files - known):
        db.close()
        raise TableDamaged(
            f"{path}: the table's list of files lacks {', '.join(forgotten)}; it is dropped at the "
            "next start and rebuilt from the log"
        )
    return db


def _marked(value: bytes) -> bytes:
    mark_of(value)
    return value


def _after(db: Rdict, prefix: bytes) -> list[bytes]:
    """What stands behind a prefix in the keys that have it."""
    found = []
    for key in db.keys(from_key=prefix):
        if not cast(bytes, key).startswith(prefix):
            break
        found.append(cast(bytes, key)[len(prefix) :])
    return found
