"""What a power cut or a bad disk does to the end of a file."""

from __future__ import annotations

import random
from pathlib import Path

DAMAGED_BYTES = 4096


def damage(path: Path, chance: random.Random) -> None:
    """Cut off or change bits in the last bytes of a file."""
    size = path.stat().st_size
    many = min(size, chance.randint(1, DAMAGED_BYTES))
    with path.open("r+b") as file:
        if chance.random() < 0.5:
            file.truncate(size - many)
            return
        for _ in range(chance.randint(1, 8)):
            at = size - 1 - chance.randrange(many)
            file.seek(at)
            byte = file.read(1)[0]
            file.seek(at)
            file.write(bytes([byte ^ (1 << chance.randrange(8))]))
