"""The reading of what is no page."""

from __future__ import annotations

from ..pages.came_back import without_page
from ..tree.no_page import outcome_of
from .reading import UNKNOWN, Reading


def unreadable(body: bytes, url: str) -> Reading | None:
    """The reading of what is no page, with its outcome; None: it is one."""
    outcome = outcome_of(body)
    if outcome == "ok":
        return None
    came_back = without_page(outcome)
    return Reading(
        url=url or None,
        cluster=UNKNOWN,
        cluster_rank=0,
        empty=came_back == "no_match",
        pagelets=[],
        objects=[],
        similarity=0.0,
        outcome=outcome,
        came_back=came_back,
    )
