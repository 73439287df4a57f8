"""What is no page: nothing at all, an image, an archive, an interface's answer."""

from __future__ import annotations

import msgspec

from ..params import LOOKED_AT, STRAY_BYTES

BEGINNINGS = (
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"%PDF",
    b"PK\x03\x04",
    b"Rar!",
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zX",
    b"7z\xbc\xaf",
    b"\x7fELF",
    b"MZ\x90",
    b"RIFF",
    b"OggS",
    b"ID3",
    b"\x00\x00\x01\x00",
    b"wOF",
)
_HTML = frozenset(("text/html", "application/xhtml+xml", "application/xml", "text/xml"))
_UNSAID = frozenset(("", "text/plain", "application/octet-stream", "unknown/unknown"))
_SIGNS = (b"<!doctype html", b"<html", b"<head", b"<body", b"<!--", b"<?xml")
_UNPRINTABLE = bytes(b for b in range(32) if b not in b"\t\n\f\r\x1b")
_WIDE = (b"\xff\xfe", b"\xfe\xff")


def outcome_of(body: bytes) -> str:
    """`ok`, `empty`, or `not_html`.

    Text without a tag is a page that says just this; what begins as something else is none.

    >>> outcome_of(b" "), outcome_of(b"%PDF-1.7"), outcome_of(b'{"hits": []}'), outcome_of(b"hello")
    ('empty', 'not_html', 'not_html', 'ok')
    """
    if not body.strip(b" \t\r\n\f\v\0"):
        return "empty"
    head = body[:LOOKED_AT]
    unprintable = len(head) - len(head.translate(None, _UNPRINTABLE))
    many = STRAY_BYTES * unprintable > len(head) and not head.startswith(_WIDE)
    begins = head.startswith(BEGINNINGS) or head.replace(b"\0", b"").startswith(BEGINNINGS)
    return "not_html" if many or begins or _is_json(body) else "ok"


def looks_like_a_page(content_type: str, head: bytes) -> bool:
    """Whether a body may be HTML, from its declared type and its first kilobyte.

    Reading
    -------
    A type that says nothing is believed when the bytes begin as HTML does; a type that says
    HTML is not believed when they begin as an archive, an image or a program does.

    Examples
    --------
    >>> looks_like_a_page("text/html; charset=utf-8", b"<p>hello")
    True
    >>> looks_like_a_page("text/html", b"%PDF-1.7")
    False
    >>> looks_like_a_page("", b"  <!DOCTYPE html>"), looks_like_a_page("image/png", b"<html>")
    (True, False)
    """
    head = head[:LOOKED_AT]
    kind = content_type.partition(";")[0].strip().lower()
    if head.startswith(BEGINNINGS):
        return False
    if kind in _HTML:
        wide = head.startswith((b"\xff\xfe", b"\xfe\xff")) or "utf-16" in content_type.lower()
        return wide or b"\x00" not in head
    begin = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    return kind in _UNSAID and begin.startswith(_SIGNS)


def _is_json(body: bytes) -> bool:
    """Whether it is the answer of an interface, which no tag of a page begins."""
    if body.lstrip()[:1] not in (b"{", b"["):
        return False
    try:
        msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True
