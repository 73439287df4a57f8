"""One worker per embedded log: a lock file that dies with its process."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO

from upwell.errors import StoreError

FILE = "worker.lock"


class WorkerLock:
    """The right to run the agents of a log's directory.

    The lock belongs to the process, so kill -9 frees it; other processes may still append,
    read and follow without it.
    """

    def __init__(self, directory: Path) -> None:
        self.path = directory / FILE
        self._file: IO[str] | None = None

    def acquire(self) -> None:
        """Take the lock, or raise StoreError naming the process that has it."""
        if self._file is not None:
            return
        file = self.path.open("a+")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.seek(0)
            owner = file.read().strip() or "unknown"
            file.close()
            raise StoreError(
                f"{self.path.parent} is in use by process {owner}; stop it first, "
                "or give this one another directory with -d"
            ) from error
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        self._file = file

    def release(self) -> None:
        """Give the lock back; nothing happens when it is not held."""
        if self._file is not None:
            self._file.close()
            self._file = None
