"""Plan as a reducer: findings, commands and ticks in; numbered requests and status out."""

from __future__ import annotations

from collections.abc import Sequence

from upwell.models.queries.pool import GIVEN
from upwell.streams.records import (
    Expired,
    Finding,
    FindingRecord,
    Learned,
    Record,
    SiteAdded,
    SitePaused,
    SiteStatus,
    Tick,
)

from ..reducer import Agent, Identity, Send, View
from .answers import answered, expired
from .overdue import heard, looked
from .phases import learned, step
from .settings import SiteSettings
from .state import Head, Plan, Wanted

REPORT_EVERY = 10  # answers between two status records


def reduce(view: View, record: FindingRecord, prepared: None) -> Sequence[Send]:
    """Fold one record into the site's plan, then do what it makes possible."""
    plan = Plan.load(view)
    if plan is not None:
        heard(plan, record.at)
    if isinstance(record, SiteAdded):
        plan = _added(plan, record)
    elif plan is None:
        return []  # a site that was forgotten: nothing waits for this
    elif isinstance(record, Finding):
        answered(plan, record)
        learned(plan)
    elif isinstance(record, Learned):
        plan.head.model_version = max(plan.head.model_version, record.version)
        plan.head.awaited += record.again
        plan.head.told = True
        learned(plan)
    elif isinstance(record, SitePaused):
        plan.head.paused = record.paused
    elif isinstance(record, Expired):
        expired(plan, record)
        learned(plan)
    before = (plan.head.phase, plan.head.paused)
    sends = step(plan)
    moved = (plan.head.phase, plan.head.paused) != before
    sends += _status(plan, looked(plan) or moved, record)
    plan.save(view)
    return sends


def _added(plan: Plan | None, record: SiteAdded) -> Plan:
    """A new site, or new settings of a known one; a raised budget wakes a parked site."""
    if plan is None:
        plan = Plan(record.site, Head(url=record.url, settings=record.settings, now=record.at))
        plan.pool.add_words(plan.settings.queries, GIVEN)
        plan.want(Wanted(record.url, "discover"))
    else:
        plan.settings = SiteSettings.of(record.settings)
        plan.pool.add_words(plan.settings.queries, GIVEN)
        if plan.head.phase == "parked" and plan.head.model_version:
            budget = plan.ledger.issued < plan.settings.max_pages
            if budget and plan.head.reason.startswith("the budget"):
                plan.head.phase, plan.head.reason = "harvest", ""
    return plan


def _status(plan: Plan, moved: bool, record: FindingRecord) -> list[Send]:
    head, ledger = plan.head, plan.ledger
    told = isinstance(record, SiteAdded | SitePaused | Learned)
    parked = head.phase == "parked" and not isinstance(record, Tick)
    if not (moved or told or parked or ledger.answered - head.reported >= REPORT_EVERY):
        return []
    head.reported = ledger.answered
    status = SiteStatus(
        site=plan.site,
        url=head.url,
        settings=plan.settings.as_record(),
        phase="paused" if head.paused else head.phase,
        reason=head.reason,
        issued=ledger.issued,
        answered=ledger.answered,
        outstanding=ledger.outstanding,
        queries=head.queries,
        objects=head.objects,
        model_version=head.model_version,
        template=head.form.template if head.form else None,
        at=head.now,
        overdue=sorted(set(head.again_at) - set(head.given_up)),
        expired=sorted(head.given_up),
        brought=dict(head.brought),
    )
    return [Send("sites", plan.site, status)]


def identity(record: Record) -> Identity | None:
    """Analyse numbers its findings; commands and ticks are idempotent by what they say."""
    if isinstance(record, Finding | Learned):
        return Identity(record.site, record.seq)
    return None


PLAN = Agent(name="plan", reads="findings", reduce=reduce, identity=identity)
