"""A site is added, or added again: other settings, another way in, one more try."""

from __future__ import annotations

import msgspec

from upwell.models.pins import NO_PINS
from upwell.models.queries.pool import GIVEN
from upwell.streams.records import SiteAdded

from ..reducer import Send
from .forms import look_at, start_over
from .pins import apply_pins
from .requests.issue import budget
from .requests.waiting import wake
from .requests.walls import wall
from .searching.sample import change_searches, watch_searches
from .settings import SiteSettings
from .state import Head, Plan
from .watching.agenda import may_watch

UNFINISHED = ("discover", "browse", "probe", "widen")  # phases that a harvest rests on
WAYS_IN = ("template", "allow_post", "allow_post_on", "hosts")


def add(plan: Plan | None, record: SiteAdded) -> tuple[Plan, list[Send]]:
    """The plan of a site that somebody wants crawled, by the settings and pins that hold now."""
    if plan is None:
        head = Head(url=record.url, settings=record.settings, now=record.at)
        return _begin(head, record.site)
    before, after = plan.settings, SiteSettings.of(record.settings)
    plan.use(after)
    plan.pool.add_words(after.queries, GIVEN)
    wake(plan)
    if plan.head.phase == "parked" and _is_fruitless(plan):
        return _anew(plan)
    change_searches(plan)
    if plan.head.phase in ("parked", "watch"):
        _go_on(plan, before)
    return plan, apply_pins(plan)


def _begin(head: Head, site: str) -> tuple[Plan, list[Send]]:
    plan = Plan(site, head)
    plan.pins = NO_PINS
    told = apply_pins(plan)
    plan.pool.add_words(plan.settings.queries, GIVEN)
    watch_searches(plan)
    _look_at_first_pages(plan)
    return plan, told


def _look_at_first_pages(plan: Plan) -> None:
    look_at(plan, plan.head.url, again=True)
    other = plan.settings.allow_post_on
    if other and plan.owns(other):
        look_at(plan, other, again=True)


def _is_fruitless(plan: Plan) -> bool:
    """Whether a site ended without an object, and not for want of a budget."""
    spent = plan.ledger.issued >= budget(plan) or _is_of_budget(plan)
    return not plan.head.objects and not spent


def _is_of_budget(plan: Plan) -> bool:
    return plan.head.reason.startswith("the budget")


def _go_on(plan: Plan, before: SiteSettings) -> None:
    """A site that has ended goes on where something changed.

    What opens a site may be nothing that plan knows of: cookies, a log-in, an owner's word about
    robots.txt. So one that met a wall asks again, and one whose lists alone were followed looks
    for its form once more.
    """
    head, after = plan.head, plan.settings
    parked = head.phase == "parked"
    same = _of_harvest(before) == _of_harvest(after)
    if plan.ledger.issued >= budget(plan):
        return
    if any(getattr(before, name) != getattr(after, name) for name in WAYS_IN):
        head.form, head.forms = None, []
        start_over(plan)
        _discover(plan)
    elif parked and may_watch(plan) and same and not before.watch:
        head.phase = "watch"
    elif parked and head.form is None and not after.browse_only and not _is_of_budget(plan):
        _discover(plan)
    elif not same or (parked and wall(plan)):
        _resume(plan)
    elif parked and may_watch(plan):
        head.phase = "watch"


def _of_harvest(settings: SiteSettings) -> SiteSettings:
    """What of the settings says how a site is harvested: that it is watched says nothing of it."""
    none = SiteSettings()
    return msgspec.structs.replace(
        settings, watch=none.watch, revisits=none.revisits, searches=none.searches
    )


def _discover(plan: Plan) -> None:
    plan.head.phase, plan.head.reason = "discover", ""
    _look_at_first_pages(plan)


def _resume(plan: Plan) -> None:
    """Back to the phase in which it ended; after a harvest it is the harvest that goes on."""
    head = plan.head
    asked = "watch" if len(plan.searches) else "harvest"
    harvest = asked if head.model_version else "discover"
    head.phase = head.stood if head.stood in UNFINISHED else harvest
    head.reason = head.stood = ""
    head.wall, head.walled, head.n_failed, head.n_refused = ("", 0), 0, 0, 0


def _anew(plan: Plan) -> tuple[Plan, list[Send]]:
    """The plan of a site that never told anything, as if it were new: its requests number on."""
    old = plan.head
    head = Head(
        url=old.url,
        settings=plan.settings.as_record(),
        ledger=plan.ledger.encode(),
        now=old.now,
        uncounted=old.uncounted,
        publishes=old.publishes,
        reported=old.reported,
        slept=old.slept,
        asked=old.asked,
        again_at=old.again_at,
        given_up=old.given_up,
        brought=old.brought,
        said=old.said,
    )
    begun, told = _begin(head, plan.site)
    begun.names, begun.anew = plan.names, True
    return begun, told
