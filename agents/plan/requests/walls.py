"""What comes in place of answers, when no answer does: a log-in, scripts, a refusal, data."""

from __future__ import annotations

from upwell.streams.records import Finding

from ..params import FEWEST_WALLS
from ..state import Plan

NOT_THERE = (404, 410)  # statuses that say that what was asked for does not exist
WALLS = {
    "login": "asks for a name and a password: somebody has to log in",
    "script": "shows nothing before its scripts have run: it needs a browser",
    "block": "refuses to answer: ask its owner, or come back more slowly",
    "error": "says that something went wrong",
    "other_type": "sends data or documents and no pages",
    "moved": "sends everybody to another owner's pages",
}


def note_wall(plan: Plan, finding: Finding) -> None:
    """Count what comes in place of answers: pages in a row, and questions in a row.

    Nonsense meets a wall as well, and gets the page for no match where there is none. A page by
    itself does not say whether its box to log in is the frame's: where other questions were
    answered, that waits for a model. Nor does it say of what question a status of 404 is the
    answer: many sites send one where nothing matches.
    """
    asked = finding.query is not None and finding.came_back == "error"
    if asked and finding.status in NOT_THERE and not finding.model_version:
        return
    if finding.came_back == "login" and plan.head.n_full and not finding.model_version:
        return
    if finding.came_back not in WALLS or finding.doubtful:
        plan.head.wall, plan.head.walled = ("", 0), 0
        return
    kind, n = plan.head.wall
    same = finding.came_back == kind
    plan.head.wall = (finding.came_back, n + 1 if same else 1)
    plan.head.walled = (plan.head.walled if same else 0) + (finding.query is not None)


def wall(plan: Plan) -> str | None:
    """What the site does in place of answering; None: it answers, or nobody knows."""
    kind, n = plan.head.wall
    whole = n == plan.head.n_ok  # nothing else was ever seen
    return f"the site {WALLS[kind]}" if kind and (n >= FEWEST_WALLS or whole) else None
