"""What a visit told: how often the page changes, and where its list goes on with new objects."""

from __future__ import annotations

from upwell.models.queries.pool import object_hash
from upwell.models.urls.template import POSTED
from upwell.streams.records import Finding
from upwell.streams.web.outcomes import NOT_MODIFIED, ROBOTS

from ..params import LISTED, VISIT_FAILS, VISITED
from ..state import Plan
from .agenda import REVISIT
from .rhythm import learn, pause_s
from .verdicts import NOT_THERE, is_not_there
from .visits import Visit

FIRST = frozenset({"query", "probe", "second_level"})


def note_page(plan: Plan, finding: Finding, reason: str, key: str, new: int) -> None:
    """A page of the harvest showed objects: it may be visited again.

    What was asked by POST is not: its page would have to be opened anew for what it hides.
    """
    if finding.url.endswith(POSTED) or not finding.objects or plan.forbids(finding.url):
        return
    page = plan.visits.add(finding.url, finding.query)
    if page is None:
        return
    page.key = key
    page.n_own += new
    page.n_objects = len(finding.objects)
    page.kind = page.kind if finding.cluster is None else finding.cluster
    page.at = max(page.at, finding.at)
    page.is_first |= reason in FIRST or _is_list(plan, finding.url)
    _note_validators(page, finding)
    plan.visits.change(page)


def note_own_page(plan: Plan, finding: Finding, id_: str) -> None:
    """The own page of an object says what no row does: it may be visited again."""
    if plan.visits.get(finding.url) is None and len(plan.visits) >= VISITED - LISTED:
        return
    page = plan.visits.add(finding.url, None)
    if page is None or page.n_own:
        return
    page.object_id = id_
    page.kind = page.kind if finding.cluster is None else finding.cluster
    page.at = max(page.at, finding.at)
    _note_validators(page, finding)
    plan.visits.change(page)


def learn_from_visit(plan: Plan, finding: Finding) -> None:
    """Learn from the answer to a visit, and set the time of the next one."""
    page = plan.visits.end(finding.number)
    if page is None:
        return
    if finding.outcome == ROBOTS:
        plan.visits.drop(page)
        return
    if finding.outcome == NOT_MODIFIED:
        learn(plan, page, finding.at, changed=False, news=False)
        page.n_failed = 0
    elif page.object_id and finding.columns is not None:
        _read_own(plan, page, finding)
    elif not page.object_id and _tells(finding):
        _read(plan, page, finding)
    else:
        page.n_failed += 1
        if page.object_id:
            is_not_there(plan, page, finding)
        if page.n_failed >= VISIT_FAILS and finding.status in NOT_THERE:
            plan.visits.drop(page)
            return
    page.due = max(plan.head.now, finding.at) + pause_s(plan, page)
    plan.visits.change(page)


def put_off(plan: Plan, finding: Finding, not_before: float) -> bool:
    """The site did not answer a visit: the page is due again, at the earliest then."""
    page = plan.visits.end(finding.number)
    if page is None:
        return False
    page.due = not_before
    plan.visits.change(page)
    return True


def _tells(finding: Finding) -> bool:
    """Whether the page was read, and with objects: an error or an empty answer tells nothing."""
    answered = finding.outcome == "ok" and finding.came_back == "answer"
    return answered and bool(finding.objects)


def _read_own(plan: Plan, page: Visit, finding: Finding) -> None:
    if finding.changes is not None:
        learn(plan, page, finding.at, finding.changes > 0, news=finding.changes > 0)
    page.kind = page.kind if finding.cluster is None else finding.cluster
    page.n_failed = 0
    plan.suspects.clear(page.object_id)
    _note_validators(page, finding)


def _read(plan: Plan, page: Visit, finding: Finding) -> None:
    new = plan.pool.fold_list((object_hash(one.id), one.words) for one in finding.objects)
    plan.head.objects = plan.pool.n_objects
    asked, before = plan.head.brought.get(REVISIT, (0, 0))
    plan.head.brought[REVISIT] = (asked, before + new)
    if finding.changes is not None:  # else another model read it: what differs is the reading
        learn(plan, page, finding.at, finding.changes > 0, news=finding.changes > 0)
    page.n_own += new
    page.n_objects = len(finding.objects)
    page.n_own = min(page.n_own, page.n_objects)
    page.kind = page.kind if finding.cluster is None else finding.cluster
    page.n_failed = 0
    page.matches = finding.matches or page.matches
    _note_validators(page, finding)
    if new:
        _go_on(plan, page, finding)
    known = plan.visits
    pager = [link.url for link in finding.links if link.role == "pager"]
    page.leads_on = any(url != page.url and known.get(url) is None for url in pager)


def _go_on(plan: Plan, page: Visit, finding: Finding) -> None:
    """What is new came in at the top: more of it may stand on the next pages."""
    for link in finding.links:
        if link.role != "pager" or link.url == page.url or not plan.owns(link.url):
            continue
        further = plan.visits.get(link.url)
        if further is None and plan.seen.add(link.url):
            further = plan.visits.add(link.url, page.query)
            if further is not None:
                further.key, further.kind = page.key, page.kind
        if further is not None and not further.asked and further.at < page.at:
            further.due = plan.head.now
            plan.visits.change(further)


def _note_validators(page: Visit, finding: Finding) -> None:
    """What a conditional request names, where the address is the page's own."""
    own = finding.final_url == finding.url
    page.etag = finding.etag if own else None
    page.modified = finding.modified if own else None


def _is_list(plan: Plan, url: str) -> bool:
    answer = plan.answers.get(url)
    return answer is not None and answer.is_list
