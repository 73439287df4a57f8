"""A growing file as somebody reads it who follows it: every line it ever had, and when it came."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

LOOK_S = 0.05  # between two looks at the file


class Follower:
    """Copies the lines of a file to another as they come.

    A file that was written anew (its end cleans up what was taken back) is read from its
    beginning; of its lines those are new that it never had.

    Parameters
    ----------
    path
        The file, which may not exist yet.
    copy
        Where every line goes that it ever had, in the order in which they came.
    """

    def __init__(self, path: Path, copy: Path) -> None:
        self.arrivals: list[float] = []  # of each line of the copy
        self._path = path
        self._copy = copy
        self._lines: set[bytes] = set()
        self._inode = 0
        self._at = 0  # bytes that were read
        copy.write_bytes(b"")

    def look(self, now: float) -> None:
        """Copy the whole lines that are new."""
        if not self._path.exists():
            return
        with self._path.open("rb") as file, self._copy.open("ab") as copy:
            self._find_place(file.fileno())
            file.seek(self._at)
            for line in file:
                if not line.endswith(b"\n"):
                    break  # the rest comes later
                self._at += len(line)
                if line not in self._lines:
                    self._lines.add(line)
                    copy.write(line)
                    self.arrivals.append(now)

    def until(self, end: threading.Event) -> None:
        """Look again and again."""
        while not end.wait(LOOK_S):
            self.look(time.time())

    def _find_place(self, descriptor: int) -> None:
        stat = os.fstat(descriptor)
        if stat.st_ino != self._inode or stat.st_size < self._at:
            self._inode, self._at = stat.st_ino, 0
