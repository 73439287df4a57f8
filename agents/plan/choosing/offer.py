"""One way to go on, and what it is expected to bring."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from upwell.agents.reducer import Send

from ..state import Plan


class Offer(NamedTuple):
    """One way to go on."""

    new: float  # objects that it is expected to bring
    ahead: int  # requests under way beside which it may be asked
    ask: Callable[[Plan], Send | None]


def take_best(plan: Plan, offers: list[Offer | None]) -> Send | None:
    """What promises most; None when nothing does, or when answers have to come first."""
    for offer in sorted((one for one in offers if one), key=lambda offer: -offer.new):
        if plan.ledger.outstanding >= max(offer.ahead, 1):
            return None
        sent = offer.ask(plan)
        if sent is not None:
            return sent
    return None


def expecting(new: float) -> str:
    """Why a request is made, for people."""
    return "wanted by the operator" if new == inf else f"{new:.2f} new objects expected"
