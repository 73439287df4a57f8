"""What an operator types to let a form be sent by POST."""

from __future__ import annotations


def consented(typed: str) -> tuple[int, str]:
    """The place of a form and the page that it stands on; 0: none is consented to.

    Raises
    ------
    ValueError
        It names no form.

    Examples
    --------
    >>> consented("2"), consented("http://a.example/find#1"), consented("")
    ((2, ''), (1, 'http://a.example/find'), (0, ''))
    """
    page, mark, place = typed.rpartition("#")
    number = int(place) if place.isascii() and place.isdigit() else -1
    if typed and (number < (1 if mark else 0) or (mark and "://" not in page)):
        raise ValueError(f"{typed!r} names no form: its place, the first is 1, or URL#PLACE")
    return max(number, 0), page
