"""The life of a site: discover, browse, probe, learn, harvest, watch or parked, with its reason."""

from __future__ import annotations

from math import inf

from upwell.streams.records import Publish

from ..reducer import Send
from .choosing.browse import browse_best, has_lists
from .choosing.choice import ask_best, questions_spent, why_done
from .choosing.offer import expecting
from .choosing.probing import next_probe
from .choosing.widening import begin, may_widen, widen
from .coverage import why_covered
from .credit import give_up_unread
from .details.opening import may_learn, open_next, wants_own_pages
from .forms import browses, may_be_answer, next_form, note_late_form
from .params import AHEAD
from .requests.issue import budget, question, room, waiting
from .requests.overdue import model_is_late, start_waiting_for_model
from .requests.posting import awaits_consent, may_ask
from .requests.waiting import try_again
from .requests.walls import wall
from .searching.rounds import ask_rounds
from .searching.sample import ask_sample, is_enough, is_unread, name_addresses, watch_address
from .state import Plan
from .watching.agenda import may_watch, visit_due


def step(plan: Plan) -> list[Send]:
    """The requests of the phase, and of the next ones until one waits for answers.

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
    """Stop asking for more, and say why; where it is wanted, what is known is watched."""
    plan.head.stood = plan.head.phase
    plan.head.phase = "watch" if may_watch(plan) else "parked"
    plan.head.reason = reason


def rest(plan: Plan, reason: str) -> None:
    """Nothing is expected to bring new objects any more: open own pages, or stop."""
    if wants_own_pages(plan):
        plan.head.phase, plan.head.rests = "details", reason
    else:
        park(plan, reason)


def discover(plan: Plan) -> list[Send]:
    """Find the search form, from the URL that was added and at most ten pages it links to."""
    if plan.head.form is not None and not awaits_consent(plan):
        watch_address(plan)
        plan.head.phase = "browse" if browses(plan) and plan.head.n_ok > 0 else "probe"
        plan.give_up_frontier()
        if plan.head.phase == "browse" and may_be_answer(plan):
            plan.want_list(plan.head.url)
        return []
    browse_first = browses(plan) and plan.head.n_ok > 0
    sends = waiting(plan)
    if not sends and plan.ledger.outstanding == 0:
        why = plan.head.failed_why or plan.head.reason
        if browse_first:
            plan.head.phase = "browse"
        elif plan.head.n_ok == 0 and why:
            park(plan, f"{plan.head.url} could not be opened: {why}")
        else:
            park(plan, _no_form(plan))
    return sends


def browse(plan: Plan) -> list[Send]:
    """Follow the lists that can be had without a question, while they bring more than one would.

    Reading
    -------
    The papers begin with a form. Before a model tells what a page brings, the form sent empty and
    a few links of different makes are opened, and the first pages of what they lead to; a model of
    these says where to go on.
    """
    if _gave_up(plan) or _spent(plan):
        return _finish(plan)
    sends = waiting(plan)
    while room(plan) and (sent := browse_best(plan)) is not None:
        sends.append(sent)
    if sends or plan.ledger.outstanding or plan.frontier:
        return sends
    shown = not plan.asks or has_lists(plan)
    if shown and not plan.head.model_version and not plan.head.told:
        return _learn(plan, "browse")
    note_late_form(plan)
    if plan.asks:
        plan.head.phase = "probe"
    elif _closing(plan):
        return _learn(plan, "browse")
    else:
        rest(plan, _why_listed(plan) if plan.head.objects else _no_form(plan))
        return _finish(plan)
    return []


def probe(plan: Plan) -> list[Send]:
    """Ask dictionary words, and nonsense words between them (THOR IV).

    Reading
    -------
    THOR asks 100 dictionary and 10 nonsense words. Asking stops when the nonsense words and
    twenty answers with content are in: that is what a first model is made of; where lists were
    followed before, a few answers that show nothing new are enough. Then three words that brought
    objects are asked a second time: what differs is not the answer. What the operator wants to be
    asked goes before all of it.
    """
    if _gave_up(plan) or _spent(plan):
        return _finish(plan)
    if len(plan.searches):
        return _sample(plan)
    sends = waiting(plan)
    while (
        (query := plan.pool.next_given())
        and room(plan)
        and may_ask(plan)
        and not questions_spent(plan)
    ):
        if plan.ledger.outstanding >= 2 * AHEAD:
            return sends
        asked = question(plan, query, "query", expecting(inf))
        sends += [asked] if asked else []
    asked_all = questions_spent(plan)
    while room(plan) and not asked_all and may_ask(plan):
        if plan.ledger.outstanding >= 2 * AHEAD:
            return sends
        one = next_probe(plan)
        if one is None:
            asked_all = True
            break
        reason = "nonsense" if one.kind == "nonsense" else "probe"
        asked = question(plan, one.word, reason, one.kind, twice=one.kind == "repeat")
        sends += [asked] if asked else []
        asked_all = questions_spent(plan)
    sends += waiting(plan)
    if asked_all and not plan.ledger.outstanding and not plan.frontier:
        sends += _learn(plan, "harvest")
    return sends


def _sample(plan: Plan) -> list[Send]:
    """Ask the searches that are to be watched, and what a model of their pages needs besides."""
    if why := name_addresses(plan):
        park(plan, why)
        return []
    sends = ask_sample(plan)
    if sends or plan.ledger.outstanding or plan.frontier:
        return sends
    if is_unread(plan):
        return _learn(plan, "probe")
    if not is_enough(plan):
        return ask_sample(plan, more=True)
    plan.head.phase, plan.head.reason = "watch", ""
    return []


def learn(plan: Plan) -> list[Send]:
    """Wait until analyse has published and read the earlier pages once more, but not for ever."""
    if model_is_late(plan):
        plan.head.awaited, plan.head.told = 0, True
        leave_learning(plan)
    return []


def try_defaults(plan: Plan) -> list[Send]:
    """Try once whether the form's defaults hide something (ENT 3)."""
    if _gave_up(plan) or _spent(plan):
        return _finish(plan)
    return widen(plan)


