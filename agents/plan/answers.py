"""Fold one finding: the answer to a request, or an earlier page read once more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from upwell.streams.records import Expired, Finding
from upwell.streams.web.outcomes import NOT_HTML, ROBOTS

from ..reducer import Send
from .credit import credit, forget_objects, page_arrived
from .details.opening import OWN, take_own_page
from .forms import forbidden, look_for_forms
from .params import REPEATS
from .requests import overdue, waiting, walls
from .requests.posting import note_state
from .searching.rounds import take_round_page
from .searching.sample import note_frame, read_again, take_sample_page
from .state import Plan, Wanted
from .watching.verdicts import clear_suspects, judge_suspect
from .watching.visited import learn_from_visit


class _Open(Protocol):
    """A part of the plan that knows which requests are its own."""

    def is_open(self, number: int, /) -> bool: ...


LOOKS_AROUND = frozenset({"discover", "describe", "browse"})
NEVER_COUNTED = frozenset({"describe", "browse"})  # their faults are not of the site
NO_FAULTS = frozenset({NOT_HTML, ROBOTS})  # of the site: it answers, or asks to be left alone
NO_ANSWERS = frozenset({"discover", "describe"})
EXPIRED = "expired"  # of a request that nobody answered, of a page that retention took


def fold_finding(plan: Plan, finding: Finding) -> list[Send]:
    """Count an answer, follow its links, teach the pool; the events of a watched search."""
    plan.head.model_version = max(plan.head.model_version, finding.model_version)
    _remember_full(plan, finding)
    if finding.lost:
        forget_objects(plan, finding.lost, finding.reason)
    if finding.again:
        _read_again(plan, finding)
        return []
    overdue.note_answered(plan, finding.number)
    if not plan.ledger.answer(finding.number):
        return []
    if waiting.refuses(finding):
        if waiting.note_refusal(plan, finding):
            return []
    else:
        waiting.go_on_after_refusals(plan, finding)
    clear_suspects(plan, finding)
    if plan.searches.search_of(finding.number):
        return take_round_page(plan, finding)
    for part, take_in in _PARTS_OF_THEIR_OWN:
        if part(plan).is_open(finding.number):
            take_in(plan, finding)
            return []
    _page(plan, finding)
    return []


def _read_again(plan: Plan, finding: Finding) -> None:
    """An earlier page, by a newer model."""
    plan.head.awaited = max(0, plan.head.awaited - 1)
    if finding.reason == OWN or plan.own_pages.is_open(finding.number):
        take_own_page(plan, finding)
    elif len(plan.searches):
        read_again(plan, finding)
    else:
        credit(plan, finding)
        if finding.outcome == EXPIRED:
            _asked_anew(plan, finding)


def _page(plan: Plan, finding: Finding) -> None:
    """Fold a page of the harvest, or of a phase before it."""
    if finding.outcome != ROBOTS:
        walls.note_wall(plan, finding)
    if finding.outcome == "ok":
        plan.head.n_ok += 1
        plan.head.n_failed = 0
    else:
        plan.head.n_failed += finding.reason not in NEVER_COUNTED and _is_fault(plan, finding)
        plan.head.failed_why = finding.detail or finding.outcome
    if finding.reason in LOOKS_AROUND:
        look_for_forms(plan, finding)
        if len(plan.searches):
            note_frame(plan, finding)
    if finding.reason not in NO_ANSWERS:
        page_arrived(plan, finding)
    note_state(plan, finding)
    if finding.outcome == ROBOTS:
        forbidden(plan, finding)


def _is_fault(plan: Plan, finding: Finding) -> bool:
    """Whether no page is a failure; so it is where robots.txt closes a form that has answered."""
    closed = finding.outcome == ROBOTS and finding.query is not None and plan.head.n_full > 0
    return closed or finding.outcome not in NO_FAULTS


def fold_expired(plan: Plan, record: Expired) -> list[Send]:
    """Fold a request that nobody answered, as an answer that failed."""
    return fold_finding(
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


# Requests whose answers are no pages of the harvest, by who knows of them.
_PARTS_OF_THEIR_OWN: tuple[tuple[Callable[[Plan], _Open], Callable[[Plan, Finding], None]], ...] = (
    (lambda plan: plan.searches, take_sample_page),
    (lambda plan: plan.suspects, judge_suspect),
    (lambda plan: plan.visits, learn_from_visit),
    (lambda plan: plan.own_pages, take_own_page),
)
