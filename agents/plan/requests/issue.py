"""Issue requests: numbered, within the site's credits and its budget."""

from __future__ import annotations

from urllib.parse import urlsplit

from upwell.agents.reducer import Send
from upwell.models.frontier.budget import credits
from upwell.models.urls.manners import acts
from upwell.models.urls.template import fill
from upwell.streams.records import Request

from ..state import Origin, Plan, Wanted
from .encodings import encoding_of, note_sent
from .overdue import note_issued
from .posting import may_post, may_turn, posted


def room(plan: Plan) -> int:
    """How many requests may be issued now: credits left, and budget left.

    A site that failed to answer is asked one by one until it does.
    """
    ahead = 1 if plan.head.n_refused else credits(plan.settings.delay_s)
    return max(0, min(ahead - plan.ledger.outstanding, budget(plan) - plan.ledger.issued))


def budget(plan: Plan) -> int:
    """Requests that may be issued in all: refusals and faults of the network are no answers."""
    return plan.settings.max_pages + plan.head.uncounted


def request(plan: Plan, wanted: Wanted, why: str = "", expected: float = 0.0) -> Send:
    """The next numbered request of the site."""
    number = plan.ledger.issue()
    note_issued(plan, number)
    asked, new = plan.head.brought.get(wanted.reason, (0, 0))
    plan.head.brought[wanted.reason] = (asked + 1, new)
    if wanted.object_id:
        plan.own_pages.begin(number, wanted.object_id, wanted.url)
    key = wanted.key or wanted.query
    if key is not None:
        plan.origins[number] = Origin(key, wanted.reason, expected)
        answer = plan.answer(key)
        answer.unread += 1
        answer.opened = answer.opened or number
        plan.changed.add("origins")
    record = Request(
        site=plan.site,
        number=number,
        low=plan.ledger.low,
        url=wanted.url,
        reason=wanted.reason,
        query=wanted.query,
        not_before=wanted.not_before,
        delay_s=plan.settings.delay_s,
        why=why,
        object_id=wanted.object_id,
        hosts=plan.settings.hosts,
    )
    return Send("requests", urlsplit(wanted.url).netloc.lower(), posted(plan, record))


def question(
    plan: Plan, query: str, reason: str, why: str = "", twice: bool = False
) -> Send | None:
    """Ask the form one query; None when that very URL was asked before, unless `twice`.

    Nor is a word asked that would do something: where words stand in the path, *logout* is a page.
    """
    form = plan.head.form
    if form is None or form.template is None:
        return None
    plan.pool.ask(query)
    url = fill(form.template, query, encoding_of(plan, query))
    if acts(url, query) or plan.forbids(url) or (not plan.seen.add(url) and not twice):
        return None
    plan.head.queries += 1
    if reason != "nonsense":
        note_sent(plan, query)
    return first_page(plan, Wanted(url, reason, query), why)


def first_page(plan: Plan, wanted: Wanted, why: str = "") -> Send:
    """The first page of an answer, or of the same with further arguments."""
    key = wanted.key or wanted.query
    if key is not None:
        answer = plan.answer(key)
        answer.awaited += 1
        answer.asked += 1
    return request(plan, wanted, why)


def next_page(plan: Plan, key: str, why: str = "", expected: float = 0.0) -> Send | None:
    """The next page of an answer that was not asked yet."""
    answer = plan.answer(key)
    while answer.further and may_turn(plan, key, answer.further[0]):
        url = answer.further.pop(0)
        if plan.seen.add(url):
            answer.awaited += 1
            answer.asked += 1
            page = Wanted(url, "browse", key=key) if answer.is_list else Wanted(url, "page", key)
            return request(plan, page, why, expected)
    return None


def waiting(plan: Plan) -> list[Send]:
    """Requests for what waits on the frontier, oldest first; what needs a state waits for one."""
    sends: list[Send] = []
    while plan.frontier and room(plan):
        ready = (at for at, one in enumerate(plan.frontier) if may_post(plan, one.url))
        at = next(ready, None)
        if at is None:
            if not sends and not plan.ledger.outstanding:
                plan.want(Wanted(plan.head.url, "discover"))
                continue
            break
        plan.changed.add("frontier")
        sends.append(request(plan, plan.frontier.pop(at)))
    return sends
