"""How much of a source was seen; a part of its status."""

from __future__ import annotations

import msgspec


class SiteCoverage(msgspec.Struct, frozen=True, kw_only=True):
    """How much of a source was seen: by estimate, with 90 % certainty between low and high."""

    share: float | None = None  # None: too little has come back to say
    size: int | None = None
    low: int | None = None
    high: int | None = None
