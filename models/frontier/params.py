"""Numbers of what the next page of a list is worth, and how many requests a site has open."""

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
