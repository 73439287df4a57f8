"""What is mended in the bytes before lxml sees them, and what is refused for its size."""

from __future__ import annotations

import re
from dataclasses import dataclass

from upwell.models.compiled import kernel

from ..params import LARGE_SOURCE, LONG_TAG

# An early </body> or </html> would end the page for libxml2; browsers go on.
_EARLY_END = re.compile(rb"</(?:[bB][oO][dD][yY]|[hH][tT][mM][lL])\s*>")
_START_TAG = re.compile(
    rb"""<(?:(script|style|textarea|title|xmp|iframe|noframes)\b|[a-zA-Z])"""
    rb"""[^>"']*+(?:(?:"[^"]*+"|'[^']*+'|["'])[^>"']*+)*+>?""",
    re.I,
)
_ATTRIBUTE = re.compile(rb"""[^\s"'>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?""")


@dataclass(frozen=True, slots=True)
class Budget:
    """How much of a page is read, by count and never by clock, so that every machine agrees.

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
    compiled = kernel("upwell.models.tree.kernel")
    if compiled is not None and not compiled.ends_early(source):
        return shortened(source, budget, quoted)
    return shortened(_without_early_ends(source), budget, quoted)


def _without_early_ends(source: bytes) -> bytes:
    """The ends of the page behind which nothing stands are none too early, and stay."""
    ends, rest = list(_EARLY_END.finditer(source)), len(source)
    while ends and not source[ends[-1].end() : rest].strip():
        rest = ends.pop().start()
    return _EARLY_END.sub(b"", source[:rest]) + source[rest:] if ends else source


def shortened(source: bytes, budget: Budget, quoted: bool = True) -> tuple[bytes, bool]:
    """The bytes with long attributes cut, for an engine that mends the rest itself."""
    if len(source) <= LONG_TAG:
        return source, False
    compiled = kernel("upwell.models.tree.kernel")
    if compiled is not None and not compiled.has_long_tag(source, LONG_TAG, budget.n_attributes):
        return source, False
    if _has_long_tag(source, quoted):
        short = _with_short_tags(source, budget.n_attributes)
        return short, len(short) < len(source)
    return source, False


_TAG_BEGINS = re.compile(rb"<[a-zA-Z]")
_HIDING = re.compile(rb"""=\s*(?:"[^">]*+>[^"]*+(?:"|\Z)|'[^'>]*+>[^']*+(?:'|\Z))""")
_SCRIPT = re.compile(rb"<script[\s>]", re.I)
_SCRIPT_ENDS = re.compile(rb"</script", re.I)


def _has_long_tag(source: bytes, quoted: bool) -> bool:
    """Whether a start tag may be so long that its attributes must be counted; seldom wrongly so."""
    if quoted and len(source) > LARGE_SOURCE:  # a '>' in a value would hide where its tag ends
        source = _HIDING.sub(b"=", source)
    at, half = 0, LONG_TAG // 2
    while at + half <= len(source):  # a stretch so long without '>' fills one of such windows
        if source.find(b">", at, at + half) >= 0:
            at += half
            continue
        begin, stop = source.rfind(b">", 0, at) + 1, source.find(b">", at + half)
        stop = stop if stop >= 0 else len(source)
        raw = _SCRIPT.match(source, max(0, source.rfind(b"<", 0, begin)))
        sought, first = (_SCRIPT_ENDS, b"</") if raw else (_TAG_BEGINS, b"<")
        at_first = source.find(first, begin, stop)
        tag = None if at_first < 0 else sought.search(source, at_first, stop)
        if tag is not None and stop - tag.start() > LONG_TAG:
            return True
        at = max(at + half, stop)
    return False


def _with_short_tags(source: bytes, most: int) -> bytes:
    out: list[bytes] = []
    at = kept = 0
    while (tag := _START_TAG.search(source, at)) is not None:
        start, at = tag.span()
        if at - start > LONG_TAG:
            out += [source[kept:start], _short(tag.group(), most)]
            kept = at
        raw = tag.group(1)
        if raw is not None:  # what looks like a tag in a script is none
            end = re.compile(rb"</" + raw, re.I).search(source, at)
            if end is None:
                break
            at = end.start()
    return b"".join([*out, source[kept:]])


def _short(tag: bytes, most: int) -> bytes:
    for n, found in enumerate(_ATTRIBUTE.finditer(tag, 1)):
        if n > most:  # the first find is the tag's own name
            return tag[: found.start()] + b">"
    return tag
