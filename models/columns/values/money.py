"""Amounts of money: one currency, one amount, or a range of two."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from .characters import plain
from .currencies import CURRENCY, iso
from .numbers import AMOUNT, Number, read_amount

_DASHES = r"[.,][-–—]{1,2}|:-"  # "1.299,-" and "10:-": no small coin
_BARE = rf"(?>{AMOUNT}|\.\d{{1,40}})"  # once matched it stays: no shorter one is tried
_FIND = re.compile(
    rf"(?P<minus>(?<![^\s(])(?<!\d )(?<!\d)-)?(?P<before>{CURRENCY})\s?:?\s?"
    rf"(?P<a>[-+]?\s?{_BARE})(?:{_DASHES})?"
    rf"|(?P<b>[-+]?\s?(?<!\d){_BARE})(?:{_DASHES})?[ ]?(?P<after>{CURRENCY})(?P<cents>\d\d(?!\d))?"
)
_DIGITS = re.compile(r"\d")
_SPLIT = re.compile(r"(\d[.,]) (\d\d)(?!\d)")  # "118, 99": the mark with a space behind it
_RANGE = re.compile(r"\s?(?:-|–|—|to|bis|à|a|hasta|até|do|до|~|〜|から)\s?")
_AROUND = 3  # words beside an amount: "from", "incl. VAT", "per night"


class Money(NamedTuple):
    """One amount as it is written."""

    sign: str  # of its currency
    amount: str  # digits, with their marks
    negative: bool
    start: int
    stop: int

    def value(self, mark: str) -> Number | None:
        """The amount where `mark` parts the decimals; None: it is none."""
        found = read_amount(self.amount, mark)
        return -found if found is not None and self.negative else found


def amounts(text: str) -> list[Money]:
    """The amounts with a currency in a text.

    >>> [(m.sign, m.amount) for m in amounts("was £7.00, now £5")]
    [('£', '7.00'), ('£', '5')]
    """
    found = []
    for match in _FIND.finditer(text):
        sign = match["before"] or match["after"]
        digits = (match["a"] or match["b"]).strip()
        if match["cents"]:
            digits = f"{digits}.{match['cents']}"
        negative = bool(match["minus"]) or digits.startswith("-")
        digits = digits.lstrip("-+ ")
        digits = f"0{digits}" if digits.startswith(".") else digits
        found.append(Money(sign, digits, negative, match.start(), match.end()))
    return found


def money(text: str) -> list[Money]:
    """The one amount that a text is about, or the two of a range; empty: it is about none.

    A few words may stand around it. Two amounts that are no range are two values, and digits
    elsewhere make it something else.

    >>> [m.amount for m in money("from 12,50 € per night")], money("2 for £3")
    (['12,50'], [])
    >>> [m.amount for m in money("€10 – €20")], money("was £7.00, now £5")
    (['10', '20'], [])
    """
    text = _SPLIT.sub(r"\1\2", plain(text))
    found = amounts(text)
    if len(found) == 1:
        one = found[0]
        if (low := _low_end(text, one)) is not None:
            return [low, one]
        rest = text[: one.start] + " " + text[one.stop :]
        return found if not _DIGITS.search(rest) and len(rest.split()) <= 2 * _AROUND else []
    if len(found) == 2 and found[0].sign == found[1].sign:
        between = text[found[0].stop : found[1].start]
        rest = text[: found[0].start] + " " + text[found[1].stop :]
        if _RANGE.fullmatch(between) and not _DIGITS.search(rest):
            return found
    return []


def _low_end(text: str, high: Money) -> Money | None:
    """The lower end of "10 – 20 €", which has no sign of its own."""
    found = re.fullmatch(rf"\D*?(?P<amount>{AMOUNT}){_RANGE.pattern}", text[: high.start])
    if found is None or _DIGITS.search(text[high.stop :]):
        return None
    return Money(high.sign, found["amount"], False, found.start("amount"), high.start)


def money_value(text: str, mark: str, stated: str = "", language: str = "", sign: str = "") -> Any:
    """Amount and currency of a text of a column of money; None: it has none.

    Parameters
    ----------
    text, mark
        As it is shown; what parts the decimals.
    stated, language
        The currency that the site states for machines, the language of its pages.
    sign
        How the column writes its currency: an amount beside it, or alone, is of that one.

    Examples
    --------
    >>> money_value("2.722,00 €", ","), money_value("10–20 EUR", ".")
    ({'value': 2722, 'unit': 'EUR'}, {'value': [10, 20], 'unit': 'EUR'})
    >>> money_value("1.50", ".", sign="€"), money_value("2 left", ".", sign="€")
    ({'value': 1.5, 'unit': 'EUR'}, None)
    """
    found = money(text)
    if not found and sign and (bare := _bare(text, sign)) is not None:
        found, stated = [bare], stated or iso(sign, language=language)
        if not stated:
            return None
        value = bare.value(mark)
        return None if value is None else {"value": _whole(value), "unit": stated}
    values = [one.value(mark) for one in found]
    unit = iso(found[0].sign, stated, language) if found else ""
    if not unit or None in values:
        return None
    whole = [_whole(value) for value in values if value is not None]
    if len(whole) == 2 and whole[0] > whole[1]:
        return None
    return {"value": whole[0] if len(whole) == 1 else whole, "unit": unit}


def _bare(text: str, sign: str) -> Money | None:
    """An amount with nothing beside it but the sign of its column."""
    rest = plain(text)
    found = re.search(rf"[-+]?\s?(?:{AMOUNT}|\.\d+)", rest)
    if found is None:
        return None
    beside = (rest[: found.start()] + rest[found.end() :]).strip(" .:,*-–—()")
    if beside.casefold() not in ("", sign.strip(" .:").casefold()):
        return None
    digits = found[0].replace(" ", " ").lstrip("-+ ")
    digits = f"0{digits}" if digits.startswith(".") else digits
    return Money(sign, digits, found[0].startswith("-"), *found.span())


def _whole(value: Number) -> Number:
    return int(value) if value == int(value) else value
