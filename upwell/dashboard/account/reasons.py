"""Why an address or a form was not taken, one reason each, and what would let it in."""

from __future__ import annotations

from typing import NamedTuple

ASKED, WAITING, LEFT_OUT = "asked", "waiting", "left out"


class Reason(NamedTuple):
    """One reason.

    Parameters
    ----------
    name
        In a word or a few.
    state
        Asked, waiting, or left out.
    option
        What lets it in; empty where nothing is missing.
    """

    name: str
    state: str
    option: str = ""


READ = Reason("read", ASKED)
NOTHING = Reason("read, no match", ASKED)
ISSUED = Reason("on the way", WAITING)
NOT_CHOSEN = Reason("not chosen yet", WAITING)
FOREIGN = Reason("foreign owner", LEFT_OUT, "crawl it as a site of its own: upwell crawl URL")
PRIVATE = Reason(
    "dangerous or private", LEFT_OUT, "none: it may change something, or asks not to be followed"
)
PINNED = Reason("pinned", LEFT_OUT, "take the pin back: --set NAME=learned")
ROBOTS = Reason("robots", LEFT_OUT, "--ignore-robots HOST, when its owner agrees")
WRONG_TYPE = Reason("wrong type", LEFT_OUT, "none yet: only HTML is read")
BLOCK = Reason("block", LEFT_OUT, "a larger --delay, and a word with the owner (--contact)")
WALL = Reason("wall", LEFT_OUT, "--cookies FILE or --header, with a log-in of yours")
SCRIPT = Reason("script", LEFT_OUT, "none yet: scripts are not run")
ERROR = Reason("error", LEFT_OUT, "crawl again later; upwell explain URL says what came")
SAME = Reason("same as another", LEFT_OUT, "none needed: it says what the other one says")
OWN_PAGE = Reason("page of one object", LEFT_OUT, "--details all")
BUDGET = Reason("budget", LEFT_OUT, "--max-pages N, more than before")
NOT_WORTH = Reason("promises too little", LEFT_OUT, "--set least_new=0 --set barren_links=N")
BROWSING_OFF = Reason("browsing is off", LEFT_OUT, "leave --no-browse out")
NO_WEB = Reason("no web address", LEFT_OUT, "none: mail, telephone, script")
NO_SEARCH = Reason(
    "no search form", LEFT_OUT, "--template URL, if it asks the database all the same"
)
CONSENT = Reason("sent by POST", LEFT_OUT, "--allow-post FORM")
NEVER = Reason("never sent", LEFT_OUT, "none: it may change something, or leads to another owner")
OTHER_FORM = Reason("another form was taken", LEFT_OUT, "--template URL")

OUTCOMES = {
    "robots": ROBOTS,
    "foreign": FOREIGN,
    "acts": PRIVATE,
    "forbidden_address": FOREIGN,
    "not_html": WRONG_TYPE,
    "too_large": WRONG_TYPE,
    "encoding": WRONG_TYPE,
    "not_modified": READ,
}
CAME_BACK = {
    "answer": READ,
    "no_match": NOTHING,
    "error": ERROR,
    "block": BLOCK,
    "login": WALL,
    "script": SCRIPT,
    "other_type": WRONG_TYPE,
    "moved": READ,
    "away": ERROR,
}


def of_answer(outcome: str, came_back: str) -> Reason:
    """The reason that stands for an answer.

    >>> of_answer("ok", "no_match").name, of_answer("robots", "").name, of_answer("dns", "").name
    ('read, no match', 'robots', 'error')
    """
    if outcome == "ok":
        return CAME_BACK.get(came_back, READ)
    return OUTCOMES.get(outcome, ERROR)
