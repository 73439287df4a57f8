"""The words of a filter, each with its position."""

from __future__ import annotations

import re
from typing import NamedTuple

from upwell.errors import UsageError

LONGEST = 4_000  # characters of a filter
_WORD = re.compile(
    r"""
    \s*(?:
        (?P<quoted> "(?:[^"\\]|\\.)*" | '(?:[^'\\]|\\.)*' )
      | (?P<column> `[^`]*` )
      | (?P<sign> <= | >= | != | == | [<>=(),] )
      | (?P<bare> [^\s<>=!(),"'`]+ )
    )""",
    re.X | re.S,
)


class Word(NamedTuple):
    """One word: what it says, where it begins (the first character is 1), and its kind."""

    text: str
    at: int
    kind: str  # bare, quoted, column, sign, end


def words_of(text: str) -> list[Word]:
    """All words of a filter, and an end behind them.

    Examples
    --------
    >>> [word.text for word in words_of('price<100 and title contains "a cello"')]
    ['price', '<', '100', 'and', 'title', 'contains', 'a cello', '']

    Raises
    ------
    UsageError
        Where something is no word, as a quote that is not closed.
    """
    if len(text) > LONGEST:
        raise UsageError(f"a filter has at most {LONGEST} characters, this one {len(text)}")
    out: list[Word] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        found = _WORD.match(text, at)
        if found is None or found.lastgroup is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            raise failed(text, at + 1, f"{text[at]!r} opens or means nothing here")
        kind = found.lastgroup
        out.append(Word(_plain(found[kind], kind), found.start(kind) + 1, kind))
        at = found.end()
    return [*out, Word("", end + 1, "end")]


def failed(text: str, at: int, what: str) -> UsageError:
    """The error for a filter, with the place where it stopped being one."""
    return UsageError(f"filter {text!r}, at {at}: {what}")


def _plain(shown: str, kind: str) -> str:
    if kind == "column":
        return shown[1:-1]
    return re.sub(r"\\(.)", r"\1", shown[1:-1], flags=re.S) if kind == "quoted" else shown
