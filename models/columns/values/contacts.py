"""Addresses of people and places: e-mail, telephone, URL, coordinates."""

from __future__ import annotations

import re
from typing import Any

from .characters import plain

_EMAIL = re.compile(
    r"(?:mailto:)?([\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,9}\.[a-z]{2,24})", re.I
)
_URL = re.compile(r"https?://[^\s/]+\.?[^\s]*", re.I)
_PHONE = re.compile(r"(?:tel:|tel\.?:?\s*)?(\+\d[\d ()./-]{6,20}\d)", re.I)
_GEO = re.compile(r"(-?\d{1,2}\.\d{3,})\s?[,; ]\s?(-?\d{1,3}\.\d{3,})")


def contact(text: str) -> tuple[str, Any] | None:
    """Kind and bare form of an address; None: the text is none.

    >>> contact("mailto:ann@lee.example"), contact("+49 (30) 12-34 56")
    (('email', 'ann@lee.example'), ('phone', '+4930123456'))
    >>> contact("52.5200, 13.4050"), contact("http://a.example/x"), contact("12, 13")
    (('geo', [52.52, 13.405]), ('url', 'http://a.example/x'), None)
    """
    folded = plain(text)
    if found := _EMAIL.fullmatch(folded):
        return "email", found[1]
    if _URL.fullmatch(folded):
        return "url", folded
    if found := _PHONE.fullmatch(folded):
        return "phone", "+" + re.sub(r"\D", "", found[1])
    found = _GEO.fullmatch(folded)
    if found is None:
        return None
    place = [float(found[1]), float(found[2])]
    return ("geo", place) if abs(place[0]) <= 90 and abs(place[1]) <= 180 else None
