"""Opening the file: ours or new, its owner's alone, and one that others may read meanwhile."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from upwell.errors import ConfigError, StoreError, UsageError

from .schema import APPLICATION, SCHEMA, TABLES

FILE = "objects.sqlite"  # in the folder of a crawl or of a worker
BUSY_S = 30.0  # that a transaction waits for another of the same file
_BESIDE = ("", "-wal", "-shm")
_MAGIC, _MARK_AT = b"SQLite format 3\0", 68


def require_ours(path: Path) -> None:
    """Refuse a file that holds something and is no read model of ours.

    Raises
    ------
    UsageError
        If it is somebody else's.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_MARK_AT + 4)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror}; choose another place") from error
    if head and not _is_marked(head):
        raise UsageError(
            f"{path} is not upwell's own and stays as it is; move it away, or choose another place"
        )


def is_ours(path: Path) -> bool:
    """Whether there is a read model of ours."""
    try:
        with path.open("rb") as file:
            return _is_marked(file.read(_MARK_AT + 4))
    except OSError:
        return False


def _is_marked(head: bytes) -> bool:
    return head.startswith(_MAGIC) and head[_MARK_AT:] == APPLICATION.to_bytes(4)


def create(path: Path) -> sqlite3.Connection:
    """The file with its tables, made when it is missing, for one who fills it."""
    require_ours(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        path.chmod(0o600)
        database = _opened(path)
        with opened_errors(path):
            database.execute(f"PRAGMA application_id = {APPLICATION}")
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = NORMAL")
            database.executescript(f"BEGIN IMMEDIATE; {TABLES} COMMIT;")
            _require_schema(database, path)
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror}; choose another place") from error
    return database


def connect(path: Path) -> sqlite3.Connection:
    """The file, for reading alone; it may be filled meanwhile.

    Raises
    ------
    ConfigError
        If there is none yet, or it is not ours.
    """
    if not path.exists():
        raise ConfigError(
            f"there is no {path}; a crawl fills it, and on Kafka a worker with the role deliver"
        )
    require_ours(path)
    database = _opened(path)
    database.execute("PRAGMA query_only = ON")
    database.row_factory = sqlite3.Row
    with opened_errors(path):
        _require_schema(database, path)
    return database


def remove(path: Path) -> None:
    """Take the file away, if it is ours."""
    require_ours(path)
    for ending in _BESIDE:
        path.with_name(path.name + ending).unlink(missing_ok=True)


@contextmanager
def opened_errors(path: Path) -> Iterator[None]:
    """What SQLite says of the file, as an error that says what to do."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise StoreError(
            f"{path}: {error}; make room on the disk, or move the file away: it is filled anew"
        ) from error


def _opened(path: Path) -> sqlite3.Connection:
    # no transaction but those that are begun; its sink hands it from thread to thread
    return sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)


def _require_schema(database: sqlite3.Connection, path: Path) -> None:
    found = database.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    if found is None or found[0] != str(SCHEMA):
        layout = found[0] if found else "unknown"
        raise ConfigError(
            f"{path} is of another version of upwell (layout {layout}, this one reads {SCHEMA}); "
            "move it away: it is filled anew from the log"
        )
