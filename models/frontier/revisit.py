"""When to look at a page again, from whether it had changed when it was last looked at."""

from __future__ import annotations

from dataclasses import dataclass

HOUR_S = 3600.0
DAY_S = 24 * HOUR_S


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

    first_s: float = DAY_S
    shrink: float = 0.5
    grow: float = 1.5
    least_s: float = HOUR_S
    most_s: float = 30 * DAY_S


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
