"""The sealed third: sites of every data set, and seeds of bundled sources, that nobody looks at.

make quality SEALED=1

A site is sealed by a hash of its name, a bundled source by one of its seed; the families stay open.
Everything reads the open part until this process has opened the third, which is written down with
its commit and day before anything is measured, at most once a day. What a set held before there
was a seal had been looked at: a sealed figure is unseen from the first opening on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import msgspec
import xxhash

from .stored import RESULTS, Figures, write

FILE = RESULTS / "sealed.json"
THIRDS = 3


class Opening(msgspec.Struct, frozen=True):
    """One look at the sealed third; the figures of each row come in as it is measured."""

    commit: str
    date: str
    figures: dict[str, Figures] = {}


class TooSoon(Exception):
    """The third was opened on this day already."""


class _Access:
    """Which part this process reads, and whether anything asked which it is."""

    sealed = False
    asked = False


_access = _Access()


def is_sealed(name: str) -> bool:
    """Whether a site belongs to the third that nobody looks at."""
    return xxhash.xxh3_64_intdigest(name.encode()) % THIRDS == 0


def part() -> str:
    """Which part of the sites is read: `open` or `sealed`."""
    _access.asked = True
    return "sealed" if _access.sealed else "open"


def is_read(name: str) -> bool:
    """Whether a site belongs to the part that is read."""
    return is_sealed(name) == (part() == "sealed")


def drawn_seeds(purpose: str, n: int) -> list[int]:
    """Seeds of bundled sources, drawn from a hash: the first of the part that is read."""
    return list(islice(_of_this_part(_draws(purpose)), n))


def first_seeds(n: int) -> list[int]:
    """The smallest seeds of bundled sources of the part that is read."""
    return list(islice(_of_this_part(count(1)), n))


def was_asked() -> bool:
    """Whether anything asked for the part since the last call: what does not has none."""
    asked, _access.asked = _access.asked, False
    return asked


def openings(path: Path = FILE) -> list[Opening]:
    """Every opening so far, oldest first."""
    return msgspec.json.decode(path.read_bytes(), type=list[Opening]) if path.exists() else []


def open_third(commit: str, date: str, path: Path = FILE) -> None:
    """Write the opening down and read the sealed part from now on; refused twice a day."""
    earlier = openings(path)
    if any(opening.date == date for opening in earlier):
        raise TooSoon(f"the sealed third was opened on {date} already; once a day, no oftener")
    write(path, [*earlier, Opening(commit, date)])
    _access.sealed = True


def record(name: str, figures: Figures, path: Path = FILE) -> None:
    """Add the figures of one row to the last opening."""
    *earlier, last = openings(path)
    found = {**last.figures, name: figures}
    write(path, [*earlier, Opening(last.commit, last.date, found)])


def _draws(purpose: str) -> Iterator[int]:
    return (xxhash.xxh3_64_intdigest(f"{purpose} {i}".encode()) % 1_000_000 for i in count())


def _of_this_part(seeds: Iterator[int]) -> Iterator[int]:
    return (seed for seed in seeds if is_read(f"bundled {seed}"))
