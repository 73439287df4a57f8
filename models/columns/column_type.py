"""The type of a column, decided by all of its values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from .params import PARAMS
from .text_readings import HINT, text_readings

# Kinds of value in the order in which they are asked; a value of its own needs no others beside.
_PLAIN = ("url", "email", "geo", "doi")
_CHECKED = ("isbn", "issn", "ean")
ORDERS = ("ymd", "named", "dmy", "mdy", "month")


class ColumnType(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """The type of a column's values, and how they are written.

    Parameters
    ----------
    kind
        money, number, quantity, count, rating, date, ago, duration, boolean, url, email, phone,
        geo, isbn, issn, ean or doi.
    how
        The decimal mark of numbers, the order of day and month of dates.
    unit
        What nearly all of them are in; empty: it differs, or there is none.
    sign
        How they write their currency.
    """

    kind: str
    how: str = ""
    unit: str = ""
    sign: str = ""


def count(texts: Iterable[str], kept: int = PARAMS.kept) -> tuple[tuple[str, int], ...]:
    """Readings and hints of some values of a column, with how many have each."""
    found: Counter[str] = Counter()
    for text in texts:
        found.update(text_readings(text))
    return bounded(found, kept)


def bounded(found: Mapping[str, int], kept: int = PARAMS.kept) -> tuple[tuple[str, int], ...]:
    """The most frequent of them, in a fixed order."""
    if len(found) > kept:
        best = sorted(found.items(), key=lambda one: (-one[1], one[0]))[:kept]
        return tuple(sorted(best))
    return tuple(sorted(found.items()))


def decide(counts: Mapping[str, int], n: int) -> ColumnType | None:
    """The type of a column; None: its values stay texts.

    Parameters
    ----------
    counts
        Readings and hints of its values, with how many have each.
    n
        How many values it has.

    Reading
    -------
    Wrong is worse than text. The order of day and month, and what a mark with three digits behind
    it means, are told by the values that can be read in one way only, and by nothing else: where
    there are none, and no convention binds, the values stay texts.

    Examples
    --------
    >>> def of(*texts): return decide(dict(count(texts)), len(texts))
    >>> of("2.722,00 €", "14 €").how, of("13/04/2026", "03/04/2026").how
    (',', 'dmy')
    >>> of("03/04/2026", "05/04/2026"), of("00123", "00456", "07890")
    (None, None)
    """
    least = max(1.0, PARAMS.fits * n)
    for kind in (*_PLAIN, "phone"):
        if counts.get(kind, 0) >= least:
            return ColumnType(kind)
    for kind in _CHECKED:
        if n >= PARAMS.enough and counts.get(kind, 0) >= n:
            return ColumnType(kind)
    unit = _unit(counts, least)
    if mark := _mark(counts, "money", least):
        code, _, sign = unit.partition(" ")
        return ColumnType("money", mark, code.strip("?"), sign)
    if n >= PARAMS.enough and counts.get("rating", 0) >= least:
        return ColumnType("rating", unit=unit)
    if order := _order(counts, least):
        return ColumnType("date", order)
    if counts.get("ago", 0) + counts.get("date:named", 0) >= least and counts.get("ago", 0):
        return ColumnType("ago")
    if counts.get("duration", 0) >= least and counts.get(f"{HINT}units", 0):
        return ColumnType("duration", unit="s")
    return _numeric(counts, n, least, unit)


def _numeric(counts: Mapping[str, int], n: int, least: float, unit: str) -> ColumnType | None:
    """Types that only several values show: numbers, quantities, yes and no."""
    if n < PARAMS.enough:
        return None
    if mark := _mark(counts, "quantity", least):
        return ColumnType("quantity", mark, unit)
    if (mark := _mark(counts, "count", least)) and _is_counted(counts, least):
        return ColumnType("count", mark, unit)
    if (mark := _mark(counts, "number", least)) and not _is_numbering(counts, least):
        return ColumnType("number", mark)
    return ColumnType("boolean") if counts.get("boolean", 0) >= least else None


def _mark(counts: Mapping[str, int], kind: str, least: float) -> str:
    """The decimal mark under which a column's numbers can be read; empty: none, or either.

    A mark with three digits behind it is a fraction or a group. Where smaller numbers stand
    without one, as 950 beside 1.299, it is a group; and money has no thousandth part.
    """
    point, comma = (counts.get(f"{kind}:{mark}", 0) for mark in ".,")
    if max(point, comma) < least:
        return ""
    if point != comma:
        return "." if point > comma else ","
    three = {mark: counts.get(f"{HINT}3{mark}", 0) for mark in ".,"}
    if three["."] and three[","]:
        return ""
    if not (three["."] or three[","]):
        return "."
    small, large = counts.get(f"{HINT}small", 0), counts.get(f"{HINT}large", 0)
    if kind != "money" and (not small or large):
        return ""
    return "," if three["."] else "."


def _is_numbering(counts: Mapping[str, int], least: float) -> bool:
    """Whether numbers name things: one begins with zero, or all have as many digits, and many."""
    digits = {c: n for c, n in counts.items() if c.startswith(f"{HINT}digits ")}
    longest = max(digits, key=lambda c: (digits[c], c), default="")
    same = digits.get(longest, 0) >= least and int(longest.split()[-1]) >= PARAMS.digits
    return same or counts.get(f"{HINT}zero", 0) > 0


def _is_counted(counts: Mapping[str, int], least: float) -> bool:
    """Whether the numbers are of one thing: one noun, or two, for one and for several."""
    units = sorted((n for c, n in counts.items() if c.startswith(f"{HINT}unit ")), reverse=True)
    return sum(units[:2]) >= least


def _unit(counts: Mapping[str, int], least: float) -> str:
    prefix = f"{HINT}unit "
    units = [(n, c) for c, n in counts.items() if c.startswith(prefix)]
    n, best = max(units, default=(0, ""))
    return best.removeprefix(prefix) if n >= least else ""


def _order(counts: Mapping[str, int], least: float) -> str:
    """The order of a column's dates: the one that all can be read in, where the other fails."""
    n = {order: counts.get(f"date:{order}", 0) for order in ORDERS}
    if n["month"] >= least:
        return "month"
    plainly = n["ymd"] + n["named"]
    if max(plainly + n["dmy"], plainly + n["mdy"]) < least:
        return ""
    if n["dmy"] == n["mdy"]:
        return "" if n["dmy"] else "ymd" if n["ymd"] >= n["named"] else "named"
    return "dmy" if n["dmy"] > n["mdy"] else "mdy"
