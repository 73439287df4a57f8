"""Times on the command line: a day, an instant, or how long ago."""

from __future__ import annotations

import re
import time
from datetime import datetime

from upwell.errors import UsageError

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}


def moment(text: str, option: str, now: float | None = None) -> float:
    """Seconds since the epoch of what was written; a day begins at midnight of this machine.

    >>> moment("90m", "--since", now=10_000.0), moment("1970-01-01T00:01:00Z", "--since")
    (4600.0, 60.0)
    >>> moment("yesterday", "--since")
    Traceback (most recent call last):
    ...
    upwell.errors.UsageError: --since yesterday: write a day (2026-03-01), an instant \
(2026-03-01T12:00:00Z), or how long ago (90m, 3h, 2d, 1w)
    """
    ago = re.fullmatch(r"(\d+(?:\.\d+)?)([smhdw])", text.strip())
    if ago is not None:
        return (time.time() if now is None else now) - float(ago[1]) * _UNITS[ago[2]]
    try:
        return datetime.fromisoformat(text.strip()).astimezone().timestamp()
    except (ValueError, OverflowError):
        raise UsageError(
            f"{option} {text}: write a day (2026-03-01), an instant (2026-03-01T12:00:00Z), "
            "or how long ago (90m, 3h, 2d, 1w)"
        ) from None
