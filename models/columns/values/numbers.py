"""Numbers as people write them: groups of digits, and a decimal mark that the column decides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

MARKS = (".", ",")
_LONGEST = 15  # digits; what is longer is a number of something, and no float holds it
# Digits in groups: an amount as it may be written anywhere.
# Bounded, so that a run of digits costs its length once: what is longer is no amount anyhow.
AMOUNT = r"\d{1,40}(?:[ ']\d{3}){1,9}(?:[.,]\d{1,40})?|(?:\d{1,40}[.,]){0,9}\d{1,40}"
_SIGN = r"(?P<sign>[-+]?)\s?"
_NUMBER = re.compile(rf"{_SIGN}(?P<amount>{AMOUNT})")
_GROUPED = {
    ".": re.compile(
        r"(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|\d{1,3}(?:[ ']\d{3})+)(?:\.\d+)?"
    ),
    ",": re.compile(r"(?:\d{1,3}(?:\.\d{3})+|\d{1,3}(?:[ ']\d{3})+)(?:,\d+)?"),
}
_PLAIN = {".": re.compile(r"\d+(?:\.\d+)?"), ",": re.compile(r"\d+(?:,\d+)?")}

Number = int | float


def read_amount(amount: str, mark: str) -> Number | None:
    """The number that digits mean where `mark` parts the decimals; None: they mean none.

    >>> read_amount("1.299,50", ","), read_amount("1.299,50", "."), read_amount("12,34,567", ".")
    (1299.5, None, 1234567)
    """
    if _PLAIN[mark].fullmatch(amount):
        digits = amount.replace(mark, ".")
    elif _GROUPED[mark].fullmatch(amount):
        digits = "".join(c for c in amount if c.isdigit() or c == mark).replace(mark, ".")
    else:
        return None
    if sum(map(str.isdigit, digits)) > _LONGEST:
        return None
    value = Decimal(digits)
    return int(value) if "." not in digits else float(value)


def marks_of(amount: str) -> tuple[str, ...]:
    """The decimal marks that digits can be read with.

    >>> marks_of("12"), marks_of("2.722,00"), marks_of("1.299"), marks_of("1.2.3")
    (('.', ','), (',',), ('.', ','), ())
    """
    return tuple(mark for mark in MARKS if read_amount(amount, mark) is not None)


def hints_of(amount: str) -> Iterator[str]:
    """Hints of digits on how their column writes numbers, beside the decimal marks.

    `zero`: they begin with one, as numbers of articles do; `3.` and `3,`: a mark with three digits
    behind it, which is a group or a fraction; `small` and `large`: no mark, below and above 1,000.
    """
    if re.match(r"0\d", amount):
        yield "zero"
    if amount.isdigit():
        yield "small" if len(amount) < 4 else "large"
    found = re.fullmatch(r"[1-9]\d{0,2}([.,])\d{3}", amount)
    if found is not None:
        yield f"3{found[1]}"


def number(text: str) -> tuple[int, str] | None:
    """Sign and digits of a text that is a number and nothing else, parentheses apart.

    >>> number("(1,236)"), number("-5,00"), number("5 apples")
    ((1, '1,236'), (-1, '5,00'), None)
    """
    inner = text[1:-1] if text[:1] == "(" and text[-1:] == ")" else text
    found = _NUMBER.fullmatch(inner.strip())
    return (-1 if found["sign"] == "-" else 1, found["amount"]) if found is not None else None
