"""Issue requests: numbered, within the site's credits and its budget."""

from __future__ import annotations

from urllib.parse import urlsplit

from upwell.models.frontier.budget import credits
from upwell.models.urls.template import fill
from upwell.streams.records import Request

from ..reducer import Send
from .overdue import noted
from .state import Plan, Wanted

QUERIES_AHEAD = 4  # questions asked before their answers taught anything


def room(plan: Plan) -> int:
    """How many requests may be issued now: credits left, and budget left."""
    ahead = credits(plan.settings.delay_s) - plan.ledger.outstanding
    return max(0, min(ahead, plan.settings.max_pages - plan.ledger.issued))


def request(plan: Plan, wanted: Wanted) -> Send:
    """The next numbered request of the site."""
    number = plan.ledger.issue()
    noted(plan, number)
    record = Request(
        site=plan.site,
        number=number,
        low=plan.ledger.low,
        url=wanted.url,
        reason=wanted.reason,
        query=wanted.query,
        not_before=wanted.not_before,
        delay_s=plan.settings.delay_s,
    )
    return Send("requests", urlsplit(wanted.url).netloc.lower(), record)


def question(plan: Plan, query: str, reason: str, twice: bool = False) -> Send | None:
    """Ask the form one query; None when that very URL was asked before, unless `twice`."""
    form = plan.head.form
    if form is None or form.template is None:
        return None
    plan.pool.ask(query)
    url = fill(form.template, query)
    if not plan.seen.add(url) and not twice:
        return None
    plan.head.queries += 1
    opened = plan.opened(query)
    opened.pages += 1
    opened.asked += 1
    return request(plan, Wanted(url, reason, query))


def refinement(plan: Plan) -> Send | None:
    """The next second-level URL that is worth a request (ENT 6); None when there is none."""
    while plan.refinements:
        plan.changed |= {"refinements", "prevalence"}
        wanted = plan.refinements.pop(0)
        if wanted.query is None or wanted.url in plan.seen:
            continue
        if plan.prevalence.keep(wanted.url):
            plan.seen.add(wanted.url)
            plan.opened(wanted.query).pages += 1
            return request(plan, wanted)
    return None


def waiting(plan: Plan) -> list[Send]:
    """Requests for what waits on the frontier, oldest first."""
    sends: list[Send] = []
    while plan.frontier and room(plan):
        plan.changed.add("frontier")
        sends.append(request(plan, plan.frontier.pop(0)))
    return sends
