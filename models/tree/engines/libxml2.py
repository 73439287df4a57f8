"""The page as libxml2 reads it, through lxml, which tells a target and builds no tree."""

from __future__ import annotations

import threading
from typing import Any

from lxml import etree

from upwell.models.compiled import kernel

from ..place import Places
from ..raw.repair import Budget, mended
from ..walk import Walk
from .columns import columns
from .libxml2_events import Counting, Target, TooMuchError

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
        self.compiled: Any = None  # a target of the kernel
        self.compiled_parser = self.parser


def _parser(target: Any) -> etree.HTMLParser:
    return etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True, target=target
    )


_READERS = _Readers()


def read(source: bytes, places: Places, budget: Budget) -> dict[str, Any]:
    """Parse UTF-8 bytes; the fields of `TagTree` by name, as far as they tell of nodes.

    Examples
    --------
    >>> fields = read(b"<html lang=de><p>a", Places(), Budget())
    >>> fields["tag"], fields["stated"]
    (['html', 'body', 'p', '#text'], {0: {'lang': 'de'}})
    """
    source, cut = mended(source, budget, quoted=False)
    fields = _fields(source, places, budget)
    if not fields["tag"]:
        fields = _fields(_EMPTY, places, budget)
    fields["truncated"] = fields["truncated"] or cut
    return fields


def _fields(source: bytes, places: Places, budget: Budget) -> dict[str, Any]:
    compiled = kernel("upwell.models.tree.kernel")
    many = len(source) > budget.n_elements and _IMPLIED * source.count(b"<") >= budget.n_elements
    if many or compiled is None:
        return columns(_walk(source, places, budget, many), places.table)
    readers = _READERS
    if readers.compiled is None:
        readers.compiled = compiled.Target()
        readers.compiled_parser = _parser(readers.compiled)
    readers.compiled.begin(places, budget.n_attributes)
    found: Any = _parsed_by_target(source, readers.compiled_parser, readers.compiled)
    assert isinstance(found, dict)
    return found


def _walk(source: bytes, places: Places, budget: Budget, many: bool) -> Walk:
    readers = _READERS
    target, parser = readers.target, readers.parser
    if many:
        target, parser = readers.counting, readers.counting_parser
        readers.counting.left = budget.n_elements
    target.begin(places, budget.n_attributes)
    seen = _parsed_by_target(source, parser, target)
    assert isinstance(seen, Walk)
    return seen


def _parsed_by_target(source: bytes, parser: etree.HTMLParser, target: Any) -> object:
    """Parse the source into the target; the result of its `close`."""
    try:
        return etree.fromstring(source, parser)
    except (etree.XMLSyntaxError, TooMuchError):
        return target.close()
