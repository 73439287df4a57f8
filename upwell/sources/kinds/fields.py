"""Typed fields of a record: how each is drawn, and how a language writes it.

A line of a kind's `[fields]` is `name | type | label | how it is drawn | share that has it`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, partial
from math import exp, log
from random import Random

from ..database.record import Value
from .draws import BITS, Pattern, Tables

Drawn = Callable[[Random, dict[str, str]], tuple[str, float | str]]  # as shown, as sorted
WORDED = ("text", "person", "place", "category")
_MONTHS = {
    "en": "January February March April May June July August September October November December",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
}
_NUMBER = re.compile(r"(?P<low>[\d.]+?)\.\.(?P<high>[\d.]+)(?P<rest>.*)")
_PRICE = re.compile(r"(?P<sign>\S+) (?P<low>\d+)\.\.(?P<high>\d+)(?P<ends>(?: \.\d\d)*)")


@dataclass(frozen=True, slots=True)
class Field:
    """A field as a kind declares it.

    Attributes
    ----------
    name
        Its role, the same in every language.
    type
        Of its values: text, number, price, date, rating, place, person, category or code.
    label
        What a site of the language prints beside it.
    how
        A pattern for words; a range for numbers, prices, dates and ratings; `#` and `@` stand for
        digits and letters of a code.
    share
        Of the records that have it.
    """

    name: str
    type: str
    label: str
    how: str
    share: float = 1.0


def field(line: str) -> Field:
    """A field from its line.

    >>> field("price | price | Price | £ 3..60 .95 | .9").share
    0.9
    """
    name, kind, label, how, *share = (part.strip() for part in line.split(" | "))
    return Field(name, kind, label, how, float(share[0]) if share else 1.0)


def drawer(declared: Field, language: str, tables: Tables, topic: str) -> Drawn:
    """How values of a field are drawn on one site for one topic."""
    if declared.type in WORDED:
        return _worded(tables.pattern(declared.how, topic))
    return _MAKERS[declared.type](declared.how, language)


def value(declared: Field, shown: str, sort: float | str) -> Value:
    """A drawn value of a field."""
    return Value(declared.name, declared.type, shown, sort)


def _worded(pattern: Pattern) -> Drawn:
    def draw(rng: Random, shown: dict[str, str]) -> tuple[str, float | str]:
        text = pattern.fill(rng.getrandbits, shown)
        return text, text.casefold()

    return draw


def _number(how: str, language: str, rated: bool = False) -> Drawn:
    """`48..720 pages`, `1..5 step .5`, `40..900 log`, `1900..2025 year`: drawn evenly or not."""
    found = _match(_NUMBER, how)
    low, high, rest = float(found["low"]), float(found["high"]), found["rest"].strip()
    skewed, year = rest.startswith("log"), rest.startswith("year")
    step = float(rest.split()[1]) if rest.startswith("step") else 1.0
    unit = "" if year else re.sub(r"^(log|step [\d.]+) ?", "", rest)
    after = f" {unit}" if (unit and unit[0].isascii()) or unit in ("m²",) else unit

    def draw(rng: Random, _: dict[str, str]) -> tuple[str, float | str]:
        part = rng.random()
        if skewed:
            number = float(int(exp(log(low) + part * log(high / low))))
        elif year:
            number = high - int((high - low) * part**3)
        else:
            number = low + step * int(part * ((high - low) / step + 1))
        if year:
            return f"{number:.0f}", number
        whole = step >= 1 or (number.is_integer() and not rated)
        return grouped(number, language, 0 if whole else 1) + after, number

    return draw


def _price(how: str, language: str) -> Drawn:
    """`£ 3..60 .50 .95`: from £3 to £60, dear ones rarer, ending in one of the pences."""
    found = _match(_PRICE, how)
    low, high, sign = log(int(found["low"])), log(int(found["high"])), found["sign"]
    ends = [float(end) for end in found["ends"].split()]

    def draw(rng: Random, _: dict[str, str]) -> tuple[str, float | str]:
        amount = float(int(exp(low + rng.random() * (high - low))))
        if ends:
            amount += ends[int(rng.random() * len(ends))]
        elif amount >= 1000:
            amount -= amount % 50
        return money(amount, sign, language, 2 if ends else 0), amount

    return draw


def money(amount: float, sign: str, language: str, decimals: int = 2) -> str:
    """A price as the language writes it.

    >>> money(1250.5, "£", "en"), money(1980, "円", "ja", 0)
    ('£1,250.50', '1,980円')
    """
    number = grouped(amount, language, decimals)
    if language == "en":
        return sign + number
    return number + sign if language in ("ja", "ko") else f"{number}\N{NO-BREAK SPACE}{sign}"


def grouped(number: float, language: str, decimals: int = 0) -> str:
    """A number with the language's separators.

    >>> grouped(12500, "en"), grouped(12500, "de"), grouped(4.5, "fr", 1)
    ('12,500', '12.500', '4,5')
    """
    text = f"{number:,.{decimals}f}"
    if language in ("de", "fr"):
        thousands = "." if language == "de" else "\N{NO-BREAK SPACE}"
        text = text.replace(",", "\0").replace(".", ",").replace("\0", thousands)
    return text


def _date(how: str, language: str) -> Drawn:
    """`2019..2025`: days of these years, late ones more often; `clock`: a time of day."""
    if how == "clock":
        return _clock
    first, _, last = how.partition("..")
    low, high = date(int(first), 1, 1).toordinal(), date(int(last), 12, 31).toordinal()

    def draw(rng: Random, _: dict[str, str]) -> tuple[str, float | str]:
        day = high - int((high - low) * rng.random() ** 2)
        return written(day, language), float(day)

    return draw


def _clock(rng: Random, _: dict[str, str]) -> tuple[str, float | str]:
    minute = 5 * int(rng.random() * 192) + 360
    minute -= minute % 15 * (rng.random() < 0.7)
    minute = int(minute)
    return f"{minute // 60:02}:{minute % 60:02}", float(minute)


@cache
def written(day: int, language: str) -> str:
    """A day, by its ordinal, as the language writes it.

    >>> when = date(2024, 3, 9).toordinal()
    >>> [written(when, language) for language in ("en", "de", "fr", "ja")]
    ['9 March 2024', '09.03.2024', '9 mars 2024', '2024年3月9日']
    """
    when = date.fromordinal(day)
    if language == "de":
        return f"{when:%d.%m.%Y}"
    if language == "ja":
        return f"{when.year}年{when.month}月{when.day}日"
    if language == "ko":
        return f"{when.year}년 {when.month}월 {when.day}일"
    return f"{when.day} {_MONTHS[language].split()[when.month - 1]} {when.year}"


def _code(how: str, _: str) -> Drawn:
    """`978-#-####-@`: digits and letters for # and @."""
    parts = re.split(r"([#@])", how)

    def draw(rng: Random, _: dict[str, str]) -> tuple[str, float | str]:
        bits = rng.getrandbits
        text = "".join(
            [
                "0123456789"[bits(BITS) % 10]
                if part == "#"
                else "ABCDEFGHKLMNPRSTVWX"[bits(BITS) % 19]
                if part == "@"
                else part
                for part in parts
            ]
        )
        return text, text

    return draw


def _match(pattern: re.Pattern[str], how: str) -> re.Match[str]:
    found = pattern.fullmatch(how)
    if found is None:
        raise ValueError(f"{how!r} tells no range")
    return found


_MAKERS: Mapping[str, Callable[[str, str], Drawn]] = {
    "number": _number,
    "rating": partial(_number, rated=True),
    "price": _price,
    "date": _date,
    "code": _code,
}
