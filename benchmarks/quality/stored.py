"""Figures of full runs, `benchmarks/results/quality.json`: merged row by row, each with its commit.

A row is a module of this folder. A run of some of them replaces theirs and leaves the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from .figures import Figure

RESULTS = Path(__file__).parents[1] / "results"
FILE = RESULTS / "quality.json"

Figures = dict[str, float | None]  # by name; nothing where a curve never came so far


class StoredRow(msgspec.Struct, frozen=True):
    """What one module measured: at which commit (`+`: with changes not in it), when, how long."""

    commit: str
    date: str
    seconds: float
    figures: Figures


def values(figures: Iterable[Figure]) -> Figures:
    """The figures by their names, to four digits."""
    finite = float("inf")
    return {
        figure.name: round(float(figure.value), 4) if abs(figure.value) < finite else None
        for figure in figures
    }


def stored(path: Path = FILE) -> dict[str, StoredRow]:
    """Every row that was ever kept, by its module."""
    if not path.exists():
        return {}
    return msgspec.json.decode(path.read_bytes(), type=dict[str, StoredRow])


def keep(name: str, row: StoredRow, path: Path = FILE) -> None:
    """Put one row in; the others stay as they were."""
    write(path, dict(sorted({**stored(path), name: row}.items())))


def write(path: Path, value: object) -> None:
    """Write a value as JSON, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")
    new.replace(path)
