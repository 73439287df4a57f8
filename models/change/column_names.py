"""What a column is called: by a word that the site gives, or by a number for want of one."""

from __future__ import annotations

import re

OWN = "own_"  # begins the name of a column that an own page has beside one of its rows
_NUMBERED = re.compile(rf"(?:{OWN})?f\d+")


def is_numbered(name: str) -> bool:
    """Whether a column is called nothing: it is counted.

    >>> is_numbered("f3"), is_numbered("own_f3"), is_numbered("form"), is_numbered("date2")
    (True, True, False, False)
    """
    return _NUMBERED.fullmatch(name) is not None


def is_better_name(one: str, other: str) -> bool:
    """Whether a column is called something where the other is only counted.

    >>> is_better_name("title", "f3"), is_better_name("date", "date2"), is_better_name("by", "date")
    (True, True, False)
    """
    if is_numbered(one):
        return False
    return is_numbered(other) or is_second(other, one)


def is_second(name: str, first: str) -> bool:
    """Whether a name is another with a number behind it.

    >>> is_second("date2", "date"), is_second("date", "date2"), is_second("f12", "f1")
    (True, False, False)
    """
    number = name.removeprefix(first) if first else ""
    return number != name and number.isdecimal() and not first[-1].isdecimal()
