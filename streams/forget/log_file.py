"""Taking a site's records out of the embedded log, in one transaction (decision 23).

A topic that is compacted loses its records. Elsewhere offsets have no gaps, so a record stays as an
empty place, without key and value, that every reader passes over.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from upwell.errors import RecordError, StoreError

from ..codecs import decode
from ..log.embedded import checksums, schema
from ..log.embedded.transaction import Transaction
from ..records import Finding
from ..topics import FINDINGS
from .belonging import Belonging

_ROOM = 2.2  # times the file, that rewriting it takes at most while it is under way


@dataclass
class Erased:
    """How many records and bytes were taken out of a log."""

    records: Counter[str] = field(default_factory=Counter)  # by topic
    size: int = 0  # bytes of keys and values
    rewritten: bool = True  # the file gave its room back


def sites_in(folder: Path) -> list[str]:
    """Every site that a log has records of under its name."""
    with closing(_opened(folder)) as connection:
        topics = connection.execute("select distinct topic from part").fetchall()
        named = [topic for (topic,) in topics if Belonging.by_site(topic)]
        marks = ",".join("?" * len(named))
        keys = connection.execute(
            "select distinct key from record join part on part.id=record.part"
            f" where topic in ({marks})",
            named,
        ).fetchall()
    return sorted(key.decode("utf-8", "replace") for (key,) in keys if key)


def readers(folder: Path) -> set[str]:
    """The groups that have a position on a log."""
    with closing(_opened(folder)) as connection:
        return {name for (name,) in connection.execute("select distinct reader from position")}


def addresses(folder: Path, site: str) -> set[str]:
    """Where the pages of a site were, other hosts included, as far as the log has them."""
    with closing(_opened(folder)) as connection:
        rows = connection.execute(
            "select value from record join part on part.id=record.part where topic=? and key=?",
            (FINDINGS, site.encode()),
        ).fetchall()
    found = set()
    for (value,) in rows:
        with suppress(RecordError):
            if isinstance(record := decode(value), Finding):
                found |= {record.url, record.final_url}
    return found


def erase(folder: Path, site: str) -> Erased:
    """Take a site out of the log of a folder that no worker uses; doing it again does no harm.

    The log gets another id in the same transaction, so tables that were filled from it are dropped
    at the next start, whatever happens in between.
    """
    connection = _opened(folder)
    path = folder / schema.FILE
    try:
        connection.execute("pragma secure_delete=on")  # what is freed is overwritten
        erased = Erased()
        with Transaction(connection):
            checksums.check(connection)
            belonging = Belonging(site)
            parts = connection.execute(
                "select id, topic, partition, topic in (select name from topic where compact)"
                " from part"
            ).fetchall()
            for part, topic, partition, compact in sorted(
                parts, key=lambda row: (belonging.in_order(row[1]), row[2])
            ):
                offsets = _offsets(connection, belonging, part, topic, partition)
                erased.size += _take_out(connection, part, offsets, bool(compact))
                erased.records.update({topic: len(offsets)} if offsets else {})
            if erased.records:
                schema.new_boot_id(connection)
        erased.rewritten = _has_room(path)
        if erased.rewritten:
            connection.execute("vacuum")
        connection.execute("pragma wal_checkpoint(truncate)")
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}; free some space, and run this again") from error
    finally:
        connection.close()
    return erased


def _opened(folder: Path) -> sqlite3.Connection:
    return schema.prepare(folder / schema.FILE)[0]


def _offsets(
    connection: sqlite3.Connection, belonging: Belonging, part: int, topic: str, partition: int
) -> list[int]:
    """The site's records of one partition; bodies are read only where a key does not tell."""
    if belonging.by_site(topic):
        rows = connection.execute(
            "select offset from record where part=? and key=?", (part, belonging.site.encode())
        )
        return [offset for (offset,) in rows]
    rows = connection.execute("select offset, key, value from record where part=?", (part,))
    return [
        offset
        for offset, key, value in rows
        if belonging.has(topic, partition, offset, key or b"", value)
    ]


def _take_out(connection: sqlite3.Connection, part: int, offsets: list[int], compact: bool) -> int:
    """Remove records, or empty their places; returns the bytes they had.

    The last record of a partition stays as a place: recovery of a table waits for it.
    """
    size = 0
    (end,) = connection.execute("select next from part where id=?", (part,)).fetchone()
    for offset in offsets:
        place = (part, offset)
        ts, key, value = connection.execute(
            "select ts, key, value from record where part=? and offset=?", place
        ).fetchone()
        size += len(key or b"") + len(value or b"")
        connection.execute("delete from newest where part=? and key=?", (part, key))
        connection.execute("delete from stale where part=? and offset=?", place)
        if compact and offset != end - 1:
            connection.execute("delete from record where part=? and offset=?", place)
            connection.execute("update part set rows=rows-1 where id=?", (part,))
        else:
            _empty(connection, part, offset, ts, compact)
    connection.execute("update part set bytes=bytes-? where id=?", (size, part))
    checksums.seal_parts(connection, {part})
    return size


def _empty(connection: sqlite3.Connection, part: int, offset: int, ts: int, compact: bool) -> None:
    """Empty a place of the log; where keys are compacted it goes as a tombstone does."""
    total = checksums.checksum(part, offset, ts, b"", None)
    connection.execute(
        "update record set key=x'', value=null, headers=null, sum=? where part=? and offset=?",
        (total, part, offset),
    )
    if compact:
        connection.execute("insert or replace into newest values(?, x'', ?)", (part, offset))
        connection.execute("insert or replace into stale values(?, ?, ?)", (part, offset, ts))


def _has_room(path: Path) -> bool:
    return shutil.disk_usage(path.parent).free > _ROOM * path.stat().st_size
