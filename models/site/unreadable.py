"""The reading of what is no page."""

from __future__ import annotations

from ..pages.came_back import without_page
from ..tree.no_page import outcome_of
from .reading import UNKNOWN, Reading


def unreadable(body: bytes, url: str) -> Reading | None:
    """The reading of what is no page, with its outcome; None: it is one."""
    outcome = outcome_of(body)
    if outcome == "ok":
        return None
    came_back = without_page(outcome)
    return Reading(
        url=url or None,
        cluster=UNKNOWN,
        cluster_rank=0,
        empty=came_back == "no_match",
        pagelets=[],
        objects=[],
        similarity=0.0,
        outcome=outcome,
        came_back=came_back,
    )


def as_bytes(html: object) -> bytes:
    """A page as bytes; text becomes UTF-8.

    >>> as_bytes("é")
    b'\xc3\xa9'
    >>> as_bytes(None)
    Traceback (most recent call last):
    ...
    TypeError: a page is bytes or text, not NoneType; of a file, what read_bytes() gives
    """
    if isinstance(html, str):
        return html.encode(errors="replace")
    if isinstance(html, bytes | bytearray | memoryview):
        return bytes(html)
    raise TypeError(
        f"a page is bytes or text, not {type(html).__name__}; of a file, what read_bytes() gives"
    )
