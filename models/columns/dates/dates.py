"""Dates as people write them; of `03/04/2026` the column decides which number is the day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from ..values.characters import plain
from .clock import clock
from .month_names import month

DMY, MDY, YMD, NAMED, MONTH = ORDERS = ("dmy", "mdy", "ymd", "named", "month")
_PART = r"\s?[./-]\s?"
_YEAR_FIRST = re.compile(
    rf"(?<![\d.,])(\d{{4}}){_PART}(\d{{1,2}}){_PART}(\d{{1,2}})\.?(?!\d|[.,]\d)"
)
_YEAR_LAST = re.compile(
    rf"(?<![\d.,])(\d{{1,2}}){_PART}(\d{{1,2}}){_PART}(\d{{4}}|\d\d)(?!\d|[.,]\d)\.?"
)
_EAST = re.compile(r"(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(?:(\d{1,2})\s?[日일]?)?")
_MARKS = r"\u0900-\u0903\u093a-\u094f\u0980-\u09ff\u0e30-\u0e4e."  # vowels written as marks
_WORD = rf"[^\W\d_][^\W\d_.\u0300-\u036f]*(?:[^\W\d_]|[{_MARKS}])*"
_DAY = r"(?<!\d)(?P<d>\d{1,2})(?:st|nd|rd|th|er|ère|º|ª|°|\.|-?(?:го|е|й))?"
_YEAR = r"(?P<y>\d{4}|'?\d\d)(?!\d)"
_BETWEEN = r"(?:\s*(?:,|\.|-|/|\s|\bde\b|\bdel\b|\bof\b|\bday of\b)\s*)+"
_NAMED = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_DAY}{_BETWEEN}(?P<w>{_WORD}){_BETWEEN}{_YEAR}",
        rf"(?P<w>{_WORD})\]?{_BETWEEN}{_DAY}{_BETWEEN}(?P<y>\d{{4}})(?!\d)",
        rf"(?<!\d)(?P<y>\d{{4}})\S*?{_BETWEEN}(?P<w>{_WORD}){_BETWEEN}{_DAY}(?!\d)",
        rf"(?<!\d)(?P<y>\d{{4}})\S*?{_BETWEEN}{_DAY}{_BETWEEN}(?P<w>{_WORD})",
    )
)
_MONTH = (
    re.compile(rf"(?P<w>{_WORD}){_BETWEEN}(?P<y>\d{{4}})(?!\d)"),
    re.compile(rf"(?<!\d)(?P<y>\d{{4}}){_BETWEEN}(?P<w>{_WORD})"),
)
_DIGIT = re.compile(r"\d")
_LONGEST = 60  # letters of a text that can be a date
_AROUND = 4  # words beside it: of a weekday, "published on"
_PIVOT = 69  # of two digits of a year, POSIX has 69 to 99 in the century before


def dates(text: str, language: str = "") -> Iterator[tuple[str, str]]:
    """The readings of a text as one date: the order of its parts, and the date as ISO has it.

    >>> list(dates("03/04/2026"))
    [('dmy', '2026-04-03'), ('mdy', '2026-03-04')]
    >>> list(dates("Di, 21. März 2021, 14:05 Uhr")), list(dates("June 2021"))
    ([('named', '2021-03-21T14:05')], [('month', '2021-06')])
    >>> list(dates("12-14 June 2021")), list(dates("version 1.2.21.4"))
    ([], [])
    """
    if len(text) > _LONGEST or not _DIGIT.search(text):
        return
    at = clock(plain(text).lower())
    rest = at.rest
    for order, found, start, stop in _found(rest, language):
        around = f"{rest[:start]} {rest[stop:]}"
        if not _DIGIT.search(around) and len(around.split()) <= _AROUND:
            yield order, found + (at.iso if order != MONTH else "")


def _found(text: str, language: str) -> Iterator[tuple[str, str, int, int]]:
    """Readings with the stretch of text that each takes; the first form that fits is it."""
    for pattern in (_EAST, _YEAR_FIRST):
        if match := pattern.search(text):
            year, number, day = match.groups()
            order = YMD if day else MONTH
            if iso := _iso(int(year), int(number), int(day or 1)):
                yield order, iso if day else iso[:7], *match.span()
            return
    if match := _YEAR_LAST.search(text):
        first, second, last = match.groups()
        year = _year(last)
        for order, day, number in ((DMY, first, second), (MDY, second, first)):
            if iso := _iso(year, int(number), int(day)):
                yield order, iso, *match.span()
        return
    for pattern in _NAMED:
        for match in pattern.finditer(text):
            number = month(match["w"].strip("."), language) or month(match["w"], language)
            iso = _iso(_year(match["y"]), number, int(match["d"])) if number else ""
            if iso:
                yield NAMED, iso, *match.span()
                return
    for pattern in _MONTH:
        for match in pattern.finditer(text):
            if number := month(match["w"].strip("."), language):
                yield MONTH, f"{match['y']}-{number:02}", *match.span()
                return


def date_value(text: str, order: str, language: str = "") -> str | None:
    """The date of a text of a column whose dates have this order; None: it has none.

    >>> date_value("03/04/2026", "mdy"), date_value("3 May 2026", "mdy"), date_value("soon", "mdy")
    ('2026-03-04', '2026-05-03', None)
    """
    found = dict(dates(text, language))
    plainly = [iso for of, iso in found.items() if of in (YMD, NAMED, MONTH)]
    return found.get(order) or (plainly[0] if plainly else None)


def _year(digits: str) -> int:
    short = digits.lstrip("'")
    if len(short) > 2:
        return int(short)
    return int(short) + (1900 if int(short) >= _PIVOT else 2000)


def _iso(year: int, number: int, day: int) -> str:
    try:
        return date(year, number, day).isoformat()
    except ValueError:
        return ""
