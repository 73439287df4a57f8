"""How many records were acknowledged, noted beside the log (DESIGN 4.6).

The count outlives a killed process in the memory of the machine. A log that has fewer records
than were acknowledged has lost its last commits: the tables and positions outside that were
filled from them are of another log.
"""

from __future__ import annotations

import mmap
from pathlib import Path
from struct import Struct

FILE = "log.acknowledged"
_LAYOUT = Struct("<32sq")  # the log's boot id, records ever appended


class Acknowledged:
    """Forty bytes of memory that outlive the process."""

    def __init__(self, directory: Path) -> None:
        path = directory / FILE
        if not path.exists() or path.stat().st_size != _LAYOUT.size:
            path.write_bytes(bytes(_LAYOUT.size))
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), _LAYOUT.size)

    def lost(self, boot_id: str, appended: int) -> int:
        """Acknowledged records that the log does not have."""
        noted, count = _LAYOUT.unpack(self._memory[:])
        return max(0, count - appended) if noted == boot_id.encode() else 0

    def note(self, boot_id: str, appended: int) -> None:
        """Note how many records were appended; a higher count of another process stays."""
        noted, count = _LAYOUT.unpack(self._memory[:])
        if noted != boot_id.encode() or count < appended:
            self._memory[:] = _LAYOUT.pack(boot_id.encode(), appended)

    def close(self) -> None:
        """Let go of the memory; the note stays."""
        self._memory.close()
