"""Missed objects are looked for where they have to be, before they are gone.

An object with a page of its own is asked for there; one without has to be missing from its whole
list, read anew. Once is not enough, and what fails, is refused or is empty says nothing.
"""

from __future__ import annotations

from upwell.agents.reducer import Send
from upwell.streams.records import Finding, Gone, Missing

from ..params import FAILED, MISSED, MISSES_APART_S, SUSPECTS
from ..requests.issue import request
from ..state import Plan, Wanted
from .suspects import Suspect
from .visits import Visit

LOOKS = "look"
NOT_THERE = frozenset({404, 410})


def note_missing(plan: Plan, record: Missing) -> None:
    """Suspect an object: a page visited again, or the list of a search, lacks it now."""
    page = plan.visits.get(record.page_url)
    if not plan.settings.watch or record.id in plan.suspects:
        return
    url = record.url if record.url and plan.owns(record.url) else None
    if record.search and record.search in plan.searches.names and url:
        page = page or Visit(record.page_url, None, 0)  # it can be told by its own page alone
    elif page is None or len(plan.searches):
        return
    if len(plan.suspects) < SUSPECTS:
        now, version = plan.head.now, plan.head.model_version
        found = Suspect(record.id, url, record.page_url, record.at, now)
        found.kind, found.model_version = page.kind, version
        plan.suspects.keep(found)


def is_not_there(plan: Plan, page: Visit, finding: Finding) -> None:
    """The own page of an object that nobody missed, visited again, is there no more."""
    if finding.outcome != "ok" or finding.status not in NOT_THERE:
        return
    if page.object_id in plan.suspects or len(plan.suspects) >= SUSPECTS:
        return
    found = Suspect(page.object_id, page.url, page.url, finding.at, plan.head.now)
    found.kind, found.model_version = page.kind, plan.head.model_version
    _count_miss(plan, found, f"its own page answers {finding.status}")


def clear_suspects(plan: Plan, finding: Finding) -> None:
    """Clear the suspects that a page shows which was read after they were missed."""
    if len(plan.suspects):
        for shown in finding.objects:
            plan.suspects.clear(shown.id)


def look_for_one(plan: Plan, slot: float, ahead_s: float) -> Send | None:
    """Ask for the own page of the suspect whose turn it is; lists are judged on the way.

    Parameters
    ----------
    slot
        When it may be asked for.
    ahead_s
        So long before its time.
    """
    for suspect in sorted(plan.suspects, key=lambda one: (one.due, one.id)):
        if suspect.due > slot + ahead_s:
            return None
        if suspect.asked or suspect.n_missed >= MISSED or plan.forbids(suspect.url or ""):
            continue
        if suspect.url is None:
            if suspect.due <= plan.head.now:
                _judge_list(plan, suspect)
            continue
        plan.head.uncounted += 1
        wanted = Wanted(suspect.url, LOOKS, not_before=max(slot, suspect.due))
        send = request(plan, wanted, "is it still there?")
        suspect.asked = plan.ledger.issued
        plan.suspects.keep(suspect)
        return send
    return None


def judge_suspect(plan: Plan, finding: Finding) -> None:
    """Judge a suspect by its own page: it is there, or missed once more."""
    suspect = plan.suspects.end(finding.number)
    if suspect is None:
        return
    if finding.outcome == "ok" and finding.status in NOT_THERE:
        _count_miss(plan, suspect, f"its own page answers {finding.status}")
    elif finding.outcome != "ok" or finding.status >= 400:
        suspect.n_failed += 1
        suspect.due = plan.head.now + MISSES_APART_S * 2**suspect.n_failed
        plan.suspects.keep(suspect)
        if suspect.n_failed > FAILED:
            plan.suspects.clear(suspect.id)
    elif finding.final_url == finding.url and finding.came_back == "answer":
        plan.suspects.clear(suspect.id)
    else:  # it leads elsewhere, or says that something is wrong: only its list can tell
        suspect.url, suspect.due = None, plan.head.now
        plan.suspects.keep(suspect)


def put_off_suspect(plan: Plan, number: int, not_before: float) -> bool:
    """The site did not answer; it is looked for again, at the earliest then."""
    suspect = plan.suspects.end(number)
    if suspect is None:
        return False
    suspect.due = not_before
    plan.suspects.keep(suspect)
    return True


def gone_objects(plan: Plan) -> list[Send]:
    """Send `gone` for suspects looked for in vain often enough while other pages were read."""
    sends = []
    for suspect in plan.suspects:
        if suspect.n_missed < MISSED or plan.visits.rhythm.told_at <= suspect.since:
            continue
        plan.suspects.clear(suspect.id)
        record = Gone(
            site=plan.site,
            seq=0,
            id=suspect.id,
            page_url=suspect.url or suspect.page_url,
            at=suspect.since,
            n_missed=suspect.n_missed,
            why=suspect.why,
            model_version=suspect.model_version,
        )
        sends.append(Send("objects", suspect.id, record))
    return sends


def _count_miss(plan: Plan, suspect: Suspect, why: str) -> None:
    suspect.n_missed, suspect.why = suspect.n_missed + 1, why
    suspect.since, suspect.due = plan.head.now, plan.head.now + MISSES_APART_S
    plan.suspects.keep(suspect)


def _judge_list(plan: Plan, suspect: Suspect) -> None:
    """Whether the whole list that showed an object was read since it was missed, and lacks it.

    A list that is cut, or that a newer model reads, says nothing.
    """
    shown = plan.visits.get(suspect.page_url)
    pages = [p for p in plan.visits if shown and shown.key and p.key == shown.key]
    same = suspect.model_version == plan.head.model_version
    if not pages or not same or any(page.kind != suspect.kind for page in pages):
        plan.suspects.clear(suspect.id)
        return
    late = [page for page in pages if page.at <= suspect.since]
    for page in late:
        if not page.asked and page.due > plan.head.now:
            page.due = plan.head.now
            plan.visits.change(page)
    if late:
        suspect.due = plan.head.now + MISSES_APART_S
        plan.suspects.keep(suspect)
    elif _is_whole(pages):
        _count_miss(plan, suspect, f"the {len(pages)} pages of its list lack it")
    else:
        plan.suspects.clear(suspect.id)


def _is_whole(pages: list[Visit]) -> bool:
    """Whether all of a list is visited: as many as it says there are, or no page leads further."""
    matches = max(page.matches for page in pages)
    if matches:
        return sum(page.n_objects for page in pages) >= matches
    return not any(page.leads_on for page in pages)
