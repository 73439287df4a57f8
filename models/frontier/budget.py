"""How far ahead of the answers a site's requests may run (DESIGN 4.7)."""

from __future__ import annotations

from .params import CreditParams


def credits(delay_s: float, params: CreditParams | None = None) -> int:
    """How many requests a site may have open.

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
