"""What is mended in the bytes before lxml sees them, and what is refused for its size."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml import etree

# An early </body> or </html> would end the page for libxml2; browsers go on.
_EARLY_END = re.compile(rb"</(?:[bB][oO][dD][yY]|[hH][tT][mM][lL])\s*>")
_START_TAG = re.compile(rb"""<[a-zA-Z](?:[^>"']|"[^"]*"|'[^']*')*+>?""")
_ATTRIBUTE = re.compile(rb"""[^\s"'>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?""")

PARSER = "lxml {}/libxml2 {}".format(
    ".".join(map(str, etree.LXML_VERSION[:3])), ".".join(map(str, etree.LIBXML_VERSION))
)


@dataclass(frozen=True, slots=True)
class Budget:
    """What of a page is read, by count and never by clock, so that every machine agrees.

    No page of our test sets comes near: the largest has 2.4 MB, 26,000 elements, depth 60.
    """

    n_bytes: int = 4 << 20
    n_elements: int = 150_000  # with their texts 300,000 nodes at most
    depth: int = 512
    n_attributes: int = 512  # of one element; libxml2 takes quadratic time for them


def mended(text: str, budget: Budget) -> bytes:
    """UTF-8 bytes to parse.

    NULs go (libxml2 would stop there), early ends of the page go, and a start tag keeps its
    first `n_attributes`.

    Examples
    --------
    >>> mended("<p>a</html><p>b", Budget())
    b'<p>a<p>b'
    """
    source = text.encode("utf-8", "replace")
    if b"\0" in source:
        source = source.replace(b"\0", b"")
    source = _EARLY_END.sub(b"", source)
    if len(source) > _LONG and _has_long_tag(source):
        return _START_TAG.sub(lambda tag: _shortened(tag.group(), budget.n_attributes), source)
    return source


def root_of(source: bytes) -> etree._Element | None:
    """Root of the tree lxml builds, without comments and instructions; None if there is none."""
    try:
        return etree.fromstring(source, _parser()) if source else None
    except etree.XMLSyntaxError:
        return None


def _parser() -> etree.HTMLParser:
    return etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)


_LONG = 16_384  # bytes of a start tag from which its attributes are counted


def _has_long_tag(source: bytes) -> bool:
    # more '>' than '<' may be '>' in quoted values, which would hide a long tag from the split
    if source.count(b">") > source.count(b"<") + 1_000:
        return True
    return max(map(len, source.split(b">"))) > _LONG


def _shortened(tag: bytes, most: int) -> bytes:
    if len(tag) <= _LONG:
        return tag
    for n, found in enumerate(_ATTRIBUTE.finditer(tag, 1)):
        if n > most:  # the first find is the tag's own name
            return tag[: found.start()] + b">"
    return tag
