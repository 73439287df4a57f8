"""Which own page is opened next, and what it brought."""

from __future__ import annotations

from upwell.agents.reducer import Send
from upwell.models.queries.pool import object_hash
from upwell.models.urls.browsing import type_class
from upwell.models.urls.manners import acts
from upwell.streams.records import Finding
from upwell.streams.web.outcomes import NOT_HTML

from ..choosing.browse import forget_type
from ..params import OWN_LEARNED, OWN_SAMPLE
from ..requests.issue import request
from ..state import Plan, Wanted
from ..watching.visited import note_own_page
from .own_pages import LinkClass, OwnLink, own_mark

OWN = "detail"


def note_own_pages(plan: Plan, finding: Finding) -> None:
    """Objects of a list whose own pages may be opened, now or when somebody wants it later."""
    for found in finding.objects:
        if found.url and own_mark(found.id) not in plan.seen and _may_open(plan, found.url):
            plan.own_pages.add(found.id, found.url)


def _may_open(plan: Plan, url: str) -> bool:
    return plan.owns(url) and not acts(url) and type_class(url) not in plan.head.no_pages


def wants_own_pages(plan: Plan) -> bool:
    """Whether an own page is worth a request, as far as is known."""
    return plan.settings.details != "no" and _best(plan) is not None


def open_next(plan: Plan) -> Send | None:
    """Open the newest own page that is worth it; None: there is none, or a model has to come."""
    n_opened, enough = plan.head.own_opened, _enough(plan)
    if n_opened >= enough:
        return None
    if (again := plan.own_pages.twice) is not None and n_opened == enough - 1:
        return _open(plan, again, "what differs at a second fetch is not about it")
    if (link := _best(plan)) is None:
        return None
    plan.own_pages.drop(link)
    plan.seen.add(own_mark(link.id))
    if not n_opened:
        plan.own_pages.twice = link
    known = "what no row says" if plan.head.own_upto else "nobody knows what"
    return _open(plan, link, f"its own page says {known}")


def _open(plan: Plan, link: OwnLink, why: str) -> Send:
    plan.head.own_opened += 1
    return request(plan, Wanted(link.url, OWN, object_id=link.id), why)


def may_learn(plan: Plan) -> bool:
    """Whether a model has to be made of the own pages so far before more are opened."""
    n_opened, upto = plan.head.own_opened, plan.head.own_upto
    return n_opened > upto and (not upto or n_opened >= _enough(plan))


def take_own_page(plan: Plan, finding: Finding) -> None:
    """Count an own page that was read, or could not be; read again it counts once.

    One that no model can read yet is waited for, until the model of the first twenty has come.
    """
    own = plan.own_pages
    if finding.outcome == NOT_HTML:
        forget_type(plan, finding.url)
    if not own.is_open(finding.number):
        return
    is_late = finding.again or plan.head.own_upto >= OWN_LEARNED
    if finding.columns is not None:
        id_ = own.object_of(finding.number)
        gains = _gains(plan, id_, finding.columns)
        own.end(finding.number, gains)
        if gains:
            note_own_page(plan, finding, id_)
    elif finding.outcome != "ok" or is_late:
        own.end(finding.number, False)


def _enough(plan: Plan) -> int:
    """Own pages that are opened with what is known: few, until a model is made of them."""
    upto = plan.head.own_upto
    if upto >= OWN_LEARNED:
        return plan.ledger.issued + plan.settings.max_pages
    return OWN_LEARNED if upto else OWN_SAMPLE


def _best(plan: Plan) -> OwnLink | None:
    """The newest that is worth it; the others are kept, for an operator who wants all.

    Before anything is known one of the class that most have is, for pages of one kind teach most.
    """
    own = plan.own_pages
    if not plan.head.own_upto:
        usual = own.usual_class()
        return own.newest(lambda name, link: name == usual)
    if plan.settings.details == "all":
        return own.newest(lambda name, link: True)

    def is_wanted(name: str, link: OwnLink) -> bool:
        return plan.pins.of_address(link.url) is not None or _is_worth(own.classes.get(name))

    return own.newest(is_wanted)


def _is_worth(known: LinkClass | None) -> bool:
    """Whether more with such addresses are opened: most say what no row does, or few were read.

    One page of the sample is fetched twice.
    """
    return known is None or known.n_read < OWN_SAMPLE - 1 or 2 * known.n_gained > known.n_read


def _gains(plan: Plan, id_: str, columns: list[list[str]]) -> bool:
    """Whether a column says what the row of an object does not: most of its words are others."""
    memory = plan.pool.memory
    number = memory.items.get(object_hash(id_))
    if number is None:
        return True
    shown = set(memory.chooser.books.words_of[number].tolist())
    return any(
        2 * sum(memory.words.get(word, -1) not in shown for word in words) > len(words)
        for words in columns
    )
