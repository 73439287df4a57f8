"""The life of a site: discover, probe, learn, harvest, parked - each step with its reason."""

from __future__ import annotations

from upwell.models.queries.probes import Probe, probes
from upwell.streams.records import Publish

from ..reducer import Send
from .choice import AHEAD, ask_best, questions_spent, why_done
from .credit import give_up_unread
from .issue import budget, question, room, waiting
from .overdue import model_is_late, waits_for_a_model
from .state import Plan
from .waiting import try_again

FULL_PROBES = 20  # probe answers with content that make a first model


def step(plan: Plan) -> list[Send]:
    """Everything plan wants to do now, phase after phase until one waits for answers.

    References
    ----------
    ENT 2; fig. 1.
    """
    sends: list[Send] = []
    while not plan.head.paused:
        phase = plan.head.phase
        sends += _PHASES[phase](plan)
        if plan.head.phase == phase:
            break
    return sends


def park(plan: Plan, reason: str) -> None:
    """Stop asking, and say why."""
    plan.head.phase = "parked"
    plan.head.reason = reason


def discover(plan: Plan) -> list[Send]:
    """Find the search form, from the URL that was added and at most ten pages it links to."""
    if plan.head.form is not None:
        plan.head.phase = "probe"
        plan.frontier.clear()
        plan.changed.add("frontier")
        return []
    sends = waiting(plan)
    if not sends and plan.ledger.outstanding == 0:
        why = plan.head.failed_why or plan.head.reason
        if plan.head.n_ok == 0 and why:
            park(plan, f"{plan.head.url} could not be opened: {why}")
        else:
            detail = f" ({plan.head.reason})" if plan.head.reason else ""
            park(plan, f"no search form found on {plan.head.url} or on pages it links to{detail}")
    return sends


def probe(plan: Plan) -> list[Send]:
    """Ask dictionary words, and nonsense words between them (THOR IV).

    Reading
    -------
    THOR asks 100 dictionary and 10 nonsense words. Asking stops when the nonsense words and
    twenty answers with content are in: that is what a first model is made of. Then three words
    that brought objects are asked a second time: what differs is not the answer.
    """
    if _gave_up(plan) or _spent(plan):
        return _finish(plan)
    order, repeats = _probe_order(plan)
    sends = waiting(plan)
    enough = plan.head.n_full >= FULL_PROBES and plan.head.probes >= 2 * plan.settings.nonsense
    if enough:
        plan.head.probes = max(plan.head.probes, len(order))
    order += [Probe(word, "repeat") for word in plan.head.full] or repeats
    while plan.head.probes < len(order) and room(plan) and not questions_spent(plan):
        if plan.ledger.outstanding >= 2 * AHEAD:
            return sends
        one = order[plan.head.probes]
        plan.head.probes += 1
        reason = "nonsense" if one.kind == "nonsense" else "probe"
        asked = question(plan, one.word, reason, one.kind, twice=one.kind == "repeat")
        if asked is not None:
            sends.append(asked)
    asked_all = plan.head.probes >= len(order) or questions_spent(plan)
    if asked_all and not plan.ledger.outstanding and not plan.frontier:
        sends += _learn(plan)
    return sends


def learn(plan: Plan) -> list[Send]:
    """Wait until analyse has published and read the earlier pages once more, but not for ever."""
    if model_is_late(plan):
        plan.head.awaited, plan.head.told = 0, True
        learned(plan)
    return []


def harvest(plan: Plan) -> list[Send]:
    """Ask what promises most new objects per cost, and follow the answers (TXT, ENT)."""
    if _gave_up(plan) or _spent(plan):
        return _finish(plan)
    sends = waiting(plan)
    while room(plan) and (sent := ask_best(plan)) is not None:
        sends.append(sent)
    if not sends and plan.ledger.outstanding == 0 and not plan.frontier:
        park(plan, why_done(plan))
        return _finish(plan)
    return sends


def parked(plan: Plan) -> list[Send]:
    """Nothing, until an operator raises the budget."""
    return []


def _probe_order(plan: Plan) -> tuple[list[Probe], list[Probe]]:
    """The probes in their order, and those that are asked a second time at the end."""
    settings, form = plan.settings, plan.head.form
    language = settings.language or (form.language if form else "")
    every = list(probes(settings.seed, settings.probes, settings.nonsense, language=language))
    repeats = [one for one in every if one.kind == "repeat"]
    return [one for one in every if one.kind != "repeat"], repeats


def _learn(plan: Plan) -> list[Send]:
    plan.head.phase = "learn"
    waits_for_a_model(plan)
    return _publish(plan, "probe")


def learned(plan: Plan) -> None:
    """A model stands and its re-readings are in: go on to the harvest."""
    if plan.head.phase == "learn" and plan.head.awaited == 0:
        if plan.head.model_version > 0:
            plan.head.phase = "harvest"
            give_up_unread(plan)
        elif plan.head.told:
            park(plan, "no answer of the form could be read")


def _publish(plan: Plan, phase: str) -> list[Send]:
    plan.head.publishes += 1
    return [Send("pages", plan.site, Publish(site=plan.site, seq=0, phase=phase))]


def _finish(plan: Plan) -> list[Send]:
    return _publish(plan, "harvest") if plan.head.phase == "parked" else []


def _gave_up(plan: Plan) -> bool:
    most = plan.settings.failures
    if plan.head.n_failed >= most:
        park(plan, f"{most} requests in a row failed; the last: {plan.head.failed_why}")
    return plan.head.phase == "parked"


def _spent(plan: Plan) -> bool:
    """The budget is issued; park when the last answer is in."""
    if plan.ledger.issued < budget(plan):
        return False
    most = plan.settings.max_pages
    if plan.ledger.outstanding == 0:
        park(plan, f"the budget of {most} page{'s' * (most > 1)} is spent")
    return True


_PHASES = {
    "discover": discover,
    "probe": probe,
    "learn": learn,
    "harvest": harvest,
    "waiting": try_again,
    "parked": parked,
}
