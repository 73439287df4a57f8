"""Which form of a page asks a database: evidence in points, no training (ENT 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from upwell.models.tree.tagtree import Form, TagTree

from .query_field import TEXT_TYPES, best_query_field
from .words import CONTACT, FIND, LOGIN, MAIL, REGISTRATION, RESULTS_PATH, SEARCH

# Below it a false search form costs a crawler a hundred probes; -1 gives forms .967 instead of
# .963, and more false ones.
BIAS = -1.5

Points = tuple[float, str]


class Verdict(NamedTuple):
    """What a form is: a search form when `score` is above 0; `why` says which rules spoke."""

    score: float
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
    The paper takes the form as found. Here every rule is one line with its points, and a form
    searches when their sum is above 0.

    Examples
    --------
    >>> from upwell.models.tree.tagtree import Field
    >>> box = Field(name="q", type="text", value="", hint="Search books")
    >>> verdict = judge(Form("get", "/find", "", "", "", "Go", (box,)))
    >>> verdict.score, verdict.field
    (8.0, 'q')
    >>> secret = Field(name="pw", type="password", value="")
    >>> judge(Form("post", "/login", "", "", "", "Sign in", (secret,))).search
    False

    References
    ----------
    ENT 3; fig. 3.
    """
    best = best_query_field(form.fields)
    why = (*_of_the_form(form), *_of_the_fields(form), *_against(form), (BIAS, "bias"))
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
        yield 4.0, "role=search"
    if SEARCH.search(f"{form.own} {form.role}"):
        yield 3.0, "form id, class or name"
    if SEARCH.search(path) or RESULTS_PATH.search(path):
        yield 2.5, "action"
    elif SEARCH.search(form.action):
        yield 1.0, "action arguments"
    if SEARCH.search(form.buttons):
        yield 2.0, "button"
    elif FIND.search(form.buttons):
        yield 0.5, "button says go"
    if SEARCH.search(form.text):
        yield 1.0, "text"
    if form.method == "get":
        yield 1.0, "GET"


def _of_the_fields(form: Form) -> Iterator[Points]:
    hidden = (field for field in form.fields if field.type == "hidden")
    if any(SEARCH.search(f"{field.name} {field.value or ''}") for field in hidden):
        yield 1.0, "hidden field"
    best = best_query_field(form.fields)
    n_texts = sum(field.type in TEXT_TYPES for field in form.fields)
    if best is None:
        yield -1.0, "no text field"
        return
    points, reasons = best[1]
    if points:
        yield max(-4.0, min(5.0, points)), "query field: " + ", ".join(reasons)
    if n_texts == 1:
        yield 0.5, "one text field"
    if n_texts > 3:
        yield -0.5 * (n_texts - 3), f"{n_texts} text fields"


def _against(form: Form) -> Iterator[Points]:
    types = {field.type for field in form.fields}
    for kind, points in (("password", -8.0), ("textarea", -5.0), ("file", -3.0)):
        if kind in types:
            yield points, kind
    said = f"{form.own} {form.role} {form.action.partition('?')[0]} {form.buttons}"
    for pattern, reason in (
        (LOGIN, "login words"),
        (REGISTRATION, "registration words"),
        (MAIL, "mail words"),
        (CONTACT, "contact or shop words"),
    ):
        if pattern.search(said):
            yield -2.0, reason
