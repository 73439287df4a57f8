"""How many decimal numbers a room holds, and how many of them stand in its `params.py`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .numbers import ROOT

_NEUTRAL = (0.0, 1.0)  # of sums and products: nobody chose them


class Count(NamedTuple):
    """Decimal numbers of the files of one room."""

    room: str
    in_params: int
    elsewhere: int


def decimals(source: str) -> int:
    """Decimal numbers of a file's code; doctests and comments hold none.

    >>> decimals("a = 0.5 + x * 1.0  # .25")
    1
    """
    nodes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return sum(isinstance(node.value, float) and node.value not in _NEUTRAL for node in nodes)


def census(root: Path = ROOT / "models") -> Iterator[Count]:
    """The rooms of `models`, those within them counted with them."""
    for room in sorted(path for path in root.iterdir() if path.is_dir()):
        inside = outside = 0
        for path in sorted(room.rglob("*.py")):
            found = decimals(path.read_text("utf-8"))
            if path.name.endswith("params.py"):
                inside += found
            else:
                outside += found
        if inside + outside:
            yield Count(f"models/{room.name}", inside, outside)


def census_table() -> Iterator[str]:
    """A line a room, and their sum."""
    counts = [*census()]
    total = Count("all", sum(c.in_params for c in counts), sum(c.elsewhere for c in counts))
    yield "| room | in `params.py` | elsewhere |"
    yield "|---|---|---|"
    for room, inside, outside in (*counts, total):
        yield f"| {f'`{room}`' if room != 'all' else room} | {inside} | {outside} |"
