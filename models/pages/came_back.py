"""What came back for a request: the one place that decides it (ENT 5)."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from ..urls.manners.owner import same_owner
from .no_match.wording import Wording
from .signs import Signs

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

# Where no page was read, by the word for why:
# `streams/web/outcomes.py`, `models/tree/raw/no_page.py`.
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
    """What came back for a response without a page.

    >>> without_page("timeout"), without_page("busy", 429), without_page("busy", 503)
    ('away', 'block', 'away')
    """
    if outcome == "busy" and status in _AWAY:
        return "away"
    return _OUTCOMES.get(outcome, "error")


class Response(msgspec.Struct, frozen=True, array_like=True):
    """The status of a response, and the address that was asked before redirects."""

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


def teaches(response: Response, url: str, page: Signs) -> bool:
    """Whether something may be learned from a page: no refusal, fault or other owner's page.

    A status that says that nothing is there may be that of the page for no match.
    """
    missing = response.status in (404, 410)
    stated = "answer" if missing else by_response(response, url)
    return stated == "answer" and not (page.needs_script or page.block)


def answers_beside(page: Signs, said: Wording) -> bool:
    """Whether a page asks for a password beside its answer, not before it.

    It says what was asked, and its visitor may ask again.
    """
    return page.searches and bool(said.holding_query)


class Evidence(NamedTuple):
    """What the site's model makes of a page, as far as there is one."""

    says_nothing: bool = False  # no text at all
    no_match: bool = False  # it is what nonsense gets
    silent: bool = False  # ... in its places alone, without a phrase of it
    walled: bool = False  # its field for a password is what every question meets, nonsense or not
    answers: bool = False  # a list or its query stands where answers have them
    strange: bool = (
        False  # the site's answers hold their query; this page does not, and has no list
    )
    foreign: bool = False  # it has next to nothing of the frame of answers to nonsense
    new_password: bool = True  # answers to nonsense have no such field


def decide(response: Response, url: str, page: Signs, evidence: Evidence) -> CameBack:
    """What came back, from status, address, content and what the site's other pages show.

    Parameters
    ----------
    response, url
        What the site said besides the page, and where it came from.
    page
        What the page shows by itself.
    evidence
        What it shows beside other pages of its site.

    Reading
    -------
    A status may lie in both directions, so evidence of the page goes first: what answers is an
    answer though its status is 404, and what nonsense gets is the page for no match; but where
    every question gets what nonsense gets and that asks for a password, nothing was answered yet.
    Words come last, and only where nothing speaks for an answer. A page out of the site's frame
    that leads nowhere and wants something of its visitor is a check, whatever it says.

    Examples
    --------
    >>> url, page = "http://a.example/s", Signs(n_words=40)
    >>> decide(Response(404), url, page, Evidence())
    'error'
    >>> decide(Response(404), url, page, Evidence(no_match=True))
    'no_match'
    >>> decide(Response(404), url, page, Evidence(answers=True))
    'answer'
    """
    stated = by_response(response, url)
    if stated == "moved":
        return stated
    if evidence.walled and page.wants_name:
        return "login"
    failed = evidence.silent and (page.error or response.status >= 500)
    if evidence.no_match and not evidence.says_nothing and not failed:
        return "no_match"
    if evidence.answers:
        return "answer"
    return _by_status(stated, page) or _by_content(page, evidence)


def _by_status(stated: CameBack, page: Signs) -> CameBack | None:
    """What came back by a status that is no success; the page tells refusals from walls."""
    if stated == "answer":
        return None
    if page.wants_name and stated in ("block", "error"):
        return "login"
    return "block" if page.block and stated in ("error", "away") else stated


def _by_content(page: Signs, evidence: Evidence) -> CameBack:
    if page.needs_script:
        return "script"
    if evidence.says_nothing:
        return "no_match"
    if page.wants_name and evidence.new_password:
        return "login"
    if page.block or (evidence.foreign and page.is_check):
        return "block"
    return "error" if page.error or evidence.strange else "answer"
