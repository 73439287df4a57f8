"""The figures to compare with: what `upwell bench --json` printed on the machine named here.

Ratios should be the same on every machine, absolute numbers say how this one compares. They travel
with the package, because a release is what somebody has.
"""

from __future__ import annotations

from typing import NamedTuple

from .figure import Figure

MACHINE = "two shared cores, x86_64, Linux, Python 3.11"
STORED: dict[str, tuple[float, float | None]] = {  # value and ratio, by name
    "upwell --help": (144, None),
    "parse a page": (4190, 1),
    "columns of a page": (1250, 3.38),
    "read a page": (278, 15.2),
    "learn from a page": (205, 20.4),
    "append to the log": (10100, None),
    "read from the log": (23800, None),
    "crawl, whole ring": (5.42, None),
    "processor time of its page": (62.1, None),
    "memory of the crawl": (858, None),
}
DEARER = 1.5  # times the stored ratio: two runs on one machine differ by less


class Compared(NamedTuple):
    """A figure beside the stored one."""

    figure: Figure
    stored: float | None
    stored_ratio: float | None

    @property
    def times(self) -> float | None:
        """How many times as good as the stored machine; below 1: it is slower here."""
        if not self.stored or not self.figure.value:
            return None
        here = self.figure.value / self.stored
        return here if self.figure.higher else 1 / here

    @property
    def is_dearer(self) -> bool:
        """Whether the step costs more than it should, whatever the machine."""
        ratio, stored = self.figure.ratio, self.stored_ratio
        return ratio is not None and stored is not None and ratio > stored * DEARER


def compared(figure: Figure) -> Compared:
    """A figure beside the stored one of its name.

    >>> compared(Figure("never measured", 1.0, "pages/s")).times is None
    True
    """
    return Compared(figure, *STORED.get(figure.name, (None, None)))
