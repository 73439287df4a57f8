"""Identifiers that say by their digits whether they are one: ISBN, ISSN, EAN, DOI."""

from __future__ import annotations

import re

from .characters import plain

_DOI = re.compile(r"(?:doi:\s*|https?://(?:dx\.)?doi\.org/)?(10\.\d{4,9}/\S+)", re.I)
_LABEL = re.compile(r"(?:ISBN|ISSN|EAN|GTIN)(?:-1[03])?:?\s*", re.I)


def identifier(text: str) -> tuple[str, str] | None:
    """Kind and bare form of an identifier whose check digit fits; None: the text is none.

    >>> identifier("978-3-16-148410-0"), identifier("978-3-16-148410-1")
    (('isbn', '9783161484100'), None)
    >>> identifier("doi:10.1000/182"), identifier("2049-3630"), identifier("4006381333931")
    (('doi', '10.1000/182'), ('issn', '2049-3630'), ('ean', '4006381333931'))
    """
    folded = plain(text)
    if found := _DOI.fullmatch(folded):
        return "doi", found[1].rstrip(".,;")
    body = _LABEL.sub("", folded)
    if not re.fullmatch(r"[\dXx -]{8,20}", body):
        return None
    bare = re.sub(r"[ -]", "", body).upper()
    if len(bare) == 13 and bare.isdigit() and _ean(bare):
        return ("isbn" if bare[:3] in ("978", "979") else "ean"), bare
    if len(bare) == 10 and re.fullmatch(r"\d{9}[\dX]", bare) and _mod11(bare):
        return "isbn", bare
    if len(bare) in (8, 12, 14) and bare.isdigit() and "-" not in body and _ean(bare):
        return "ean", bare
    if re.fullmatch(r"\d{4}-\d{3}[\dXx]", body) and _mod11(bare):
        return "issn", body.upper()
    return None


def _ean(digits: str) -> bool:
    weighed = (int(c) * (3 if i % 2 else 1) for i, c in enumerate(reversed(digits)))
    return sum(weighed) % 10 == 0


def _mod11(digits: str) -> bool:
    values = [10 if c == "X" else int(c) for c in digits]
    return sum(v * (len(values) - i) for i, v in enumerate(values)) % 11 == 0
