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
from .verdicts import gone_objects, look_for_one
from .visits import Visit

REVISIT = "revisit"


def may_watch(plan: Plan) -> bool:
    """Whether somebody wants the site watched, and there is something to visit."""
    searches = len(plan.searches) > 0 and plan.head.model_version > 0
    return plan.settings.watch and (searches or len(plan.visits) > 0)


def visit_due(plan: Plan) -> list[Send]:
    """Visit what is due, or will be before the next tick.

    What is told of a site lately counts, so only few visits wait at their host at a time; each
    begins when its slot has come.
    """
    sends = [*waiting(plan), *gone_objects(plan)]
    if is_due(plan):
        plan_visits(plan)
    while plan.ledger.outstanding < min(VISITS_AHEAD, credits(plan.settings.delay_s)):
        page, slot = plan.visits.first_due(), max(plan.visits.rhythm.slot, plan.head.now)
        nothing_else = page is None or max(page.due, slot) > plan.head.now + VISIT_AHEAD_S
        sent = None
        spacing = 3600 / plan.settings.revisits
        if nothing_else or plan.ledger.issued % 2:  # every second slot looks for what is missed
            sent = look_for_one(plan, slot, VISIT_AHEAD_S if nothing_else else 0.0)
            if sent is not None:  # it may wait for its own time
                plan.visits.take_slot(slot + spacing)
        if sent is None and page is not None and not nothing_else:
            at = max(page.due, slot)
            sent = visit(plan, page, at)
            plan.visits.take_slot(at + spacing)
        if sent is None:
            break
        sends.append(sent)
    return sends


def visit(plan: Plan, page: Visit, at: float) -> Send:
    """Ask for a page again, not before a time; it may say that it is as it was."""
    plan.head.uncounted += 1  # what is visited again is no page of the harvest
    send = request(plan, Wanted(page.url, REVISIT, not_before=at), "seen before")
    asked = send.record
    assert isinstance(asked, Request)
    plan.visits.begin(page, asked.number)
    again = msgspec.structs.replace(
        asked,
        query=page.query,
        etag=page.etag,
        modified=page.modified,
        object_id=page.object_id,
    )
    return send._replace(record=again)
