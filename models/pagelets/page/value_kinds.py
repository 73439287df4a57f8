"""What a text is by its form: a price, a date, a number, a rating; in any language."""

from __future__ import annotations

import re
from functools import lru_cache

# No code that is a word as well: TRY, TOP, and Ft, which is a length. price-parser, which knows
# them all, takes "TOP 20" for a price, and three to five times as long.
_CURRENCY = (
    r"(?:[$€£¥￥₹₽₩₺₴₪₫₱₦฿円元원]|\b(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|AED|BRL|CNY|CZK|DKK|HKD|HUF|INR|KRW"
    r"|MXN|NOK|NZD|PLN|RUB|SEK|SGD|ZAR|Rs|S?Fr|kr|zł|Kč|lei|руб|грн)\b\.?)"
)
_AMOUNT = r"\d{1,3}(?:[.,' \u00a0\u202f]?\d{3}){0,4}(?:[.,](?:\d{1,2}|[-–—]))?"
_PRICE = re.compile(rf"(?:{_CURRENCY}\s*{_AMOUNT}|{_AMOUNT}\s*{_CURRENCY})", re.I)
_MONTH = (
    r"(?:jan|feb|fév|mar|mär|apr|avr|may|mai|jun|jui|jul|aug|aoû|sep|oct|okt|nov|dec|déc|dez)"
    r"[a-zäéû]*\.?"
)
_DATE = re.compile(
    r"\b(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}"
    rf"|\d{{1,2}}(?:\.|er)?(?:\s+|-){_MONTH}(?:\s+|-)\d{{2,4}}"
    rf"|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}})\b"
    r"|\d{4}年\d{1,2}月\d{1,2}日",
    re.I,
)
_RATING = re.compile(r"[★☆⭐]|^\d(?:[.,]\d+)?\s*(?:/|out of|von|sur)\s*(?:5|10)\b", re.I)
_NUMBER = re.compile(rf"[-+]?(?:{_AMOUNT}|\d+(?:[.,]\d+)?)\s*%?")
_LONGEST = 60  # letters of a value that can be a price or a date

TEXT, PRICE, DATE, RATING, NUMBER = KINDS = ("text", "price", "date", "rating", "number")


def kind(text: str) -> int:
    """Number in `KINDS` of what a text is.

    Examples
    --------
    >>> [KINDS[kind(text)] for text in ("£1,299.00", "4. März 2021", "4.5/5", "1 299", "a word")]
    ['price', 'date', 'rating', 'number', 'text']
    """
    return 0 if len(text) > _LONGEST else _kind(text)


@lru_cache(1 << 14)  # the same values stand on many pages of a site
def _kind(text: str) -> int:
    if _RATING.search(text):
        return 3
    if not _has_digit(text):
        return 0
    if _PRICE.search(text):
        return 1
    if _DATE.search(text):
        return 2
    return 4 if _NUMBER.fullmatch(text) else 0


_has_digit = re.compile(r"\d").search
