"""Ratings: some of so many stars, as words, as a fraction, or as the stars themselves."""

from __future__ import annotations

import re
from typing import Any

from .characters import plain

_OF = r"(?:/|\b(?:out of|of|von|sur|de|di|van|av|z|из|su|üzerinden)\b)"
_N = r"\d{1,3}(?:[.,]\d{1,2})?"
_RATING = re.compile(
    rf"[^\d]{{0,30}}?(?P<n>{_N})\s*(?:stars?|★|étoiles?"
    rf"|sterne?n?)?\s*{_OF}\s*(?P<best>5|10|100|6|4|20)"
    r"(?![\d.,])[^\d]{0,20}", re.I,
)  # fmt: skip
_STARS = re.compile(r"[★⭐☆✩✰½⯨⯪\ufe0f\s]+")
_FULL, _EMPTY, _HALF = re.compile("[★⭐]"), re.compile("[☆✩✰]"), re.compile("[½⯨⯪]")


def rating(text: str) -> tuple[float, int] | None:
    """The rating that a text is, and the best there is; None: it is none.

    >>> rating("4,5 von 5 Sternen"), rating("★★★☆☆"), rating("Rated 4 out of 5"), rating("3/4/2021")
    ((4.5, 5), (3.0, 5), (4.0, 5), None)
    """
    if len(text) > 60:
        return None
    folded = plain(text)
    if _STARS.fullmatch(text.strip() or "-"):
        full, empty, half = (len(p.findall(text)) for p in (_FULL, _EMPTY, _HALF))
        best = full + empty + half if empty else 5
        return (full + half / 2, best) if full + half <= best and best <= 10 else None
    found = _RATING.fullmatch(folded)
    if found is None:
        return None
    value, best = float(found["n"].replace(",", ".")), int(found["best"])
    return (value, best) if value <= best else None


def rating_value(text: str) -> Any:
    """Value and scale of a rating; None: the text is none.

    >>> rating_value("4 of 5")
    {'value': 4, 'unit': 'of 5'}
    """
    found = rating(text)
    if found is None:
        return None
    value, best = found
    return {"value": int(value) if value == int(value) else value, "unit": f"of {best}"}
