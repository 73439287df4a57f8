"""One figure of a measurement: what it counts, absolutely and as a ratio."""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """What a step does here.

    Parameters
    ----------
    name
        Of what is measured.
    value, unit
        The absolute number; it says something of this machine.
    ratio
        The cost in P, one lxml parse of the same bytes in the same run: it should be the same on
        every machine. None: there is nothing to compare with.
    higher
        Whether more is better.
    """

    name: str
    value: float
    unit: str
    ratio: float | None = None
    higher: bool = True
