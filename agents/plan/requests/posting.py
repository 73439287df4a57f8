"""Forms that are sent by POST, on the operator's consent: what their pages hide goes along."""

from __future__ import annotations

import msgspec

from upwell.models.urls.template import POSTED, form_fields
from upwell.streams.records import Finding, FoundForm, Request

from ..params import STATES
from ..state import Plan, Wanted


def consents(plan: Plan, form: FoundForm, finding: Finding) -> bool:
    """Whether the operator lets a form be sent by POST: by its place on its page."""
    settings = plan.settings
    if form.template is None or not settings.allow_post:
        return False
    named = finding.url == (settings.allow_post_on or plan.head.url)
    if named and form.place == settings.allow_post:
        plan.head.posted = form.template
    return form.template == plan.head.posted


def awaits_consent(plan: Plan) -> bool:
    """Whether the page whose form the operator named was not seen yet, and is on its way."""
    coming = plan.ledger.outstanding or plan.frontier
    return bool(plan.settings.allow_post_on and coming and not plan.head.posted)


def note_state(plan: Plan, finding: Finding) -> None:
    """Take in what the form hides on a page: of an answer for its next page, else for a question.

    Where two pages hide the same, it is no state, and may be sent as often as one likes. What else
    the form sends may be chosen otherwise on an answer, or by us.
    """
    form = _form(plan)
    if form is None:
        return
    for found in finding.forms:
        if not found.hidden or (found.target, found.query_field) != (form.target, form.query_field):
            continue
        if finding.reason != "discover" and plan.head.steady is not False:
            plan.head.steady = found.hidden == form.hidden
        plan.head.form = msgspec.structs.replace(form, hidden=found.hidden)
        key = finding.query
        if key is not None and key in plan.answers and plan.answers[key].further:
            plan.answer(key).state = found.hidden
        else:
            plan.head.states = [*plan.head.states, found.hidden][-STATES:]
        return


def may_ask(plan: Plan) -> bool:
    """Whether a question can be sent now; if a page has to be opened for it first, it is wanted."""
    form = _form(plan)
    if form is None or not form.hidden or plan.head.steady:
        return True
    if plan.head.states:
        return plan.head.steady is not None or not plan.ledger.outstanding
    if not plan.ledger.outstanding and not plan.frontier:
        plan.want(Wanted(plan.head.url, "discover"))
    return False


def may_post(plan: Plan, url: str) -> bool:
    """Whether a question that waits can be sent: where pages hide a state, there is one for it."""
    form = _form(plan)
    if form is None or not form.hidden or plan.head.steady is not False:
        return True
    return bool(plan.head.states) or not url.endswith(POSTED)


def may_turn(plan: Plan, key: str, url: str) -> bool:
    """Whether a next page can be sent for now: where pages hide a state, its answer's newest."""
    form = _form(plan)
    if form is None or not form.hidden or plan.head.steady or not url.endswith(POSTED):
        return True
    return bool(plan.answer(key).state)


def posted(plan: Plan, record: Request) -> Request:
    """The request of an address that is marked as posted, with its fields; others as they are."""
    form = _form(plan)
    if form is None or not record.url.endswith(POSTED):
        return record
    fields = form_fields(record.url, form.target, form.encoding)
    return msgspec.structs.replace(
        record,
        method="POST",
        action=form.target,
        encoding=form.encoding,
        form=[*_hidden(plan, form, record, fields), *fields],
    )


def _hidden(
    plan: Plan, form: FoundForm, record: Request, fields: list[tuple[str, str]]
) -> list[tuple[str, str]]:
    """What goes along unseen: of a next page what its answer hid, else what waits longest."""
    hidden, key = form.hidden, record.query
    if record.reason == "page" and key in plan.answers and plan.answers[key].state:
        answer = plan.answer(key)
        hidden, answer.state = answer.state, []
    elif plan.head.states and not plan.head.steady:
        hidden = plan.head.states.pop(0)
    said = {name for name, _ in fields}
    return [(name, value) for name, value in hidden if name not in said]


def _form(plan: Plan) -> FoundForm | None:
    form = plan.head.form
    return form if form is not None and (form.template or "").endswith(POSTED) else None
