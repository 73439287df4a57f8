"""When to look at a page again, from whether it had changed when it was last looked at."""

from __future__ import annotations

from .params import RevisitParams

HOUR_S = 3600.0
DAY_S = 24 * HOUR_S


def next_interval(
    interval_s: float | None, changed: bool, params: RevisitParams | None = None
) -> float:
    """Seconds until the next visit.

    Parameters
    ----------
    interval_s
        Seconds the last visit had been waited for; None for a first visit.
    changed
        Whether that visit found something different.
    params
        See there.

    Examples
    --------
    >>> next_interval(None, changed=False) / DAY_S
    1.0
    >>> next_interval(DAY_S, changed=True) / HOUR_S, next_interval(DAY_S, changed=False) / HOUR_S
    (12.0, 36.0)
    """
    params = params or RevisitParams()
    if interval_s is None:
        return params.first_s
    factor = params.shrink if changed else params.grow
    return min(max(interval_s * factor, params.least_s), params.most_s)


def next_visit(
    now: float, interval_s: float | None, changed: bool, params: RevisitParams | None = None
) -> float:
    """Time of the next visit, on the clock that `now` was read from.

    >>> next_visit(1000.0, HOUR_S, changed=True)
    4600.0
    """
    return now + next_interval(interval_s, changed, params)
