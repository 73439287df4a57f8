"""The search form of a site: looked for on the first page and on a few that it links to."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from urllib.parse import urlsplit

import msgspec

from upwell.models.pins import Pins
from upwell.models.urls.browsing import link_class
from upwell.models.urls.search_forms.others import asks_otherwise
from upwell.models.urls.search_forms.words import SEARCH
from upwell.models.urls.template import (
    fill,
    form_name,
    names_of,
    query_argument,
    with_query_in,
)
from upwell.streams.records import Finding, FoundForm, FoundLink

from .params import CANDIDATES, DISCOVERED
from .requests.posting import consents
from .state import Plan, Wanted


def look_for_forms(plan: Plan, finding: Finding) -> None:
    """Take the best form so far; while there is none, look on at pages that are linked."""
    head = plan.head
    found = [*_template_form(plan, finding), *finding.forms]
    forms = [form for form in found if _askable(plan, form, finding)]
    forms = [msgspec.structs.replace(f, score=inf) if f.method == "post" else f for f in forms]
    _remember(plan, forms)
    best = max(as_pinned(plan, forms), key=lambda form: form.score, default=None)
    if head.phase == "discover" and best is not None and _better(best, head.form):
        head.form = best
    if finding.forms and not forms and all(form.never for form in finding.forms):
        head.reason = f"its search form is never sent: {finding.forms[0].never}"
    elif not forms and (posts := [form for form in finding.forms if form.method == "post"]):
        head.reason = (
            "its search form is sent by POST, which may change something on a site: if it only"
            f" searches, --allow-post {_named(plan, posts[0], finding)} lets it be sent"
        )
    if head.form is None and head.phase == "discover":
        for link in finding.links:
            if link.role == "description" and plan.seen.add(link.url):
                plan.want(Wanted(link.url, "describe"))
        for link in sorted(finding.links, key=_speaks_of_search, reverse=True):
            if link.role == "other" and len(plan.seen) <= DISCOVERED and plan.owns(link.url):
                _look_once(plan, link.url)


def _named(plan: Plan, form: FoundForm, finding: Finding) -> str:
    """What to type for a form."""
    return f"{form.place}" if finding.url == plan.head.url else f"{finding.url}#{form.place}"


def _template_form(plan: Plan, finding: Finding) -> list[FoundForm]:
    """The template that the operator gives, in the encoding of the site's first page."""
    template = plan.settings.template
    if not template:
        return []
    return [
        FoundForm(
            template=template,
            method="get",
            action=template.partition("?")[0],
            query_field=query_argument(template),
            score=inf,
            encoding=finding.encoding or "utf-8",
            way="template",
        )
    ]


def next_form(plan: Plan) -> bool:
    """Ask the next best form, because no object came through this one; False without another."""
    head = plan.head
    if head.form is not None and head.form.template:
        head.dropped.append(head.form.template)
    found = _best_left(plan)
    if found is None:
        return False
    head.form = found
    _begin_anew(plan)
    return True


def note_late_form(plan: Plan) -> None:
    """Where no form was found at first, take the best of the pages that were opened as lists."""
    if plan.head.form is None:
        plan.head.form = _best_left(plan)


def _best_left(plan: Plan) -> FoundForm | None:
    """The best form that was not dropped."""
    head = plan.head
    found = (form for form in as_pinned(plan, head.forms) if form.template not in head.dropped)
    return next(found, None)


def not_asked(plan: Plan) -> list[str]:
    """The templates of forms that ask for something else than the one that is asked."""
    form = plan.head.form
    if form is None or not form.template or form.way == "template":
        return []
    others = [one.template for one in as_pinned(plan, plan.head.forms) if one.method == "get"]
    kept: list[str] = []
    for other in others:
        if other and all(asks_otherwise(other, one) for one in (form.template, *kept)):
            kept.append(other)
    return [other for other in kept if other not in plan.head.dropped]


def choose_form(plan: Plan) -> None:
    """The best form that may be asked by now, as if it were the first; other pins hold.

    Where none is known, the site's first page is opened once more.
    """
    head = plan.head
    before, head.dropped = head.form, []
    head.form = next(iter(as_pinned(plan, head.forms)), None)
    if head.form == before or head.phase == "discover":
        return
    start_over(plan)
    head.phase = "probe" if head.form is not None else "discover"
    if head.form is None:
        look_at(plan, head.url, again=True)


