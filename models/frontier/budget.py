"""How far ahead of the answers a site's requests may run (DESIGN 4.7)."""

from __future__ import annotations

from dataclasses import dataclass


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


def credits(delay_s: float, params: CreditParams | None = None) -> int:
    """Requests a site may have open.

    Parameters
    ----------
    delay_s
        Least time between two requests to the host; 0 for a host of one's own.
    params
        Bounds.

    Examples
    --------
    >>> credits(1.0), credits(0.0), credits(600.0)
    (300, 1024, 2)
    """
    params = params or CreditParams()
    if delay_s * params.most <= params.ahead_s:
        return params.most
    return max(params.least, int(params.ahead_s / delay_s))
