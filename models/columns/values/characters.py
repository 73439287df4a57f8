"""The characters of a value in one form: digits of any script, spaces, signs, full width."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_SAME = {
    **dict.fromkeys(map(ord, "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008"), " "),
    **dict.fromkeys(map(ord, "\u2009\u200a\u202f\u205f\u3000\t\n\r"), " "),
    **dict.fromkeys(map(ord, "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad"), None),
    **dict.fromkeys(map(ord, "−﹣－"), "-"),
    **dict.fromkeys(map(ord, "’‘`´ʼ"), "'"),
    ord("٫"): ".",
    ord("٬"): ",",
    **{0xFF01 + i: chr(0x21 + i) for i in range(94) if i != 0x0C},
}


@lru_cache(1 << 12)
def plain(text: str) -> str:
    """A text with digits, spaces and signs as ASCII has them; its words stay.

    >>> plain("\u0661\u0662 \u20ac"), plain("1\u202f299,\u201300"), plain("\uff11\uff12\u5186")
    ('12 €', '1 299,–00', '12円')
    """
    if text.isascii():
        return " ".join(text.split())
    same = text.translate(_SAME)
    digits = "".join(
        str(unicodedata.digit(c)) if c.isdigit() and not c.isascii() and _is_decimal(c) else c
        for c in same
    )
    return " ".join(digits.split())


def _is_decimal(character: str) -> bool:
    return unicodedata.category(character) == "Nd"
