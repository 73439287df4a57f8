"""The forms of a page that lexbor built, told as the other engine tells them.

A form that stands between the rows of a table holds nothing in the standard's tree, though its
controls are those that follow: they are given back to it here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .walk import Event

_TEXT = 2  # lexbor's number of a kind of node; elements have higher ones than comments
_COMMENT = 4
_BETWEEN_CELLS = frozenset("table tbody thead tfoot tr".split())


def form_events(forms: Sequence[Any], most: int) -> Iterator[Event]:
    """Starts, strings and ends of each form and of all within.

    Parameters
    ----------
    forms
        Their nodes in lexbor's tree, in document order.
    most
        Nodes that are told; forms beyond are told without what they hold.
    """
    for form in forms:
        yield "form", _stated(form)
        if most > 0:
            for event in _up_to_a_form(_held(form)):
                most -= event is not None
                yield event
        yield None


def _held(form: Any) -> Iterator[Event]:
    inner, around = form.first_child, form.parent
    if inner is None and around is not None and around.tag in _BETWEEN_CELLS:
        yield from _following(form)
    while inner is not None:
        yield from _events(inner)
        inner = inner.next


def _following(node: Any) -> Iterator[Event]:
    """What follows a node in its table."""
    while node is not None and node.tag != "table":
        after = node.next
        while after is not None:
            yield from _events(after)
            after = after.next
        node = node.parent


def _up_to_a_form(events: Iterator[Event]) -> Iterator[Event]:
    """A form that was ended inside of what it began outside of still holds the next in the tree."""
    n_open = 0
    for event in events:
        if isinstance(event, tuple):
            if event[0] == "form":
                break
            n_open += 1
        elif event is None:
            n_open -= 1
        yield event
    yield from [None] * n_open


def _events(root: Any) -> Iterator[Event]:
    """A node and all below it, without recursion."""
    opened: list[Any] = []
    node = root
    while True:
        kind = node.tag_id
        if kind == _TEXT:
            yield node.text_content
        elif kind > _COMMENT:
            yield str(node.tag).lower(), _stated(node)
            if (inner := node.first_child) is not None:
                opened.append(node)
                node = inner
                continue
            yield None
        while opened and node.next is None:
            node = opened.pop()
            yield None
        if not opened:
            return
        node = node.next


def _stated(node: Any) -> dict[str, str]:
    return {name: value or "" for name, value in node.attributes.items()}
