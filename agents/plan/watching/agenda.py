"""The phase in which a site is watched: who is due is visited, one at a time slot of the budget."""

from __future__ import annotations

import msgspec

from upwell.agents.reducer import Send
from upwell.models.frontier.budget import credits
from upwell.streams.records import Request

from ..params import VISIT_AHEAD_S, VISITS_AHEAD
from ..requests.issue import request, waiting
from ..state import Plan, Wanted
from .rhythm import is_due, plan_visits
from .visits import Visit

REVISIT = "revisit"


def may_watch(plan: Plan) -> bool:
    """Whether somebody wants the site watched, and there is something to visit."""
    return plan.settings.watch and len(plan.visits) > 0


def visit_due(plan: Plan) -> list[Send]:
    """Visit what is due, or will be before the next tick.

    What is told of a site lately counts, so only few visits wait at their host at a time; each
    begins when its slot has come.
    """
    sends = waiting(plan)
    if is_due(plan):
        plan_visits(plan)
    while plan.ledger.outstanding < min(VISITS_AHEAD, credits(plan.settings.delay_s)):
        page = plan.visits.first_due()
        rhythm = plan.visits.rhythm
        if page is None or max(page.due, rhythm.slot) > plan.head.now + VISIT_AHEAD_S:
            break
        at = max(page.due, rhythm.slot, plan.head.now)
        rhythm.slot = at + 3600 / plan.settings.revisits
        sends.append(visit(plan, page, at))
    return sends


def visit(plan: Plan, page: Visit, at: float) -> Send:
    """Ask for a page again, not before a time; it may say that it is as it was."""
    plan.head.uncounted += 1  # what is visited again is no page of the harvest
    send = request(plan, Wanted(page.url, REVISIT, not_before=at), "seen before")
    asked = send.record
    assert isinstance(asked, Request)
    plan.visits.begin(page, asked.number)
    again = msgspec.structs.replace(asked, query=page.query, etag=page.etag, modified=page.modified)
    return send._replace(record=again)
