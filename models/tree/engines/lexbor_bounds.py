"""What is bounded in the source before lexbor sees it.

lexbor takes time with the square of what stays open: of nesting, and of formatting that every
block opens anew. It takes memory with the square of a text that grows piece by piece, between
tags that are ignored or beside a table. Most pages cannot hurt, which a count or two tells.
Of the others the tags are gone through, and what goes beyond the budget is left out of the
source, so that every machine reads the same.
"""

from __future__ import annotations

import re

from upwell.models.compiled import kernel

from ..params import FEW_TAGS, LOOKED_THROUGH, MOST_COPIED, MOST_FORMATS
from ..raw.repair import Budget, shortened

# Tags that may be ignored, or whose text may go elsewhere; an end tag with an attribute is one.
_IGNORED = re.compile(
    rb"<(?:[hH][tTeE][mMaA]|[bB][oO][dD]|[fF][oOrR][rRaA]|[tT][rRaAbBhHdDfFeE]|[!?]|[iI][nN][pP]"
    rb"|[sS](?:[eE][lL]|[cC][rR]|[tT][yY])|[cC][aAoO][pPlL]|/[a-zA-Z]+[0-9]?[^>a-zA-Z0-9])"
)
_TOKEN = re.compile(
    rb"""<!--.*?(?:--!?>|\Z)|<[!?][^>]*>?"""
    rb"""|<(/?)([a-zA-Z][^\s/>]*)(?:[^>"']|"[^"]*"|'[^']*')*+>?""",
    re.S,
)
_RAW = frozenset(b"script style xmp iframe noembed noframes textarea title plaintext".split())
_VOID = frozenset(
    b"area base basefont bgsound br col embed frame hr img input keygen link meta param source"
    b" track wbr".split()
)
_FORMATTING = frozenset(b"a b big code em font i nobr s small strike strong tt u".split())
_CELLS = frozenset((b"td", b"th"))
_SCOPES = _CELLS | frozenset(b"table caption html object applet marquee template svg math".split())
# What a start tag may end, and through what.
_ENDS = {
    b"p": frozenset((b"p",)),
    b"li": frozenset((b"li",)),
    b"dd": frozenset((b"dd", b"dt")),
    b"dt": frozenset((b"dd", b"dt")),
    b"option": frozenset((b"option",)),
    b"tr": frozenset((b"tr",)),
    b"td": _CELLS,
    b"th": _CELLS,
}
_ONLY_ONE = frozenset((b"a", b"nobr", b"button"))  # a second one ends the first
_ROWS = frozenset(b"tr td th tbody thead tfoot caption".split())
_BETWEEN_CELLS = frozenset(b"table tbody thead tfoot tr".split())
_OF_TABLES = _ROWS | frozenset((b"col", b"colgroup"))
_ONCE = frozenset(b"html head body form frame frameset".split())
_ITEMS = frozenset(b"li dd dt".split())


def bounded(source: bytes, budget: Budget) -> tuple[bytes, bool]:
    """UTF-8 bytes to parse, and whether something was left out.

    Examples
    --------
    >>> bounded(b"<div>" * 9_000 + b"text", Budget(depth=3))
    (b'<div><div><div>text', True)
    """
    source, cut = shortened(source, budget)
    if _harmless(source):
        return source, cut
    opened = _Open(budget)
    out: list[bytes] = []
    at = kept = 0
    while (token := _TOKEN.search(source, at)) is not None:
        closing, name = token.groups()
        opened.text(token.start() - at)
        if opened.n_elements > budget.n_elements or opened.n_copied > MOST_COPIED:
            return b"".join([*out, source[kept : token.start()]]), True
        at = token.end()
        if name is None:
            continue
        name = name.lower()
        if not (opened.end(name) if closing else opened.start(name)):
            out.append(source[kept : token.start()])
            kept = at
        if name in _RAW and not closing:  # what looks like a tag in a script is none
            at = _after(source, name, at)
    return b"".join([*out, source[kept:]]), cut or opened.cut


def _harmless(source: bytes) -> bool:
    """Whether a page is too small to hurt, whatever it holds."""
    compiled = kernel("upwell.models.tree.kernel")
    n, ignored = compiled.n_tags(source) if compiled is not None else (source.count(b"<"), None)
    if n > FEW_TAGS:
        return False
    most = MOST_COPIED // max(1, len(source))
    if n <= most or (ignored is not None and ignored <= most):
        return True
    return sum(1 for _ in _IGNORED.finditer(source)) <= most


