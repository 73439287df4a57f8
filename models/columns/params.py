"""Numbers of this room, each with what it means and what it was tuned against."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ColumnParams:
    """When the type of a column is sure.

    Parameters
    ----------
    fits
        Share of a column's values that have a reading, at least. Half of a column of texts that
        are numbers says nothing of it; one in ten that is "sold" or "on request" stays a text.
    enough
        Values that decide a type which single values do not show by themselves: a number, a yes,
        an ISBN by its check digit (one number in ten has one by chance).
    kept
        Readings and hints that are counted of a column; the rarest go first.
    digits
        Of numbers that all have so many, at least, no one knows whether anything is counted: they
        may be numbers of articles, and stay as they are.
    """

    fits: float = 0.9
    enough: int = 3
    kept: int = 24
    digits: int = 6


PARAMS = ColumnParams()
