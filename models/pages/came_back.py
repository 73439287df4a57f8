"""What came back for a request: the one place that decides it (ENT 5)."""

from __future__ import annotations

from typing import Literal

import msgspec

from ..urls.canonical import same_owner

CameBack = Literal[
    "answer",  # what was asked for: alone it teaches and is told
    "no_match",  # the site's page for a question without a match
    "error",  # a page or a fault that says that something went wrong
    "block",  # refused, asked to slow down, or to prove that a person asks
    "login",  # a wall that a name and a password open
    "script",  # nothing to read before scripts have run
    "other_type",  # no page: data, a document, a picture
    "moved",  # another owner's page
    "away",  # the site does not answer
]

# Where no page was read, by the word for why (`streams/web/outcomes.py`, `models/tree/no_page.py`).
_OUTCOMES: dict[str, CameBack] = {
    "not_modified": "answer",
    "empty": "no_match",
    "not_html": "other_type",
    "busy": "block",
    "robots": "block",
    "timeout": "away",
    "dns": "away",
    "refused": "away",
    "reset": "away",
    "truncated": "away",
    "tls": "away",
    "protocol": "away",
    "encoding": "error",
    "too_large": "error",
    "too_many_redirects": "error",
    "forbidden_address": "moved",
    "bad_url": "error",
    "failed": "error",
    "unreadable": "error",
    "expired": "away",
}
_STATUSES: dict[int, CameBack] = {401: "login", 403: "block", 407: "block", 429: "block"}
_AWAY = frozenset({502, 503, 504})


def without_page(outcome: str, status: int = 0) -> CameBack:
    """What came back where there is nothing to read.

    >>> without_page("timeout"), without_page("busy", 429), without_page("busy", 503)
    ('away', 'block', 'away')
    """
    if outcome == "busy" and status in _AWAY:
        return "away"
    return _OUTCOMES.get(outcome, "error")


class Response(msgspec.Struct, frozen=True, array_like=True):
    """What the site said of a page besides the page itself."""

    status: int = 0  # 0: nobody knows, as of a saved page
    asked: str = ""  # the address before redirects, where it is another


def by_response(response: Response, url: str) -> CameBack:
    """What the response says by itself, whatever the page that came with it.

    >>> [by_response(Response(status), "http://a.example/") for status in (200, 429, 404, 502)]
    ['answer', 'block', 'error', 'away']
    >>> by_response(Response(200, asked="http://a.example/s?q=x"), "http://parked.test/")
    'moved'
    """
    if response.asked and not same_owner(response.asked, url):
        return "moved"
    if response.status in _AWAY:
        return "away"
    return _STATUSES.get(response.status, "error" if response.status >= 400 else "answer")
