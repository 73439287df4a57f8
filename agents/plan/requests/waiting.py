"""A site that does not answer: asked one by one, left alone, asked again, until it is back.

Whether it is the site or only some of its pages is told by asking again for what it answered last.
Nothing that fails meanwhile is lost: it is wanted as before. What was on the way when the site
failed tells nothing new; a page that fails while others are answered is given up.
"""

from __future__ import annotations

from upwell.agents.reducer import Send
from upwell.models.urls.template import POSTED
from upwell.streams.records import Finding
from upwell.streams.web.outcomes import BUSY, DNS, REFUSED, TRANSIENT

from ..params import FIRST_S, HOURLY, MOST_DOUBLINGS, RETRIES, RETRY_AHEAD_S
from ..searching.rounds import put_off_round
from ..searching.sample import put_off_sample
from ..state import Plan, Wanted
from ..watching.verdicts import put_off_suspect
from ..watching.visited import put_off
from .issue import request

CHECK = "check"  # reason of a request for what was answered before
PAUSES_S = (60.0, 300.0, 1800.0)  # before the first tries of a site that is away
HOUR_S, DAY_S = 3600.0, 86_400.0
NOBODY = frozenset({DNS, REFUSED})  # said at once of a site that never answered
FORBIDDING = frozenset({401, 403, 407})  # statuses of blocks, and of a few no-match pages
UNCOUNTED = frozenset({429, 503})  # statuses that take nothing of the budget


def pause_s(n_tries: int) -> float:
    """Seconds to the next try of a site, after so many in vain.

    Examples
    --------
    >>> [pause_s(n) for n in (0, 1, 2, 3, 26, 27)]
    [60.0, 300.0, 1800.0, 3600.0, 3600.0, 86400.0]
    """
    if n_tries < len(PAUSES_S):
        return PAUSES_S[n_tries]
    return HOUR_S if n_tries < len(PAUSES_S) + HOURLY else DAY_S


def refuses(finding: Finding) -> bool:
    """Whether the site, rather than this one page of it, failed to answer."""
    if finding.outcome != "ok":
        return finding.outcome in TRANSIENT
    if finding.status in FORBIDDING:
        return finding.came_back != "answer" and finding.reason != "nonsense"
    return finding.status >= 500 or finding.came_back in ("away", "block")


def note_refusal(plan: Plan, finding: Finding) -> bool:
    """Note that the site did not answer; whether the page is still wanted.

    Requests are numbered: a refusal of one that went out before the last refusal was heard is no
    further sign.
    """
    head = plan.head
    uncounted = finding.outcome != "ok" or finding.status in UNCOUNTED
    counted = not (plan.visits.is_open(finding.number) or plan.searches.search_of(finding.number))
    head.uncounted += uncounted and counted  # no visit is
    head.failed_why = finding.detail or _words(finding)
    fresh = finding.number > head.refused_upto
    if fresh:
        head.n_refused += 1
        head.refused_upto = plan.ledger.issued
    if not head.n_ok and finding.outcome in NOBODY:
        return False
    if finding.reason == CHECK:
        if head.phase == "waiting" and fresh:
            _try_later(plan)
        return True
    attempts = head.attempts.get(finding.url, 0) + (finding.outcome != BUSY)
    others = head.n_refused < attempts or not head.n_ok  # were answered since it failed first
    if attempts > RETRIES and others:
        head.attempts.pop(finding.url, None)
        return False
    head.attempts[finding.url] = attempts
    tired = head.n_refused >= plan.settings.failures or attempts > RETRIES
    if head.phase != "waiting" and tired and head.n_ok:
        _leave_alone(plan)
    not_before = head.now + FIRST_S * 2 ** min(head.n_refused - 1, MOST_DOUBLINGS)
    number = finding.number
    own = put_off_suspect(plan, number, not_before) or put_off_round(plan, number, not_before)
    if not (own or put_off_sample(plan, finding, not_before) or put_off(plan, finding, not_before)):
        _put_back(plan, finding, not_before)
    return True


def go_on_after_refusals(plan: Plan, finding: Finding) -> None:
    """Go on where the site stood before it stopped answering."""
    head = plan.head
    head.n_refused = 0
    head.attempts.pop(finding.url, None)
    if finding.outcome == "ok":
        head.good = "" if finding.url.endswith(POSTED) else finding.url
    if head.phase == "waiting":
        head.phase, head.stood, head.reason = head.stood, "", ""
        head.away_since = head.next_at = 0.0
        head.tries = 0


def wake(plan: Plan) -> None:
    """Ask a waiting site at once: an operator wants it."""
    if plan.head.phase == "waiting":
        plan.head.next_at, plan.head.tries = plan.head.now, 0


def try_again(plan: Plan) -> list[Send]:
    """The next try, one at a time, when it is near enough: a page that was answered before.

    A request sent long before its time would count as one that nobody answers.
    """
    head = plan.head
    if plan.ledger.outstanding or head.next_at - head.now > RETRY_AHEAD_S:
        return []
    return [request(plan, Wanted(head.good or head.url, CHECK, not_before=head.next_at))]


def _put_back(plan: Plan, finding: Finding, not_before: float) -> None:
    origin = plan.unread(finding.number)
    key, own = origin.key if origin else "", plan.own_pages.put_off(finding.number)
    wanted = Wanted(finding.url, finding.reason, finding.query, not_before, key, own)
    plan.frontier.append(wanted)
    plan.changed.add("frontier")


def _leave_alone(plan: Plan) -> None:
    head = plan.head
    head.stood, head.phase = head.phase, "waiting"
    head.reason = f"the site does not answer: {head.failed_why}"
    head.away_since = head.next_at = head.now
    head.tries = 0


def _try_later(plan: Plan) -> None:
    """The site is away: no page of it is to blame."""
    head = plan.head
    head.reason = f"the site does not answer: {head.failed_why}"
    head.next_at = head.now + pause_s(head.tries)
    head.tries += 1
    head.attempts.clear()


def _words(finding: Finding) -> str:
    if finding.outcome != "ok":
        return finding.outcome
    kinds = {
        "block": "refused us",
        "away": "is out of order",
        "login": "wants a name and a password",
    }
    kind = kinds.get(finding.came_back, "failed")
    return f"it {kind} with status {finding.status}"