def start_over(plan: Plan) -> None:
    """Whatever form is asked from now on is asked from its first word; what was found stays."""
    head = plan.head
    head.dropped, head.tried, head.widened, head.reason = [], None, False, ""
    _begin_anew(plan)
    plan.give_up_frontier()
    for key in [key for key, answer in plan.answers.items() if not answer.is_list]:
        plan.close(key)


def _begin_anew(plan: Plan) -> None:
    plan.head.probes = plan.head.n_full = 0
    plan.head.full = []
    plan.forget_questions()


def as_pinned(plan: Plan, forms: Iterable[FoundForm]) -> list[FoundForm]:
    """The forms that may be asked, each with the field that is to take the query."""
    pins = plan.pins
    chosen = pins.names("form", "pin")
    out = []
    for form in forms:
        name = form_name(form.template) if form.template else ""
        if pins.verb("form", name) == "never" or (chosen and name not in chosen):
            continue
        pointed = _with_field(pins, form)
        if pointed is not None and not is_forbidden(plan, pointed):
            out.append(msgspec.structs.replace(pointed, score=inf) if chosen else pointed)
    return out


def _with_field(pins: Pins, form: FoundForm) -> FoundForm | None:
    """A form that asks by the field that is wanted; None: by one that is not."""
    names = names_of(form.template or "")
    wanted = next((name for name in names if pins.verb("field", name) == "pin"), None)
    if wanted is None:
        is_left = bool(pins.names("field", "pin"))
        return None if is_left or pins.verb("field", form.query_field or "") == "never" else form
    if wanted == form.query_field:
        return form
    template = with_query_in(form.template or "", wanted)
    return msgspec.structs.replace(form, template=template, query_field=wanted)


def is_forbidden(plan: Plan, form: FoundForm | None) -> bool:
    """Whether the addresses that a form makes are never to be asked."""
    template = form.template if form is not None else None
    return template is not None and plan.pins.forbids(fill(template, "x"))


def forbidden(plan: Plan, finding: Finding) -> None:
    """robots.txt forbids the form that is asked: the next one, else none; nothing was sent.

    A form that has answered is not dropped for it: then a request has failed.
    """
    head, form = plan.head, plan.head.form
    if form is None or form.template is None or head.n_full:
        return
    empty = finding.reason == "browse" and finding.url == fill(form.template, "", form.encoding)
    if finding.query is None and not empty:
        return
    address = urlsplit(form.template)
    head.reason = (
        f"robots.txt forbids its search form, {address.path}:"
        f" --ignore-robots {address.netloc} leaves that aside"
    )
    if next_form(plan):
        return
    head.form = None
    if head.phase == "probe":
        head.phase = "browse" if plan.settings.browse else "discover"


def _remember(plan: Plan, forms: list[FoundForm]) -> None:
    """Candidates, the surest first."""
    for form in forms:
        if not any(_same(form, one) for one in plan.head.forms):
            plan.head.forms.append(form)
    plan.head.forms = sorted(plan.head.forms, key=lambda form: -form.score)[:CANDIDATES]


def _same(one: FoundForm, other: FoundForm) -> bool:
    return one.template == other.template


def look_at(plan: Plan, url: str, again: bool = False) -> None:
    """Open a page for its form; one that may be read as a list too, unless nobody browses."""
    if plan.forbids(url) or (not plan.seen.add(url) and not again):
        return
    if browses(plan) and not (url == plan.head.url and may_be_answer(plan)):
        plan.want_list(url)
    else:
        plan.want(Wanted(url, "discover"))


def browses(plan: Plan) -> bool:
    """Whether lists are followed: not where searches are watched, and nothing else."""
    return plan.settings.browse and not len(plan.searches)


def may_be_answer(plan: Plan) -> bool:
    """Whether the page that was added may be the answer to a question, which is to be watched."""
    return plan.settings.watch and "?" in plan.head.url


def _look_once(plan: Plan, url: str) -> None:
    """Open one link of each class: a template that has no form has none on its other pages."""
    if link_class(url) not in plan.head.yielded:
        plan.head.yielded[link_class(url)] = (0, 0)
        look_at(plan, url)


def _askable(plan: Plan, form: FoundForm, finding: Finding) -> bool:
    """Whether a form can be asked at all: of the same owner, and by GET
    unless the operator consents to its POST."""
    if form.method == "post" and not consents(plan, form, finding):
        return False
    if form.way == "template":
        return True
    return not form.never and form.template is not None and plan.owns(form.template)


def _better(form: FoundForm, than: FoundForm | None) -> bool:
    return than is None or form.score > than.score


def _speaks_of_search(link: FoundLink) -> bool:
    return bool(SEARCH.search(link.text))
