"""The page as libxml2 reads it, through lxml, which tells a target and builds no tree."""

from __future__ import annotations

import threading
from typing import Any

from lxml import etree

from .place import Places
from .source import Budget, mended
from .target import Counting, Target, TooMuchError
from .walk import Walk

PARSER = "lxml {}/libxml2 {}".format(
    ".".join(map(str, etree.LXML_VERSION[:3])), ".".join(map(str, etree.LIBXML_VERSION))
)
_EMPTY = b"<html></html>"
_IMPLIED = 4  # elements that libxml2 may add for one tag: html, head or body, p, tbody


class _Readers(threading.local):
    """A parser of each kind a thread, because making one costs as much as forty elements."""

    def __init__(self) -> None:
        self.target = Target()
        self.parser = _parser(self.target)
        self.counting = Counting()
        self.counting_parser = _parser(self.counting)


def _parser(target: Target) -> etree.HTMLParser:
    told: Any = target  # its stubs allow bytes where HTML has strings
    return etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True, target=told
    )


_READERS = _Readers()


def walk(source: bytes, places: Places, budget: Budget) -> tuple[Walk, str]:
    """Parse UTF-8 bytes; what was seen, and the language of the page.

    Examples
    --------
    >>> seen, language = walk(b"<html lang=de><p>a", Places(), Budget())
    >>> len(seen.row), seen.strings, language
    (4, ['a'], 'de')
    """
    source, cut = mended(source, budget, quoted=False)
    seen = _read(source, places, budget)
    if not seen.row:
        seen = _read(_EMPTY, places, budget)
    seen.truncated = seen.truncated or cut
    return seen, (seen.attributes.get(0, {}).get("lang") or "").strip()


def _read(source: bytes, places: Places, budget: Budget) -> Walk:
    readers = _READERS
    target, parser = readers.target, readers.parser
    if len(source) > budget.n_elements and _IMPLIED * source.count(b"<") >= budget.n_elements:
        target, parser = readers.counting, readers.counting_parser
        readers.counting.left = budget.n_elements
    target.begin(places, budget.n_attributes)
    try:
        seen: Any = etree.fromstring(source, parser)  # what `close` returns
    except (etree.XMLSyntaxError, TooMuchError):
        seen = target.close()
    assert isinstance(seen, Walk)
    return seen
