"""`apps.json` holds the newest figures, `apps-before.json` those of earlier commits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from ..application import ROOT
from ..run import Run

FILE = ROOT / "benchmarks" / "results" / "apps.json"


class Measured(msgspec.Struct, frozen=True):
    """The runs of one commit; a commit with changes that are not in it ends with `+`."""

    commit: str
    date: str
    runs: list[Run]


def newest(path: Path = FILE) -> Measured | None:
    """What was measured last."""
    return msgspec.json.decode(path.read_bytes(), type=Measured) if path.exists() else None


def before(path: Path = FILE) -> list[Measured]:
    """What was measured before the newest, oldest first."""
    earlier = _earlier(path)
    if not earlier.exists():
        return []
    return msgspec.json.decode(earlier.read_bytes(), type=list[Measured])


def keep(commit: str, date: str, runs: Sequence[Run], path: Path = FILE) -> None:
    """Add runs to those of the same commit; those of another commit become the ones before."""
    last = newest(path)
    if last is not None and last.commit != commit:
        _write(_earlier(path), [*before(path), last])
        last = None
    merged = {_name(run): run for run in [*(last.runs if last else ()), *runs]}
    _write(path, Measured(commit, date, [merged[name] for name in sorted(merged)]))


def _name(run: Run) -> tuple[str, str, int, int]:
    return run.app, run.dress or "", run.seed, run.run


def _earlier(path: Path) -> Path:
    return path.with_name(f"{path.stem}-before.json")


def _write(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")
    new.replace(path)
