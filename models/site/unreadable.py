"""The reading of what is no page."""

from __future__ import annotations

from ..pages.came_back import CameBack, Response, by_response, without_page
from ..tree.raw.no_page import looks_like_a_page, outcome_of
from .reading import UNKNOWN, Reading

NOBODY_ANSWERED = "expired"


def unreadable(
    body: bytes, url: str, response: Response | None = None, content_type: str = ""
) -> Reading | None:
    """The reading of what is no page, with its outcome; None: it is one."""
    outcome = outcome_of(body)
    if content_type and outcome == "ok" and not looks_like_a_page(content_type, body):
        outcome = "not_html"
    return None if outcome == "ok" else _none(outcome, url, response or Response())


def unanswered(url: str) -> Reading:
    """The reading where no response came at all."""
    return _none(NOBODY_ANSWERED, url, Response())


def _none(outcome: str, url: str, response: Response) -> Reading:
    came_back = _came_back(outcome, url, response)
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


def _came_back(outcome: str, url: str, response: Response) -> CameBack:
    """What came back for a response without a body, by its head alone."""
    stated = by_response(response, url)
    if stated == "moved" or (outcome == "empty" and stated != "answer"):
        return stated
    return without_page(outcome)


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
