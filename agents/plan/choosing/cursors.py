"""Which pager links are followed: those whose cursor has shown, or may yet show, further pages."""

from __future__ import annotations

from upwell.models.queries.pool import object_hash
from upwell.models.urls.pager.verdicts import cursor_class, fold, goes_on, refuted
from upwell.streams.records import Finding

from ..params import MAX_FIRST
from ..state import Answer, Plan


def judge(plan: Plan, answer: Answer, finding: Finding, reason: str) -> list[str]:
    """Learn from a page that a model has read whether its cursor leads on.

    Where it has just been refuted, no answer goes on by it; their keys come back.
    """
    shown = sorted({object_hash(found.id) for found in finding.objects})
    if reason != "page":
        answer.first, answer.kind = shown[:MAX_FIRST], finding.cluster
        return []
    if finding.empty or answer.kind is None:
        return []
    highest = answer.first[-1] if len(answer.first) == MAX_FIRST else None
    comparable = [each for each in shown if highest is None or each <= highest]
    went_on = goes_on(comparable, answer.first, finding.cluster == answer.kind)
    if went_on is None:
        return []
    cursor = cursor_class(finding.url, finding.query)
    fold(plan.head.cursors, cursor, went_on)
    return _dropped(plan) if not went_on and refuted(plan.head.cursors, cursor) else []


def shows_first(answer: Answer, finding: Finding) -> bool:
    """Whether a page shows nothing but what the first page of its answer did: it is no next one."""
    return {object_hash(found.id) for found in finding.objects} <= set(answer.first)


def _dropped(plan: Plan) -> list[str]:
    """Answers that lose a page which waited for its turn."""
    out = []
    for key, answer in sorted(plan.answers.items()):
        left = [url for url in answer.further if not is_refuted(plan, url, key)]
        if left != answer.further:
            plan.answer(key).further = left
            out.append(key)
    return out


def is_refuted(plan: Plan, url: str, query: str | None) -> bool:
    """Whether the cursor of a URL was seen to show nothing further."""
    return refuted(plan.head.cursors, cursor_class(url, query))
