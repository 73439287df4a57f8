"""The SQLite file of the embedded log: its tables, its version, how it is opened."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from secrets import token_hex

import structlog

from upwell.errors import ConfigError, StoreError

from . import checksums, migration

FILE = "log.sqlite"
VERSION = 2

TABLES = """
create table if not exists meta(name text primary key, value text not null) without rowid;
create table if not exists topic(
  name text primary key, partitions int not null, compact int not null,
  compact_after_ms int not null, retention_ms int, retention_bytes int,
  sum int not null default 0) without rowid;
create table if not exists part(
  id integer primary key, topic text not null, partition int not null,
  next int not null default 0, bytes int not null default 0, rows int not null default 0,
  sum int not null default 0, unique(topic, partition));
create table if not exists record(
  part int not null, offset int not null, ts int not null, sum int not null,
  headers text, key blob, value blob, primary key(part, offset));
create table if not exists newest(
  part int not null, key blob not null, offset int not null, primary key(part, key)) without rowid;
create table if not exists stale(
  part int not null, offset int not null, ts int not null, primary key(part, offset)) without rowid;
create table if not exists position(
  reader text not null, part int not null, offset int not null, seen int not null,
  sum int not null default 0, primary key(reader, part)) without rowid;
"""

log = structlog.get_logger(__name__)


def connect(path: Path, synchronous: str = "normal") -> sqlite3.Connection:
    """A connection in autocommit; transactions are begun by hand.

    `synchronous=normal` survives the death of the process; `full` also that of the power.
    """
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    connection.execute("pragma page_size=16384")
    connection.execute("pragma journal_mode=wal")
    connection.execute(f"pragma synchronous={'full' if synchronous == 'full' else 'normal'}")
    connection.execute("pragma wal_autocheckpoint=1000")
    checksums.teach(connection)
    return connection


def prepare(path: Path, synchronous: str = "normal") -> tuple[sqlite3.Connection, str]:
    """Open or make the file; returns the writer's connection and the boot id.

    The boot id is drawn when the file is made: tables that were filled from another file
    (it was deleted, or restored from elsewhere) can tell by it.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise ConfigError(
            f"cannot make the log's directory {path.parent}: {error.strerror}; "
            "choose one that can be written with -d"
        ) from error
    try:
        connection = connect(path, synchronous)
        meta = _made(connection)
        if meta["version"] == "1":
            migration.from_1(connection, path.parent)
            log.info("log_migrated", path=str(path), was=1, now=VERSION)
            meta["version"] = str(VERSION)
    except sqlite3.Error as error:
        raise StoreError(f"{path}: the log cannot be opened: {error}") from error
    if meta["version"] != str(VERSION):
        connection.close()
        raise StoreError(
            f"{path}: the log has schema {meta['version']}, this version writes {VERSION}; "
            "use the upwell that made it, or start over with --fresh"
        )
    return connection, meta["boot"]


def new_boot_id(connection: sqlite3.Connection) -> str:
    """The log is not what it was: whatever was filled from it is to be filled again."""
    boot_id = token_hex(16)
    connection.execute("update meta set value=? where name='boot'", (boot_id,))
    return boot_id


def _made(connection: sqlite3.Connection) -> dict[str, str]:
    connection.execute("begin immediate")
    for statement in TABLES.split(";"):
        connection.execute(statement)
    connection.executemany(
        "insert or ignore into meta values(?, ?)",
        [("version", str(VERSION)), ("boot", token_hex(16))],
    )
    connection.execute("commit")
    return dict(connection.execute("select name, value from meta").fetchall())
