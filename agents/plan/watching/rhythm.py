"""When each page is visited: by its learned rate of change, within the budget of visits.

The budget is shared between looking for new objects, on the first pages of lists and answers, and
checking those that are known, by how often either end brought news lately.
"""

from __future__ import annotations

from collections.abc import Sequence

from upwell.models.change.change_rate import ChangeEvidence, change_rate
from upwell.models.change.revisit import interval_s, visit_level

from ..params import LEAST_SHARE, LONGEST_ROUNDS, VISITS_FADE
from ..state import Plan
from .visits import Arm, Visit


def plan_visits(plan: Plan) -> None:
    """Find the levels anew, and from them when each page is due.

    Done when watching begins and whenever half as many visits as there are pages were made: it
    costs n log n.
    """
    visits, rhythm = plan.visits, plan.visits.rhythm
    for arm, pages in _ends(plan):
        rates = [_page_rate(plan, page) / page.weight for page in pages]
        weights = [page.weight for page in pages]
        arm.level = visit_level(rates, weights, budget_s(plan) * _share(plan, arm))
    rhythm.planned = rhythm.n_visits
    for page in list(visits):
        if not page.asked:
            page.due = page.at + pause_s(plan, page)
    visits.touch_all()


def is_due(plan: Plan) -> bool:
    """Whether the levels are to be found anew."""
    rhythm = plan.visits.rhythm
    since = rhythm.n_visits - rhythm.planned
    return rhythm.planned < 0 or since > len(plan.visits) // 2


def pause_s(plan: Plan, page: Visit) -> float:
    """Seconds between two visits of a page."""
    arm, budget = arm_of(plan, page), budget_s(plan)
    longest = LONGEST_ROUNDS * len(plan.visits) / budget
    return interval_s(arm.level, _page_rate(plan, page) / page.weight, page.weight, longest)


def learn(plan: Plan, page: Visit, at: float, changed: bool, news: bool) -> None:
    """Take note of a visit that told something."""
    rhythm, arm = plan.visits.rhythm, arm_of(plan, page)
    interval = at - page.at
    page.evidence.fold(interval, changed)
    rhythm.kinds.setdefault(page.kind, ChangeEvidence()).fold(interval, changed)
    page.rate = change_rate(page.evidence, kind_rate(plan, page))
    for one in (rhythm.looking, rhythm.checking):
        one.visits, one.news = one.visits * VISITS_FADE, one.news * VISITS_FADE
    arm.visits, arm.news = arm.visits + 1, arm.news + news
    rhythm.n_visits += 1
    page.at = rhythm.told_at = at


def kind_rate(plan: Plan, page: Visit) -> float:
    """Changes a second of a page of its kind; 0: nothing is known of any."""
    kinds = plan.visits.rhythm.kinds
    evidence = kinds.get(page.kind)
    return change_rate(evidence) if evidence is not None else 0.0


def arm_of(plan: Plan, page: Visit) -> Arm:
    """The end that a page serves."""
    return plan.visits.rhythm.looking if page.is_first else plan.visits.rhythm.checking


def budget_s(plan: Plan) -> float:
    """Visits a second."""
    return plan.settings.revisits / 3600


def _page_rate(plan: Plan, page: Visit) -> float:
    """Changes a second of a page by its own visits, else by those of its kind, else by all."""
    return page.rate or kind_rate(plan, page) or budget_s(plan) / max(1, len(plan.visits))


def _ends(plan: Plan) -> Sequence[tuple[Arm, list[Visit]]]:
    rhythm = plan.visits.rhythm
    first = [page for page in plan.visits if page.is_first]
    rest = [page for page in plan.visits if not page.is_first]
    return (rhythm.looking, first), (rhythm.checking, rest)


def _share(plan: Plan, arm: Arm) -> float:
    """Share of the visits that an end has: by its pages of lists, and how often it brings news.

    Own pages are as many as objects, and would leave nothing for looking where new ones appear.
    """
    ends = [(one, pages) for one, pages in _ends(plan) if pages]
    if len(ends) == 1:
        return 1.0
    sizes = [sum(not page.object_id for page in pages) or 1 for _, pages in ends]
    hopes = [
        (one, n * (one.news + 1) / (one.visits + 2))
        for (one, _), n in zip(ends, sizes, strict=True)
    ]
    share = sum(hope for one, hope in hopes if one is arm) / sum(hope for _, hope in hopes)
    return min(1 - LEAST_SHARE, max(LEAST_SHARE, share))
