"""The forms of a page that lexbor built, told as the other engine tells them.

A form that stands between the rows of a table holds nothing in the standard's tree, though its
controls are those that follow: they are given back to it here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .lexbor_tokens import Tokens, attributes_of, name_of, unescaped
from .place import VOID
from .walk import Event

BETWEEN_CELLS = frozenset("table tbody thead tfoot tr".split())


class Begun(NamedTuple):
    """Where a form begins among the tags, and whether between the rows of a table."""

    at: int
    between: bool


def form_events(told: Tokens, forms: Iterable[Begun], most: int) -> Iterator[Event]:
    """Starts, strings and ends of each form and of all within.

    Parameters
    ----------
    told
        The page.
    forms
        Those of the page, in document order.
    most
        Nodes that are told; forms beyond are told without what they hold.
    """
    for at, between in forms:
        yield "form", attributes_of(told.tags[at])
        if between and told.tags[at + 1 : at + 2] == ["/form"]:
            held = _held(told, at + 2, most, last="/table")
        else:
            held = _held(told, at + 1, most)
        most -= len(held)
        yield from held
        yield None


def _held(told: Tokens, at: int, most: int, last: str = "/form") -> list[Event]:
    """What comes between a start tag, which is before a place, and an end tag or another form."""
    out: list[Event] = []
    closings: list[str] = []
    string = told.strings[at - 1]
    while len(out) < most:
        if string:
            out.append(unescaped(string))
        if at == len(told.tags):
            break
        tag, string = told.tags[at], told.strings[at]
        at += 1
        if tag[0] != "/":
            name = name_of(tag)
            if name == "form":
                break
            out.append((name.lower(), attributes_of(tag)))
            if name in VOID:
                out.append(None)
            else:
                closings.append(f"/{name}")
        elif closings and tag == closings[-1]:
            closings.pop()
            out.append(None)
        elif not closings and tag == last:
            break
    return out + [None] * len(closings)
