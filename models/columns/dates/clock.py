"""The time of day that stands beside a date."""

from __future__ import annotations

import re
from typing import NamedTuple

_AFTER_NOON = r"p\.?\s?m\b\.?|下午|午後|오후|晚|ip\b\.?|अपराह्न|μ\.?μ\.?|م(?=\s|$)"
_BEFORE_NOON = r"a\.?\s?m\b\.?|上午|午前|오전|ap\b\.?|पूर्वाह्न|π\.?μ\.?|ص(?=\s|$)"
_HALF = rf"(?:(?P<pm{{n}}>{_AFTER_NOON})|(?P<am{{n}}>{_BEFORE_NOON}))"
_CLOCK = re.compile(
    rf"(?:{_HALF.format(n=1)}\s*)?(?<![\d.,:/+-])(?P<h>\d{{1,2}})\s?(?:[:h時时点시])\s?(?P<m>\d{{2}}"
    rf")"
    r"(?:\s?(?:[:分분])\s?(?P<s>\d{2})(?:[.,]\d+)?)?(?:\s?[分분秒초])?(?!\d)"
    rf"(?:\s*{_HALF.format(n=2)})?(?:\s*(?:h|uhr|hrs?|hod|godz)\b\.?)?"
    r"(?:\s*(?P<zone>z|utc|gmt)\b)?(?:\s*(?P<off>[+-]\d{2}:?\d{2})(?!\d))?",
    re.I,
)
_HOUR = re.compile(rf"(?<![\d.,:/-])(?P<h>\d{{1,2}})\s*{_HALF.format(n=1)}", re.I)


class Clock(NamedTuple):
    """A time of day as ISO has it, and the text without it."""

    iso: str  # empty: there is none
    rest: str


def clock(text: str) -> Clock:
    """The time of day in a text, and the text without it.

    >>> clock("nov 25 2014 10:17 pm")
    Clock(iso='T22:17', rest='nov 25 2014 ')
    >>> clock("2014-07-22T10:17:05Z").iso, clock("3.5.2021").iso
    ('T10:17:05Z', '')
    """
    spaced = re.sub(r"(\d)t(\d{1,2}:)", r"\1 \2", text, flags=re.I)
    found = _CLOCK.search(spaced) or _HOUR.search(spaced)
    if found is None:
        return Clock("", text)
    parts = found.groupdict()
    hour, minute, second = (int(parts.get(key) or 0) for key in ("h", "m", "s"))
    after = parts.get("pm1") or parts.get("pm2")
    before = parts.get("am1") or parts.get("am2")
    if (after or before) and hour > 12 and not after:
        return Clock("", text)
    if after and hour < 12:
        hour += 12
    if before and hour == 12:
        hour = 0
    if hour > 23 or minute > 59 or second > 59:
        return Clock("", text)
    zone = "Z" if parts.get("zone") else ""
    offset = parts.get("off") or ""
    if offset and ":" not in offset:
        offset = f"{offset[:3]}:{offset[3:]}"
    seconds = f":{second:02}" if parts.get("s") else ""
    rest = spaced[: found.start()] + spaced[found.end() :]
    return Clock(f"T{hour:02}:{minute:02}{seconds}{offset or zone}", rest)
