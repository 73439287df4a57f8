"""What the pages behind a cursor were: the first two decide whether it turns pages at all."""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import unquote

from xxhash import xxh3_64_intdigest

from ..canonical import arguments
from .cursor import spelled
from .params import DECIDING, MAX_CURSORS

_DIGITS = re.compile(r"\d+")
Verdicts = dict[int, tuple[int, int]]  # class of a cursor -> pages that went on, pages that did not


def cursor_class(url: str, query: str | None) -> int:
    """The class of a cursor's URL: its path without numbers and query, its arguments' names.

    Examples
    --------
    >>> one = cursor_class("http://a.example/s?q=rain&page=2", "rain")
    >>> one == cursor_class("http://a.example/s?page=7&q=snow", "snow")
    True
    >>> one == cursor_class("http://a.example/s?q=rain&size=50", "rain")
    False
    """
    at = spelled(url)
    path = _DIGITS.sub("#", unquote(at.partition("?")[0])).casefold()
    if query:
        path = path.replace(_DIGITS.sub("#", query.casefold()), "*")
    names = sorted(name for name, _ in arguments(at))
    return xxh3_64_intdigest("\0".join([path, *names]).encode("utf-8", "replace")) >> 1


def goes_on(shown: Collection[int], first: Collection[int], same_kind: bool) -> bool | None:
    """Whether a page goes on where the first one of its answer ended.

    Parameters
    ----------
    shown, first
        Hashes of the objects of the page, and of the first page.
    same_kind
        Whether both pages are of one kind.

    Reading
    -------
    What shows again what the first page showed is another spelling of it, an order or a size; what
    is of another kind is a record's own page. A page of the same kind without objects tells
    nothing: it may lie behind the last.
    """
    if shown and first:
        return not set(first).issuperset(shown)
    return None if same_kind else False


def fold(verdicts: Verdicts, cursor: int, went_on: bool) -> None:
    """Count one page; of more classes than are kept the lowest stay."""
    forward, back = verdicts.get(cursor, (0, 0))
    verdicts[cursor] = (forward + went_on, back + (not went_on))
    if len(verdicts) > MAX_CURSORS:
        del verdicts[max(verdicts)]


def refuted(verdicts: Verdicts, cursor: int) -> bool:
    """Whether the first pages behind a cursor have shown that it turns none.

    >>> verdicts = {1: (0, 2), 2: (1, 5), 3: (0, 1)}
    >>> [refuted(verdicts, cursor) for cursor in (1, 2, 3, 4)]
    [True, False, False, False]
    """
    forward, back = verdicts.get(cursor, (0, 0))
    return back >= DECIDING and not forward
