"""What is mended in the bytes before lxml sees them, and what is refused for its size."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

# An early </body> or </html> would end the page for libxml2; browsers go on.
_EARLY_END = re.compile(rb"</(?:[bB][oO][dD][yY]|[hH][tT][mM][lL])\s*>")
_START_TAG = re.compile(rb"""<[a-zA-Z](?:[^>"']|"[^"]*"|'[^']*')*+>?""")
_RAW_TEXT = re.compile(rb"<(script|style|textarea|title|xmp|iframe|noframes)\b", re.I)
_ATTRIBUTE = re.compile(rb"""[^\s"'>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?""")


@dataclass(frozen=True, slots=True)
class Budget:
    """What of a page is read, by count and never by clock, so that every machine agrees.

    No page of our test sets comes near: the largest has 2.4 MB, 26,000 elements, depth 60.
    """

    n_bytes: int = 4 << 20
    n_elements: int = 150_000  # with their texts 300,000 nodes at most
    depth: int = 512
    n_attributes: int = 512  # of one element; a tree takes quadratic time to hold them


def mended(source: bytes, budget: Budget, quoted: bool = True) -> tuple[bytes, bool]:
    """UTF-8 bytes to parse, and whether attributes were cut.

    NULs go (libxml2 would stop there), early ends of the page go, and a start tag keeps its
    first `n_attributes`.

    Parameters
    ----------
    source
        The page in UTF-8.
    budget
        For the number of attributes.
    quoted
        Whether tags are sought whose length '>' in quoted values may hide; for an engine that
        takes long for them and cannot be asked to count.

    Examples
    --------
    >>> mended(b"<p>a</html><p>b", Budget())
    (b'<p>a<p>b', False)
    """
    if b"\0" in source:
        source = source.replace(b"\0", b"")
    source = _EARLY_END.sub(b"", source)
    if len(source) > _LONG and _has_long_tag(source, quoted):
        short = _with_short_tags(source, budget.n_attributes)
        return short, len(short) < len(source)
    return source, False


_LONG = 16_384  # bytes of a start tag from which its attributes are counted
_GREATER = ord(">")
_TAG_BEGINS = re.compile(rb"<[a-zA-Z]")


def _has_long_tag(source: bytes, quoted: bool) -> bool:
    """Whether a start tag may be so long that its attributes must be counted; seldom wrongly so."""
    # more '>' than '<' may be '>' in quoted values, which would hide a long tag
    if quoted and source.count(b">") > source.count(b"<") + 1_000:
        return True
    # a stretch so long without '>' fills one of such windows
    windows = range(0, len(source) - _LONG // 2 + 1, _LONG // 2)
    if all(source.find(b">", at, at + _LONG // 2) >= 0 for at in windows):
        return False
    ends = np.flatnonzero(np.frombuffer(source, np.uint8) == _GREATER)
    bounds = np.concatenate(([0], ends, [len(source)]))
    for at in np.flatnonzero(np.diff(bounds) > _LONG).tolist():
        stretch = source[bounds[at] : bounds[at + 1]]  # text, perhaps a script, then one tag
        tag = _TAG_BEGINS.search(stretch)
        if tag is not None and len(stretch) - tag.start() > _LONG:
            return True
    return False


def _with_short_tags(source: bytes, most: int) -> bytes:
    out, at = [], 0
    while (tag := _START_TAG.search(source, at)) is not None:
        out += [source[at : tag.start()], _shortened(tag.group(), most)]
        at = tag.end()
        raw = _RAW_TEXT.match(tag.group())
        if raw is not None:  # what looks like a tag in a script is none
            end = re.compile(rb"</" + raw.group(1), re.I).search(source, at)
            if end is None:
                break
            out.append(source[at : end.start()])
            at = end.start()
    return b"".join([*out, source[at:]])


def _shortened(tag: bytes, most: int) -> bytes:
    if len(tag) <= _LONG:
        return tag
    for n, found in enumerate(_ATTRIBUTE.finditer(tag, 1)):
        if n > most:  # the first find is the tag's own name
            return tag[: found.start()] + b">"
    return tag
