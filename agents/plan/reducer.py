"""Plan as a reducer: findings, commands and ticks in; numbered requests and status out."""

from __future__ import annotations

from collections.abc import Sequence

from upwell.streams.records import (
    Expired,
    Finding,
    FindingRecord,
    Learned,
    Missing,
    Names,
    Pinned,
    Record,
    SiteAdded,
    SitePaused,
    SiteStatus,
    Tick,
)

from ..reducer import Agent, Identity, Send, View
from .adding import add
from .answers import fold_expired, fold_finding
from .choosing.related import argument_verdicts
from .coverage import coverage_fields
from .forms import not_asked
from .params import REPORT_EVERY
from .phases import leave_learning, step
from .pins import apply_pins, note_pinned, pin_status
from .requests.overdue import advance_clock, sort_open_by_age
from .requests.waiting import wake
from .state import Plan
from .watching.alarms import raise_alarm
from .watching.verdicts import note_missing


def reduce(view: View, record: FindingRecord, prepared: None) -> Sequence[Send]:
    """Fold one record into the site's plan, then send what it makes possible."""
    plan = Plan.load(view)
    before = _stands(plan)
    told: list[Send] = []
    if plan is not None:
        advance_clock(plan, record.at)
    if isinstance(record, SiteAdded):
        plan, told = add(plan, record)
    elif plan is None:
        return []  # a site that was forgotten: nothing waits for this
    elif isinstance(record, Finding):
        told = fold_finding(plan, record)
        leave_learning(plan)
        told += raise_alarm(plan, record.alarm) if record.alarm else []
    elif isinstance(record, Learned):
        plan.head.model_version = max(plan.head.model_version, record.version)
        plan.head.awaited += record.again
        plan.head.told = True
        leave_learning(plan)
    elif isinstance(record, Missing):
        note_missing(plan, record)
    elif isinstance(record, SitePaused):
        plan.head.paused = record.paused
        wake(plan)
    elif isinstance(record, Pinned):
        note_pinned(plan, record)
        told = apply_pins(plan)
    elif isinstance(record, Names):
        plan.names.add(record.type, record.names)
    elif isinstance(record, Expired):
        told = fold_expired(plan, record)
        leave_learning(plan)
    sends = [*told, *step(plan)]
    moved = _stands(plan) != before
    sends += _status(plan, sort_open_by_age(plan) or moved, record)
    plan.save(view)
    return sends


def _stands(plan: Plan | None) -> tuple[object, ...]:
    """What a status is written for at once when it changes."""
    if plan is None:
        return ()
    head = plan.head
    rounds = [(one.name, one.why, one.n_objects) for one in plan.searches]
    return head.phase, head.paused, head.next_at, plan.alarms[-1:], rounds


def _status(plan: Plan, moved: bool, record: FindingRecord) -> list[Send]:
    head, ledger = plan.head, plan.ledger
    told = isinstance(record, SiteAdded | SitePaused | Pinned | Learned)
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
        template=head.form.template if head.form else head.selects or None,
        way=head.form.way if head.form else "selects" * bool(head.selects),
        hidden=head.hidden,
        not_asked=not_asked(plan),
        at=head.now,
        overdue=sorted(set(head.again_at) - set(head.given_up)),
        expired=sorted(head.given_up),
        brought=dict(head.brought),
        away_since=head.away_since,
        next_at=head.next_at,
        expected=plan.pool.unseen_per_request() if head.phase == "harvest" else None,
        barren=head.barren,
        alarms=plan.alarms,
        pinned=pin_status(plan),
        searches=plan.searches.status(),
        **coverage_fields(plan),
        arguments=[
            (one.argument, one.relevant if one.decided else None) for one in argument_verdicts(plan)
        ],
    )
    return [Send("sites", plan.site, status)]


def identity(record: Record) -> Identity | None:
    """Analyse numbers its findings; commands and ticks are idempotent by what they say."""
    if isinstance(record, Finding | Learned):
        return Identity(record.site, record.seq)
    return None


PLAN = Agent(name="plan", reads="findings", reduce=reduce, identity=identity)
