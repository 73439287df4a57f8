"""Links that the head of a page states beside its text: `<link rel=... href=...>`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

MOST_BYTES = 1 << 18  # of a page that are its head
_LINK = re.compile(rb"<link\b([^<>]{0,4000})>", re.I)
_ATTRIBUTE = re.compile(r"""([\w:-]{1,60})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")


def stated_links(source: bytes) -> Iterator[dict[str, str]]:
    """The attributes of each `<link>`, names in lower case.

    >>> list(stated_links(b'<link rel="next" href="?q=x&amp;p=2">'))
    [{'rel': 'next', 'href': '?q=x&p=2'}]
    """
    for found in _LINK.finditer(source[:MOST_BYTES]):
        yield attributes_of(found[1].decode("utf-8", "replace"))


def attributes_of(text: str) -> dict[str, str]:
    """The attributes that the inside of a tag states."""
    return {
        found[1].lower(): unescape(found[2] or found[3] or found[4] or "")
        for found in _ATTRIBUTE.finditer(text)
    }
