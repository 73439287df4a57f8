"""The certificate of coverage of a crawl: what its pages are as captures, and when it is enough."""

from __future__ import annotations

from typing import TypedDict

from upwell.models.queries.coverage import LIST, PROBE, QUESTION, Coverage, Evidence, certify
from upwell.models.queries.pool import object_hash
from upwell.streams.records import Finding, SiteCoverage

from .state import Answer, Plan


class Estimated(TypedDict):
    """What a status tells of it."""

    coverage: SiteCoverage
    overlap: float
    only_listed: int
    n_cut: int


def note_objects(plan: Plan, finding: Finding, reason: str, first: bool) -> None:
    """The objects of a page were captured, by a list or by a question."""
    by = LIST if finding.query is None else PROBE if reason == "probe" else QUESTION
    objects = (object_hash(found.id) for found in finding.objects)
    plan.captures.fold(objects, by, again=not first)


def note_answer(plan: Plan, answer: Answer, cut: bool) -> None:
    """An answer is complete."""
    plan.captures.note_answer(answer.n_objects, answer.matches, cut)


def certificate(plan: Plan) -> Coverage | None:
    """How much of the source was seen, by estimate; None: too little to say."""
    return certify(_evidence(plan))


def why_covered(plan: Plan) -> str:
    """Why enough was seen; empty while it is not, or nobody asked for a certificate."""
    enough = plan.settings.coverage
    found = certificate(plan) if enough is not None else None
    if enough is None or found is None or found.share < enough:
        return ""
    return (
        f"about {found.share:.1%} of the source was seen, which has {found.low:,} to "
        f"{found.high:,} objects by estimate; {enough:.1%} were wanted"
    )


def coverage_fields(plan: Plan) -> Estimated:
    """The fields of a status that tell of coverage."""
    found, evidence = certificate(plan), _evidence(plan)
    share = round(found.share, 4) if found else None
    return Estimated(
        coverage=SiteCoverage(share=share, size=found.size, low=found.low, high=found.high)
        if found
        else SiteCoverage(),
        overlap=round(evidence.overlap, 3),
        only_listed=evidence.only_listed if found else 0,
        n_cut=plan.captures.sums.cut,
    )


def _evidence(plan: Plan) -> Evidence:
    head = plan.pool.head
    return Evidence(plan.pool.n_objects, plan.captures, head.window, head.matches)
