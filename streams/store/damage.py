"""Damage of a table on disk, told apart from a disk that is full or a folder in use."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from upwell.errors import StoreError

_IN_USE = "/LOCK"  # RocksDB names the file it could not lock
_DAMAGE = ("Corruption", "does not exist", "No such file", "checksum", "Invalid argument")


class TableDamaged(StoreError):
    """A table cannot be trusted any more; it is dropped, and rebuilt from the log."""


@contextmanager
def naming_damage(path: Path) -> Iterator[None]:
    """RocksDB's exceptions as StoreErrors that name the folder.

    >>> try:
    ...     with naming_damage(Path("sites-0.db")):
    ...         raise Exception("Corruption: block checksum mismatch")
    ... except TableDamaged as error:
    ...     print(str(error)[:51])
    sites-0.db: the table is damaged: Corruption: block
    """
    try:
        yield
    except StoreError:
        raise
    except Exception as error:
        reason = str(error)
        if _IN_USE not in reason and any(word in reason for word in _DAMAGE):
            raise TableDamaged(
                f"{path}: the table is damaged: {reason}; it is dropped at the next start and "
                "rebuilt from the log"
            ) from error
        raise StoreError(
            f"{path}: the table cannot be opened or used: {reason}; if another worker uses this "
            "data directory give this one its own, if the disk is full free some space, else "
            "delete the folder (it is rebuilt from the log)"
        ) from error
