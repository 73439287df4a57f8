"""A measured figure beside what the first sketch reached."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Figure(NamedTuple):
    """One number of quality."""

    name: str
    value: float
    sketch: float | None  # what the sketch, or a peer, reached on the same data
    floor: float | None = None
    better: str = "higher"  # or "lower"


def show(figures: Iterable[Figure]) -> None:
    """Print figures as a table."""
    for name, value, sketch, floor, _ in figures:
        beside = "" if sketch is None else f"  sketch {sketch:.3f}"
        bound = "" if floor is None else f"  floor {floor:.3f}"
        print(f"{name:<44} {value:7.3f}{beside}{bound}")
