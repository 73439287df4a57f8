"""The forms of a page that lexbor built, as lxml elements, which `form_of` reads.

A form that stands between the rows of a table holds nothing in the standard's tree, though its
controls are those that follow: they are given back to it here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import islice
from typing import Any

from lxml import etree

_BETWEEN_ROWS = frozenset("table tbody thead tfoot tr".split())
_MOST_ROWS = 2_000  # that follow a form between rows


def forms_of(forms: Sequence[Any], most: int) -> list[etree._Element]:
    """Each form as an element, in the same order.

    Parameters
    ----------
    forms
        Their nodes in lexbor's tree.
    most
        Bytes that are written and read again on the way; forms beyond hold nothing.
    """
    out = []
    for form in forms:
        html = _html(form) if most > 0 else _start_tag(form)
        most -= len(html)
        element = _first_form(html)
        out.append(_first_form(_start_tag(form)) if element is None else element)
    return [element for element in out if element is not None]


def _html(form: Any) -> str:
    around = form.parent
    if around is None or around.tag not in _BETWEEN_ROWS or form.first_child is not None:
        return str(form.html)
    return _start_tag(form) + "".join(islice(_rows(form), _MOST_ROWS))


def _rows(form: Any) -> Iterator[str]:
    """What follows a form in its table, up to the next form."""
    node = form
    while node is not None and node.tag != "table":
        following = node.next
        while following is not None:
            if following.tag == "form":
                return
            yield following.html or ""
            following = following.next
        node = node.parent


def _start_tag(form: Any) -> str:
    told = (f' {name}="{escape(value or "")}"' for name, value in form.attributes.items())
    return f"<form{''.join(told)}>"


def _first_form(html: str) -> etree._Element | None:
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True
    )
    try:
        root = etree.fromstring(html.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        return None
    return None if root is None else next(root.iter("form"), None)
