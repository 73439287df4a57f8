"""Fold one finding: the answer to a request, or an earlier page read once more."""

from __future__ import annotations

from upwell.streams.records import Expired, Finding, FoundForm

from . import overdue, waiting
from .credit import credit, page_arrived
from .state import Plan, Wanted

DISCOVERED = 10  # pages beside the first that are looked at for a form
REPEATS = 3  # probe words that are asked twice
EXPIRED = "expired"  # of a request that nobody answered, of a page that retention took


def answered(plan: Plan, finding: Finding) -> None:
    """Count the answer, follow what it shows, teach the pool what it brought."""
    plan.head.model_version = max(plan.head.model_version, finding.model_version)
    _remember_full(plan, finding)
    if finding.again:
        plan.head.awaited = max(0, plan.head.awaited - 1)
        credit(plan, finding)
        if finding.outcome == EXPIRED:
            _asked_anew(plan, finding)
        return
    overdue.answered(plan, finding.number)
    if not plan.ledger.answer(finding.number):
        return
    if waiting.refuses(finding):
        if waiting.refused(plan, finding):
            return
    else:
        waiting.answers_again(plan, finding)
    if finding.outcome == "ok":
        plan.head.n_ok += 1
        plan.head.n_failed = 0
    else:
        plan.head.n_failed += 1
        plan.head.failed_why = finding.detail or finding.outcome
    if finding.reason == "discover":
        _discovered(plan, finding)
    else:
        page_arrived(plan, finding)


def expired(plan: Plan, record: Expired) -> None:
    """Nobody answered: that is an answer too."""
    answered(
        plan,
        Finding(
            site=record.site,
            seq=0,
            number=record.number,
            url=record.url,
            final_url=record.url,
            reason=record.reason,
            outcome=EXPIRED,
            at=record.at,
            query=record.query,
            detail="a request was asked twice and not answered",
        ),
    )


def _asked_anew(plan: Plan, finding: Finding) -> None:
    """Retention took the page before it was read again: it is fetched under a new number."""
    waits = any(wanted.url == finding.url for wanted in plan.frontier)
    if finding.query is not None and not waits:
        plan.answer(finding.query).awaited += 1
        plan.frontier.append(Wanted(finding.url, "revisit", finding.query))
        plan.changed.add("frontier")


def _remember_full(plan: Plan, finding: Finding) -> None:
    """Words worth asking twice, chosen while probing."""
    full = plan.head.full
    probing = plan.head.phase == "probe" and len(full) < REPEATS
    if probing and finding.query and len(finding.objects) > 1 and finding.query not in full:
        full.append(finding.query)


def _discovered(plan: Plan, finding: Finding) -> None:
    forms = [form for form in finding.forms if form.template is not None]
    chosen = plan.settings.query_field
    if chosen is not None:
        forms = [form for form in forms if form.query_field == chosen]
    best = max(forms, key=lambda form: form.score, default=None)
    if best is not None and _better(best, plan.head.form):
        plan.head.form = best
    if finding.forms and not forms:
        plan.head.reason = "its search form is sent by POST, which is not asked yet"
    if plan.head.form is None:
        for link in finding.links:
            if link.role == "other" and len(plan.seen) <= DISCOVERED:
                plan.want(Wanted(link.url, "discover"))


def _better(form: FoundForm, than: FoundForm | None) -> bool:
    return than is None or form.score > than.score
