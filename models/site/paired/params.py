"""Numbers of this room, each with what it means."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PairParams:
    """Which objects are kept, and when two columns are one.

    Parameters
    ----------
    newest
        Objects whose own page was not read: own pages are opened from the newest object on.
    both
        Objects of which both are known, by lowest id.
    columns
        Columns that have a number; further ones are left out.
    beyond
        Objects that agree beyond what agrees by chance, at least: of three, in texts that are
        never the same by chance; of twice as many where every second object says the same.
    """

    newest: int = 64
    both: int = 128
    columns: int = 250
    beyond: float = 3.0


PARAMS = PairParams()