def harvest(plan: Plan) -> list[Send]:
    """Ask what promises most new objects per cost, and follow the answers (TXT, ENT)."""
    if _gave_up(plan) or _spent(plan) or _covered(plan):
        return _finish(plan)
    if plan.names.is_due(plan.pool.n_objects):
        plan.names.offer_to(plan.pool)
    sends = waiting(plan)
    while room(plan) and not why_covered(plan) and (sent := ask_best(plan)) is not None:
        sends.append(sent)
    sends += waiting(plan)
    if not sends and plan.ledger.outstanding == 0 and not plan.frontier:
        if _closing(plan):
            return _learn(plan, "harvest")
        rest(plan, why_done(plan))
    return sends


def details(plan: Plan) -> list[Send]:
    """Open own pages of objects: a sample, and where they say more than rows all, newest first.

    Reading
    -------
    They bring no new object, so they come last. What a page about one thing says is known by what
    pages of its kind have in common: a model is made of the sample, and of the first twenty.
    """
    if _spent(plan):
        return _finish(plan)
    sends = waiting(plan)
    while room(plan) and (sent := open_next(plan)) is not None:
        sends.append(sent)
    if sends or plan.ledger.outstanding or plan.frontier:
        return sends
    goes_on = may_learn(plan)
    if goes_on or _closing(plan):
        plan.head.own_upto = plan.head.own_opened
        return _learn(plan, "details", ends=not goes_on)
    park(plan, plan.head.rests)
    return _finish(plan)


def watch(plan: Plan) -> list[Send]:
    """Visit pages again, or the pages of searches, until nobody wants it any more."""
    if may_watch(plan) and len(plan.searches):
        return ask_rounds(plan)
    if may_watch(plan):
        return visit_due(plan)
    park(plan, plan.head.reason)
    return []


def parked(plan: Plan) -> list[Send]:
    """Nothing, until an operator raises the budget."""
    return []


def _learn(plan: Plan, then: str, ends: bool = False) -> list[Send]:
    """Have what was read so far read again by a model of all of it, and wait for that.

    `ends`: the phase ends with it.
    """
    plan.head.then, plan.head.phase, plan.head.told = then, "learn", False
    start_waiting_for_model(plan)
    return _publish(plan, "end" if ends else then)


def _closing(plan: Plan) -> bool:
    """Whether something was asked since a model was last published for good."""
    if plan.head.closed_at == plan.ledger.issued:
        return False
    plan.head.closed_at = plan.ledger.issued
    return True


def leave_learning(plan: Plan) -> None:
    """Leave the phase `learn` when the model and all its re-readings are in."""
    if plan.head.phase != "learn" or plan.head.awaited or not plan.head.told:
        return
    if plan.head.then == "harvest" and not plan.pool.is_answered and next_form(plan):
        plan.head.phase = "probe"
    elif plan.head.model_version > 0 or plan.head.then == "browse":
        plan.head.phase = plan.head.then
        give_up_unread(plan)
        if plan.head.phase == "harvest" and may_widen(plan):
            begin(plan)
            plan.head.phase = "widen"
    else:
        park(plan, "no answer of the form could be read")


def _why_listed(plan: Plan) -> str:
    """Why no list is followed any more, and what kept its form from being asked."""
    kept = plan.head.reason
    return f"{why_done(plan)}; {kept}" if kept else why_done(plan)


def _no_form(plan: Plan) -> str:
    if (why := wall(plan)) is not None:
        return why
    if plan.settings.browse_only:
        return f"no list of objects was found behind the links of {plan.head.url}"
    detail = f" ({plan.head.reason})" if plan.head.reason else ""
    return f"no search form found on {plan.head.url} or on pages it links to{detail}"


def _publish(plan: Plan, phase: str) -> list[Send]:
    plan.head.publishes += 1
    return [Send("pages", plan.site, Publish(site=plan.site, seq=0, phase=phase))]


def _finish(plan: Plan) -> list[Send]:
    return _publish(plan, "harvest") if _has_ended(plan) else []


def _has_ended(plan: Plan) -> bool:
    return plan.head.phase in ("parked", "watch")


def _gave_up(plan: Plan) -> bool:
    most = plan.settings.failures
    if plan.head.n_failed >= most:
        park(plan, f"{most} requests in a row failed; the last: {plan.head.failed_why}")
    elif plan.head.walled >= most and (why := wall(plan)):
        park(plan, why)
    return _has_ended(plan)


def _covered(plan: Plan) -> bool:
    """The certificate says that enough was seen; park when the last answer is in."""
    why = why_covered(plan)
    if why and not plan.ledger.outstanding:
        rest(plan, why)
    return plan.head.phase != "harvest"


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
    "browse": browse,
    "probe": probe,
    "learn": learn,
    "widen": try_defaults,
    "harvest": harvest,
    "details": details,
    "watch": watch,
    "waiting": try_again,
    "parked": parked,
}
