"""Parts of a long measurement: what was measured of a commit is not measured again.

A measurement that is stopped goes on where it was. Parts lie in `build/measured/COMMIT/`, which git
ignores; a checkout with changes that are in no commit keeps none.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from benchmarks.commit import ROOT, current_commit

FOLDER = ROOT / "build" / "measured"

T = TypeVar("T")


def measured(name: str, part: str, type_: type[T], work: Callable[[], T]) -> T:
    """What a piece of work finds, kept under the name of its measurement and its own."""
    commit = current_commit()
    return kept(FOLDER / commit / name / part, type_, work) if commit[-1] != "+" else work()


def kept(path: Path, type_: type[T], work: Callable[[], T]) -> T:
    """What a file keeps of a piece of work; done, and kept there, if there is none."""
    if path.exists():
        return msgspec.msgpack.decode(path.read_bytes(), type=type_)
    found = work()
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_bytes(msgspec.msgpack.encode(found))
    new.replace(path)
    return found
