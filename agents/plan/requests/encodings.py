"""In which encoding a question is sent: that of the form's page, or UTF-8 all the same."""

from __future__ import annotations

from upwell.models.urls.template import escaped, fill
from upwell.streams.records import Finding

from ..state import Plan

UTF_8 = "utf-8"


def encoding_of(plan: Plan, query: str) -> str:
    """The encoding that a question is sent in.

    A browser sends a form as its page is written; what answers behind an old page may read UTF-8.
    Where the two differ in a question's bytes, the one whose questions brought objects most often
    is taken. One that was not tried yet counts as if it always would: both are tried while neither
    has brought anything, and where the page's own does, UTF-8 costs a question or two.
    """
    form = plan.head.form
    if form is None:
        return UTF_8
    if not _differs(plan, query):
        return form.encoding
    return max((form.encoding, UTF_8), key=lambda name: _rate(plan, name))


def note_sent(plan: Plan, query: str) -> None:
    """Count a question that is sent now."""
    if _differs(plan, query):
        name = encoding_of(plan, query)
        sent, brought = plan.head.encodings.get(name, (0, 0))
        plan.head.encodings[name] = (sent + 1, brought)


def note_match(plan: Plan, finding: Finding) -> None:
    """Count an answer with objects for the encoding that its question was sent in."""
    form, query = plan.head.form, finding.query
    if form is None or form.template is None or query is None or not _differs(plan, query):
        return
    for name, (sent, brought) in plan.head.encodings.items():
        if finding.url == fill(form.template, query, name):
            plan.head.encodings[name] = (sent, brought + 1)


def _differs(plan: Plan, query: str) -> bool:
    """Whether it is open how a question is sent: POST takes what hidden fields were written in."""
    form = plan.head.form
    if form is None or form.method == "post" or query.isascii():
        return False
    return escaped(query, form.encoding) != escaped(query, UTF_8)


def _rate(plan: Plan, name: str) -> float:
    sent, brought = plan.head.encodings.get(name, (0, 0))
    return (brought + 1) / (sent + 1)
