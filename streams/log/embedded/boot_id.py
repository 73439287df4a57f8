"""Which start of the machine this is."""

from __future__ import annotations

from pathlib import Path
from secrets import token_hex

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def machine_start(path: Path = BOOT_ID) -> str:
    """The kernel's word for it; one that cannot be read counts as another each time.

    >>> machine_start(Path("nowhere")) == machine_start(Path("nowhere"))
    False
    """
    try:
        return path.read_text("ascii").strip() or token_hex(16)
    except (OSError, UnicodeDecodeError):
        return token_hex(16)
