"""Requests that nobody answers: asked once more, then given up (DESIGN 4.7).

Time is what the records of a site say. A pause in which nothing was heard at all, because every
worker was off, counts as `GAP_S`: what waits in the log meanwhile is not late.
"""

from __future__ import annotations

from upwell.models.frontier.budget import credits

from ..params import GAP_S, OPEN_FOR_S, STEP_S, TIMES
from ..state import Plan


def patience_s(delay_s: float) -> float:
    """Seconds a request may take before it is asked once more, and again before it is given up.

    Reading
    -------
    DESIGN says `by age` and names none. The open requests of a site take five minutes at its
    delay, and longer only where two of them do; six times that leaves room for pauses that it
    asks for and for workers that come and go.

    Examples
    --------
    >>> patience_s(1.0), patience_s(0.0), patience_s(600.0)
    (1800.0, 1800.0, 7200.0)
    """
    return TIMES * max(OPEN_FOR_S, delay_s * credits(delay_s))


def advance_clock(plan: Plan, at: float) -> None:
    """Set the plan's clock to the time of a record; it never goes back."""
    head = plan.head
    gap = at - head.now
    if head.now and gap > GAP_S:
        head.slept += gap - GAP_S
    head.now = max(head.now, at)


def note_issued(plan: Plan, number: int) -> None:
    """Note when a request goes out, in steps of some minutes."""
    asked = plan.head.asked
    if not asked or _awake(plan) - asked[-1][1] >= STEP_S:
        asked.append((number, _awake(plan)))


def note_answered(plan: Plan, number: int) -> None:
    """Take a request out of those that are overdue or given up."""
    plan.head.again_at.pop(number, None)
    if number in plan.head.given_up:
        plan.head.given_up.remove(number)


def start_waiting_for_model(plan: Plan) -> None:
    """Note since when a model and its re-readings are waited for."""
    plan.head.learning_at = _awake(plan)


def model_is_late(plan: Plan) -> bool:
    """Whether the first model, or the last of its re-readings, was waited for long enough."""
    return _awake(plan) - plan.head.learning_at >= patience_s(plan.settings.delay_s)


def sort_open_by_age(plan: Plan) -> bool:
    """Sort open requests into overdue and given up by age; whether there are more of either."""
    head, ledger = plan.head, plan.ledger
    while len(head.asked) > 1 and head.asked[1][0] <= ledger.low:
        head.asked.pop(0)
    if not ledger.outstanding:
        head.asked.clear()
        return False
    now, patience = _awake(plan), patience_s(plan.settings.delay_s)
    late = [n for n in _older(plan, now - patience) if n not in head.again_at]
    lost = [n for n, at in head.again_at.items() if now - at >= patience]
    lost = [n for n in lost if n not in head.given_up]
    head.again_at |= dict.fromkeys(late, now)
    head.given_up += lost
    return bool(late or lost)


def _older(plan: Plan, than: float) -> list[int]:
    """Numbers of the open requests that went out before a time."""
    asked = plan.head.asked
    late = sum(at + STEP_S <= than for _, at in asked)
    end = asked[late][0] if late < len(asked) else plan.ledger.issued + 1
    return [number for number in plan.ledger.open_numbers() if late and number < end]


def _awake(plan: Plan) -> float:
    return plan.head.now - plan.head.slept
