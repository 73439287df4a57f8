"""The fifty sites of the paper, by their averages (THOR table I)."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Averages(NamedTuple):
    """Means over the answer pages of a site.

    Examples
    --------
    >>> SITES[21]
    Averages(name='ebay.com', kilobytes=75.4, tags=1461.5, unique_tags=27.6, tokens=516.9, \
unique_tokens=241.4)

    References
    ----------
    THOR table I.
    """

    name: str
    kilobytes: float
    tags: float
    unique_tags: float
    tokens: float
    unique_tokens: float


def _read() -> tuple[Averages, ...]:
    lines = Path(__file__).with_name("table.txt").read_text("utf-8").splitlines()[1:]
    rows = (line.split() for line in lines)
    return tuple(Averages(name, *map(float, figures)) for name, *figures in rows)


SITES = _read()
