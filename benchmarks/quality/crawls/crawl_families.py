"""A whole crawl of a small site of every family: what is found, what is false, what is told twice.

python -m benchmarks.quality crawl_families

The seed comes from a hash and was not used while tuning; the one drawn before it was, for a single
mend. Sources stand still, so every version of an object beyond the first is a reading that was
mended, or a mistake.
"""

from __future__ import annotations

from statistics import fmean

from upwell.sources.families import FAMILIES

from ..figures import Figure
from ..sealed import drawn_seeds
from .crawl import crawled

SIZE = 200  # records
POST = frozenset(("archive",))  # its form is sent by POST, which is not asked yet
QUICK = ("library", "shop", "timetable")


def measure(quick: bool = False) -> list[Figure]:
    """All families together, then each alone; `quick`: three of them."""
    (seed,) = drawn_seeds("every family", 1)
    names = QUICK if quick else [name for name in FAMILIES if name not in POST]
    found = {name: crawled(name, seed, SIZE) for name in names}
    every = list(found.values())
    figures = [
        Figure("records found, mean of the families", fmean(c.found for c in every), None),
        Figure("objects that are no records", fmean(c.false for c in every), None, None, "lower"),
        Figure("versions told of an object", fmean(c.told for c in every), None, None, "lower"),
    ]
    for name, one in found.items():
        figures += [
            Figure(f"{name}: records found", one.found, None),
            Figure(f"{name}: objects that are no records", one.false, None, None, "lower"),
            Figure(f"{name}: versions told of an object", one.told, None, None, "lower"),
        ]
    return figures