def _after(source: bytes, name: bytes, at: int) -> int:
    """Where the end tag of raw text begins."""
    end = re.compile(b"</" + name, re.I).search(source, at)
    return len(source) if end is None else end.start()


class _Open:
    """The elements that are open while tags go by: never fewer than the standard has open.

    Formatting that ends with the block around it is opened again by the next one, as the
    standard does, and counted again.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.names: list[bytes] = []
        self.places: dict[bytes, list[int]] = {}  # where in `names`, by name
        self.n_formats = 0  # open, or to be opened again
        self.reopened: dict[bytes, int] = {}  # formatting that ended with its block, by name
        self.left_out: dict[bytes, int] = {}
        self.n_elements = 0
        self.cut = False
        self.n_copied = 0
        self.grown = self.beside = 0  # bytes of the text that may still grow, here; by a table

    def text(self, n_bytes: int) -> None:
        """Text goes by; each piece may copy what it is added to."""
        if self.names and self.names[-1] in _BETWEEN_CELLS:
            self.beside += n_bytes
            self.n_copied += self.beside
        elif n_bytes:
            self.grown += n_bytes
            self.n_copied += self.grown

    def start(self, name: bytes) -> bool:
        """Whether a start tag stays in the source."""
        if not self._ignored(name):
            self.grown = 0
        if name in _VOID:
            self.n_elements += 1
            return True
        if name in _ENDS:
            self._implied_end(name)
        elif name in _ONLY_ONE:
            self.end(name)
        formats = name in _FORMATTING
        if len(self.names) >= self.budget.depth or (formats and self.n_formats >= MOST_FORMATS):
            self.left_out[name] = self.left_out.get(name, 0) + 1
            self.cut = True
            return False
        self.n_formats += formats
        self.n_elements += 1 + (0 if formats else self.n_formats)
        self.places.setdefault(name, []).append(len(self.names))
        self.names.append(name)
        return True

    def end(self, name: bytes) -> bool:
        """Whether an end tag stays: that of a start tag that was left out goes with it."""
        if self.left_out.get(name):
            self.left_out[name] -= 1
            return False
        places = self.places.get(name)
        if not places:
            if self.reopened.get(name):
                self.reopened[name] -= 1
                self.n_formats -= 1
            return True
        if name not in _FORMATTING:
            self._close(places[-1], name)
            return True
        self.n_formats -= 1
        if all(above in _FORMATTING for above in self.names[places[-1] :]):
            self._close(places[-1], name)
        else:  # the blocks within stay open, and so does what stands for it
            self.names[places.pop()] = b""
        return True

    def _ignored(self, name: bytes) -> bool:
        """Whether a start tag may leave no element behind."""
        if self.places.get(b"select"):
            return name not in (b"option", b"optgroup")
        if name in _OF_TABLES:
            return not self.places.get(b"table")
        return name in _ONCE

    def _implied_end(self, name: bytes) -> None:
        """End the open element that a start tag ends, if it reaches it."""
        for at in range(len(self.names) - 1, max(-1, len(self.names) - 1 - LOOKED_THROUGH), -1):
            above = self.names[at]
            if above in _ENDS[name]:
                self._close(at, name)
                return
            if not _lets_through(above, name):
                return

    def _close(self, at: int, name: bytes) -> None:
        """Close the element at a place and those within, unless something keeps it open."""
        within = _SCOPES - _ROWS if name in _ROWS else _SCOPES - {name}
        if name == b"table":
            within = frozenset()
        if any(self.names[above] in within for above in range(at + 1, len(self.names))):
            return
        for gone in self.names[at:]:
            if gone:
                self.places[gone].pop()
            if gone in _FORMATTING and gone != name:
                self.reopened[gone] = self.reopened.get(gone, 0) + 1
        del self.names[at:]


def _lets_through(above: bytes, name: bytes) -> bool:
    if above in _FORMATTING or above == b"span":
        return True
    if name in _ITEMS:
        return above in (b"div", b"p", b"address")
    return name == b"tr" and above in _CELLS
