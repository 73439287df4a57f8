"""What to ask next: the page, the question or the refinement that promises most new objects."""

from __future__ import annotations

from math import inf

from upwell.agents.reducer import Send
from upwell.models.queries.pool import Proposal
from upwell.models.urls.template import fill

from ..params import AHEAD, REFINEMENT_TRUST
from ..requests.issue import first_page, question
from ..requests.posting import may_ask
from ..requests.walls import wall
from ..state import Plan, Wanted
from .browse import best_link, best_list, largest_answer, pinned_list
from .offer import Offer, expecting, take_best


def ask_best(plan: Plan) -> Send | None:
    """The request that promises most new objects; None when none does, or answers have to come.

    An answer is followed while its next page is expected to bring more new objects than the best
    next question: both are one request.

    References
    ----------
    TXT 5.3; ENT 6.
    """
    least = plan.settings.least_new
    browsed = [best_link(plan, tried=_pays(plan))] if plan.settings.browse else []
    browsed = [pinned_list(plan) or one for one in browsed or [None]]
    listed = [offer for offer in (best_list(plan), *browsed) if offer and offer.new >= least]
    if not plan.asks:
        return take_best(plan, [*listed])
    offers = [*listed, _best_question(plan), _best_refinement(plan)]
    return take_best(plan, offers if any(offers) else [largest_answer(plan)])


def why_done(plan: Plan) -> str:
    """Why nothing more is asked of the site."""
    head, settings = plan.head, plan.settings
    if (why := wall(plan)) is not None:
        return why
    if questions_spent(plan):
        return f"the budget of {settings.max_queries} queries is spent"
    if head.barren >= settings.barren:
        return f"{settings.barren} questions in a row brought no new object"
    if plan.asks and (best := plan.pool.best()) is not None:
        new = min(best.new, plan.pool.unseen_per_request())
        return f"a further request is expected to bring {new:.2f} new objects"
    if not plan.asks and head.barren_links >= settings.barren_links:
        return f"{settings.barren_links} pages in a row brought no new object"
    return "nothing is left to ask" if plan.asks else "nothing is left to open"


def questions_spent(plan: Plan) -> bool:
    """Whether the operator allows no further question."""
    return plan.head.queries >= plan.settings.max_queries


def _best_question(plan: Plan) -> Offer | None:
    """What to ask the form, while questions pay; what somebody wants to be asked, always."""
    proposal = None if questions_spent(plan) else plan.pool.best()
    if proposal is None or not may_ask(plan):
        return None
    if proposal.new < inf and not (_pays(plan) and 2 * proposal.new >= plan.settings.least_new):
        return None

    def ask(plan: Plan, best: Proposal | None = proposal) -> Send | None:
        while best is not None:
            sent = question(plan, best.query, "query", expecting(best.new))
            if sent is not None:
                return sent
            best = plan.pool.best()  # its URL was asked before
        return None

    return Offer(proposal.new, AHEAD, ask)


def _pays(plan: Plan) -> bool:
    """Whether what no answer has shown yet is worth asking for."""
    new = plan.pool.unseen_per_request()
    return new >= plan.settings.least_new and plan.head.barren < plan.settings.barren


def _best_refinement(plan: Plan) -> Offer | None:
    """A second-level URL, as far as those asked so far have brought anything (ENT 6)."""
    asked, new = plan.head.brought.get("second_level", (0, 0))
    hope = (new + REFINEMENT_TRUST * plan.pool.unseen_per_request()) / (asked + REFINEMENT_TRUST)
    if not plan.refinements or plan.stalled or hope < plan.settings.least_new or not _pays(plan):
        return None
    return Offer(hope, AHEAD, lambda plan: _refine(plan, expecting(hope)))


def _refine(plan: Plan, why: str) -> Send | None:
    """Ask the first refinement of a class not asked yet; what is undecided goes on waiting."""
    form, known = plan.head.form, plan.prevalence
    template = form.template if form else None
    undecided: list[Wanted] = []
    for at, wanted in enumerate(plan.refinements):
        if template is None or wanted.query is None or wanted.url in plan.seen:
            continue
        asked = fill(template, wanted.query, form.encoding if form else "utf-8")
        if known.passed(wanted.url) or known.repeats(wanted.url, asked):
            continue
        if known.try_once(wanted.url, asked) and known.keep(wanted.url):
            plan.refinements = undecided + plan.refinements[at + 1 :]
            plan.changed |= {"refinements", "prevalence"}
            plan.seen.add(wanted.url)
            return first_page(plan, wanted, why)
        undecided.append(wanted)
    plan.refinements, plan.stalled = undecided, True
    plan.changed.add("refinements")
    return None
