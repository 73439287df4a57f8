"""Text of others as it may be shown to people: without what would steer their terminal."""

from __future__ import annotations

import re

_FORMULA = frozenset("=+-@\t\r\n＝＋－＠|")
_NUMBER = re.compile(
    r"[+-]?[\d.,'\u00a0\u202f ]{0,40}\d\s{0,4}[%€$£¥\u20b9]?|[+-]?[€$£¥]\s?[\d.,]{1,40}"
)
_CONTROLS = {
    code: None
    for first, last in (
        (0x00, 0x08),  # C0, but for tab and line feed
        (0x0B, 0x1F),
        (0x7F, 0x9F),  # delete, C1
        (0x061C, 0x061C),  # marks and overrides of direction
        (0x200E, 0x200F),
        (0x2028, 0x202E),  # separators of lines, too
        (0x2066, 0x2069),
    )
    for code in range(first, last + 1)
}


def printable(text: str) -> str:
    """A text without control characters; what is left of a sequence is plain text.

    >>> printable("a\\x1b]8;;http://x.test\\x07b\\x9b2Jc")
    'a]8;;http://x.testb2Jc'
    """
    return text.translate(_CONTROLS)


def in_a_cell(text: str) -> str:
    """A text as the cell of a table: a program that opens the table computes nothing.

    Reading
    -------
    What begins as a formula is quoted; a number stays a number.

    Examples
    --------
    >>> in_a_cell("=cmd|' /C calc'!A0"), in_a_cell("-5,00"), in_a_cell("+49 30 1234")
    ("'=cmd|' /C calc'!A0", '-5,00', '+49 30 1234')
    >>> in_a_cell("-2+3+cmd|x"), in_a_cell("@SUM(A1)"), in_a_cell("\\tx")
    ("'-2+3+cmd|x", "'@SUM(A1)", "'\\tx")
    """
    plain = printable(text)
    if plain[:1] in _FORMULA and not _NUMBER.fullmatch(plain):
        return f"'{plain}"
    return plain


def on_one_line(text: str) -> str:
    """A text on one line without control characters: a line break of others begins no line of ours.

    >>> on_one_line("a.html\\nupwell: all is well")
    'a.html upwell: all is well'
    """
    return " ".join(printable(text).split())
