"""The record in hand, noted where a killed process leaves it (DESIGN 4.8).

A record that takes the whole process with it is found again at the next start. The third
start that finds the same one sends it to the dead letters.
"""

from __future__ import annotations

import mmap
from pathlib import Path
from struct import Struct

from upwell.streams.log.port import Entry

_LAYOUT = Struct("<qqq")  # partition, offset (-1: none), deaths
_NONE = (-1, -1, 0)
POISONED = 3


class PoisonGuard:
    """A few bytes of memory that outlive the process."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.stat().st_size != _LAYOUT.size:
            path.write_bytes(_LAYOUT.pack(*_NONE))
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), _LAYOUT.size)
        partition, offset, deaths = _LAYOUT.unpack(self._memory[:])
        self._suspect = (partition, offset)
        self._deaths = deaths + 1 if offset >= 0 else 0

    def poison(self, entry: Entry) -> bool:
        """Whether the last processes died while they had this record in hand."""
        return self._deaths >= POISONED and self._suspect == (entry.partition, entry.offset)

    def take(self, entry: Entry) -> None:
        place = (entry.partition, entry.offset)
        deaths = self._deaths if place == self._suspect else 0
        self._memory[:] = _LAYOUT.pack(*place, deaths)

    def rest(self) -> None:
        self._memory[:] = _LAYOUT.pack(*_NONE)

    def close(self) -> None:
        self._memory.close()
