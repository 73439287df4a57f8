"""Which form of a page asks a database: evidence in points, no training (ENT 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from upwell.models.tree.tagtree import Form, TagTree

from .query_field import CLEAR, HINT, best_query_field
from .words import CONTACT, LOGIN, MAIL, REGISTRATION, RESULTS_PATH, SEARCH

Points = tuple[int, str]


class Verdict(NamedTuple):
    """The score of a form, a search form when above 0; `why` names the rules that spoke."""

    score: int
    field: str | None  # name of the query field of a search form; None: it has none
    why: tuple[Points, ...]

    @property
    def search(self) -> bool:
        """Whether it is a search form."""
        return self.score > 0


class SearchForm(NamedTuple):
    """A search form of a page and what spoke for it."""

    form: Form
    verdict: Verdict


def judge(form: Form) -> Verdict:
    """Whether a form searches, and by which field.

    Reading
    -------
    The paper takes the form as found. Here every rule is one line: a hint, or a clear sign, worth
    two. A form searches when more than one hint is left of what speaks for it.

    Examples
    --------
    >>> from upwell.models.tree.tagtree import Field
    >>> box = Field(name="q", type="text", value="", hint="Search books")
    >>> verdict = judge(Form("get", "/find", "", "", "", "Go", (box,)))
    >>> verdict.score, verdict.field
    (6, 'q')
    >>> secret = Field(name="pw", type="password", value="")
    >>> judge(Form("post", "/login", "", "", "", "Sign in", (secret,))).search
    False

    References
    ----------
    ENT 3; fig. 3.
    """
    best = best_query_field(form.fields)
    why = (
        *_of_the_form(form),
        *_of_the_fields(form),
        *_against(form),
        (-HINT, "most forms do not"),
    )
    score = sum(points for points, _ in why)
    name = best[0].name or None if best and score > 0 else None
    return Verdict(score, name, why)


def search_forms(tree: TagTree) -> list[SearchForm]:
    """The search forms of a page, surest first.

    Reading
    -------
    A header and its mobile menu repeat one form: of forms with one method, action and fields
    the surest stays.
    """
    judged = [SearchForm(form, judge(form)) for form in tree.forms]
    judged = [found for found in judged if found.verdict.search]
    judged.sort(key=lambda found: -found.verdict.score)
    kept: dict[tuple[object, ...], SearchForm] = {}
    for found in judged:
        names = tuple(field.name for field in found.form.fields)
        kept.setdefault((found.form.method, found.form.action, names), found)
    return list(kept.values())


def _of_the_form(form: Form) -> Iterator[Points]:
    path = form.action.partition("?")[0]
    if form.role == "search":
        yield CLEAR, "role=search"
    if SEARCH.search(f"{form.own} {form.role}"):
        yield CLEAR, "form id, class or name"
    if SEARCH.search(path) or RESULTS_PATH.search(path):
        yield CLEAR, "action"
    elif SEARCH.search(form.action):
        yield HINT, "action arguments"
    if SEARCH.search(form.buttons):
        yield CLEAR, "button"
    if SEARCH.search(form.text):
        yield HINT, "text"
    if form.method == "get":
        yield HINT, "GET"


def _of_the_fields(form: Form) -> Iterator[Points]:
    hidden = (field for field in form.fields if field.type == "hidden")
    if any(SEARCH.search(f"{field.name} {field.value or ''}") for field in hidden):
        yield HINT, "hidden field"
    best = best_query_field(form.fields)
    if best is None:
        yield -HINT, "no text field"
    elif best[1].points:
        yield best[1].points, "query field: " + ", ".join(best[1].why)


def _against(form: Form) -> Iterator[Points]:
    types = {field.type for field in form.fields}
    for kind in ("password", "textarea", "file"):
        if kind in types:
            yield -2 * CLEAR, kind
    said = f"{form.own} {form.role} {form.action.partition('?')[0]} {form.buttons}"
    for pattern, reason in (
        (LOGIN, "login words"),
        (REGISTRATION, "registration words"),
        (MAIL, "mail words"),
        (CONTACT, "contact or shop words"),
    ):
        if pattern.search(said):
            yield -CLEAR, reason
