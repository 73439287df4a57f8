"""When a site asks to be left alone: 429, and 503 with Retry-After."""

from __future__ import annotations

from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from .schedule import LONGEST_HOLD_S

WITHOUT_A_TIME_S = 60.0


def retry_after(status: int, headers: Mapping[str, str], now: float) -> float | None:
    """Seconds to leave the host alone, at most an hour; None when it does not ask for it.

    Parameters
    ----------
    status, headers
        Of the answer; header names in lower case.
    now
        Seconds since the epoch, for a Retry-After that names a date.

    Reading
    -------
    A 429 without a time asks for a minute; a 503 without one is only a page with a status.

    Examples
    --------
    >>> retry_after(429, {"retry-after": "7"}, now=0.0)
    7.0
    >>> retry_after(503, {"retry-after": "Thu, 01 Jan 1970 00:01:30 GMT"}, now=60.0)
    30.0
    >>> retry_after(503, {}, now=0.0), retry_after(429, {"retry-after": "9" * 30}, now=0.0)
    (None, 3600.0)
    """
    value = headers.get("retry-after", "").strip()
    if status not in (429, 503) or (status == 503 and not value):
        return None
    return min(max(_seconds(value, now), 0.0), LONGEST_HOLD_S)


def _seconds(value: str, now: float) -> float:
    if value.isascii() and value.isdigit():
        return float(value[:12])
    try:
        return parsedate_to_datetime(value).timestamp() - now
    except (ValueError, OverflowError):
        return WITHOUT_A_TIME_S
