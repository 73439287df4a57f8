"""Defaults of a form that hide a part of the database: found by asking with and without them."""

from __future__ import annotations

import msgspec

from upwell.models.queries.probes import nonsense_words
from upwell.models.urls.search_forms.defaults import Choice, with_choice
from upwell.models.urls.template import fill
from upwell.streams.records import Finding, FoundForm

from ...reducer import Send
from ..params import AGAIN_WIDE, WIDEN_SHARE
from ..requests.encodings import encoding_of
from ..requests.issue import request, room
from ..requests.posting import may_ask
from ..state import Answer, Plan, Tried, Wanted

AS_IT_IS = -1


def note_productive(plan: Plan, query: str, answer: Answer) -> None:
    """An answer is complete: it can be compared with one to the same words, sent otherwise.

    Best by its objects, where one page shows all of them; else by what it reports.
    """
    if plan.head.widened or plan.head.tried or not answer.n_objects:
        return
    whole = answer.asked <= 1 and answer.n_objects < plan.pool.limit
    if not whole and answer.matches is None:
        return
    size = answer.n_objects if whole else answer.matches or 0
    others = [one for one in plan.head.productive if one[-1] != query]
    ordered = sorted([*others, (whole, size, query)], key=lambda one: (not one[0], -one[1], one[2]))
    plan.head.productive = ordered[:AGAIN_WIDE]


def may_widen(plan: Plan) -> bool:
    """Whether the form has defaults that were not tried yet, and there is a query to do it with."""
    head, form = plan.head, plan.head.form
    if head.widened or form is None or not _choices(plan) or not head.productive:
        return False
    return len(_choices(plan)) <= WIDEN_SHARE * plan.settings.max_pages


def begin(plan: Plan) -> None:
    """Try each choice of the form with the query whose answer is surest to tell."""
    whole, _, query = plan.head.productive[0]
    plan.head.tried = Tried(query, whole, [AS_IT_IS, *_choices(plan)])


def _choices(plan: Plan) -> list[int]:
    """Places of the form's choices; what its pages hide is none where it is another on each."""
    form = plan.head.form
    if form is None:
        return []
    state = {name for name, _ in form.hidden} if plan.head.steady is False else set()
    return [at for at, (name, *_) in enumerate(form.choices) if name not in state]


def widen(plan: Plan) -> list[Send]:
    """Ask the query as the form is and otherwise; then go on with what shows most."""
    tried, form = plan.head.tried, plan.head.form
    if tried is None or form is None or form.template is None:
        plan.head.widened, plan.head.phase = True, "harvest"
        return []
    sends = []
    while tried.open and room(plan) and may_ask(plan):
        choice = tried.open.pop(0)
        sends.append(_ask(plan, tried, choice, _template(form, [choice]), tried.query))
    if tried.open or plan.ledger.outstanding:
        return sends
    if not tried.best:
        tried.best = _widest(form, tried)
        if tried.best and may_ask(plan):
            words = nonsense_words(plan.settings.seed, plan.settings.nonsense + 1)
            return [_ask(plan, tried, len(form.choices), _template(form, tried.best), words[-1])]
    _adopt(plan, tried, form)
    return []


def note_size(plan: Plan, finding: Finding) -> None:
    """How much a choice showed."""
    tried, form = plan.head.tried, plan.head.form
    if tried is None or form is None or finding.number not in tried.sent:
        return
    choice = tried.sent.pop(finding.number)
    n_objects = 0 if finding.empty else len(finding.objects)
    if finding.query != tried.query:
        tried.nonsense = n_objects
        return
    goes_on = any(link.role == "pager" for link in finding.links)
    tried.sizes[choice] = n_objects + goes_on / 2 if tried.counts else finding.matches or 0


def _ask(plan: Plan, tried: Tried, choice: int, template: str, query: str) -> Send:
    url = fill(template, query, encoding_of(plan, query))
    plan.seen.add(url)
    plan.head.queries += 1
    tried.sent[plan.ledger.issued + 1] = choice
    wanted = Wanted(url, "widen", query, key=url)
    return request(plan, wanted, "whether the form's defaults hide something")


def _widest(form: FoundForm, tried: Tried) -> list[int]:
    """Of each argument the value that shows most, where it shows more than the default does."""
    usual = tried.sizes.get(AS_IT_IS)
    best: dict[str, int] = {}
    if usual is None:
        return []
    for choice, size in sorted(tried.sizes.items()):
        if size <= usual or choice == AS_IT_IS:
            continue
        name = form.choices[choice][0]
        if name not in best or size > tried.sizes[best[name]]:
            best[name] = choice
    return sorted(best.values())


def _adopt(plan: Plan, tried: Tried, form: FoundForm) -> None:
    """Ask by what shows most from now on, unless it answers nonsense as well."""
    head = plan.head
    head.tried, head.widened, head.phase = None, True, "harvest"
    if not tried.best or tried.nonsense or form.template is None:
        return
    usual = tried.sizes[AS_IT_IS]
    head.hidden = [
        f"{Choice(*form.choices[choice])} shows {tried.sizes[choice]:.0f} in place of {usual:.0f}"
        f" for {tried.query!r}"
        for choice in tried.best
    ]
    head.form = msgspec.structs.replace(form, template=_template(form, tried.best), choices=[])
    for *_, query in head.productive:
        url = fill(head.form.template or "", query, encoding_of(plan, query))
        plan.want(Wanted(url, "query", query))


def _template(form: FoundForm, chosen: list[int]) -> str:
    template = form.template or ""
    for choice in chosen:
        if choice != AS_IT_IS:
            template = with_choice(template, Choice(*form.choices[choice]), form.encoding)
    return template
