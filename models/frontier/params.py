"""Numbers of when a page is worth another visit, and a site another request."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class YieldParams:
    """How fast a list is believed.

    Parameters
    ----------
    pages
        Last pages of a list that speak for its next one: a list may begin with what is known and
        go on with what is not.
    belief
        Objects that the share of new ones on the whole site is worth beside them.
    """

    pages: int = 2
    belief: float = 5.0


@dataclass(frozen=True, slots=True)
class CreditParams:
    """Bounds of a site's credits.

    Parameters
    ----------
    most
        Requests open at once, however fast the host.
    least
        Requests open at once, however slow: one on its way, one behind it.
    ahead_s
        Time the open requests may take at the host's delay.
    """

    most: int = 1024
    least: int = 2
    ahead_s: float = 300.0


@dataclass(frozen=True, slots=True)
class RevisitParams:
    """How an interval follows the changes.

    Parameters
    ----------
    first_s
        Interval of a page nobody has looked at twice.
    shrink, grow
        Factors after a change, and after none. With 1/2 and 3/2 an interval stands still when
        three visits in eight find a change: log 1.5 / (log 1.5 + log 2) = .37.
    least_s, most_s
        Bounds.
    """

    first_s: float = 24 * 3600.0
    shrink: float = 0.5
    grow: float = 1.5
    least_s: float = 3600.0
    most_s: float = 30 * 24 * 3600.0
