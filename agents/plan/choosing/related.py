"""Queries that a site itself offers, and what its URL arguments turned out to be (ENT 6)."""

from __future__ import annotations

from collections.abc import Iterable

from upwell.models.urls.arguments.relevance import ArgumentVerdict
from upwell.models.urls.second_level import carried_query, refines

from ..params import MOST_JUDGED, MOST_RELATED
from ..state import Plan

RELATED = "related"  # the source of queries that pages offer


def offer_related(plan: Plan, query: str, urls: Iterable[str]) -> None:
    """Queries other than what was asked join the pool, as a source of their own (ENT 6.1).

    Probes are words of a dictionary: what a site offers is asked in the harvest.

    References
    ----------
    ENT 6.1.
    """
    form = plan.head.form
    if form is None or form.template is None or plan.head.phase != "harvest":
        return
    template, encoding = form.template, form.encoding
    room = MOST_RELATED - plan.head.n_related
    for url in urls if room > 0 else ():
        offered = carried_query(url, template, encoding)
        if offered is None or refines(url, template, query, encoding):
            continue
        folded = " ".join(offered.lower().split())
        if room > 0 and folded not in plan.pool.memory.offers:
            plan.pool.add_words([folded], RELATED)
            plan.head.n_related += 1
            room -= 1


def argument_verdicts(plan: Plan) -> list[ArgumentVerdict]:
    """The verdicts on arguments of second-level URLs, of many the first by name (ENT 6.3)."""
    return plan.prevalence.relevance()[:MOST_JUDGED]
