"""The search form of a site: looked for on the first page and on a few that it links to."""

from __future__ import annotations

from math import inf
from urllib.parse import urlsplit

import msgspec

from upwell.models.urls.browsing import link_class
from upwell.models.urls.search_forms.words import SEARCH
from upwell.models.urls.template import fill, query_argument
from upwell.streams.records import Finding, FoundForm, FoundLink

from .params import CANDIDATES, DISCOVERED
from .requests.posting import consents
from .state import Plan, Wanted


def look_for_forms(plan: Plan, finding: Finding) -> None:
    """Take the best form so far; while there is none, look on at pages that are linked."""
    head = plan.head
    found = [*_given(plan, finding), *finding.forms]
    forms = [form for form in found if _askable(plan, form, finding)]
    forms = [msgspec.structs.replace(f, score=inf) if f.method == "post" else f for f in forms]
    _remember(plan, forms)
    best = max(forms, key=lambda form: form.score, default=None)
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


def _given(plan: Plan, finding: Finding) -> list[FoundForm]:
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
    head.forms = [form for form in head.forms if head.form is None or not _same(form, head.form)]
    if not head.forms:
        return False
    head.form = head.forms.pop(0)
    head.probes = head.n_full = 0
    head.full = []
    plan.forget_questions()
    return True


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
    if not plan.seen.add(url) and not again:
        return
    if plan.settings.browse:
        plan.want_list(url)
    else:
        plan.want(Wanted(url, "discover"))


def _look_once(plan: Plan, url: str) -> None:
    """Open one link of each class: a template that has no form has none on its other pages."""
    if link_class(url) not in plan.head.yielded:
        plan.head.yielded[link_class(url)] = (0, 0)
        look_at(plan, url)


def _askable(plan: Plan, form: FoundForm, finding: Finding) -> bool:
    """Whether a form can be asked at all: of the same owner, with the field wanted, and by GET
    unless the operator consents to its POST."""
    if form.method == "post" and not consents(plan, form, finding):
        return False
    chosen = plan.settings.query_field
    fits = chosen is None or form.query_field == chosen
    if form.way == "template":
        return True
    return fits and not form.never and form.template is not None and plan.owns(form.template)


def _better(form: FoundForm, than: FoundForm | None) -> bool:
    return than is None or form.score > than.score


def _speaks_of_search(link: FoundLink) -> bool:
    return bool(SEARCH.search(link.text))
