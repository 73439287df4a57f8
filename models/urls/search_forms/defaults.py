"""What a form sends besides the words, and what it could send in its place: filters that hide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from typing import NamedTuple

from upwell.models.tree.tagtree import Field, Form

from ..canonical import unescaped
from ..manners import field_acts
from ..template import LONGEST, QUERY, escaped, is_wide
from .query_field import TEXT_TYPES

MOST_OF_A_FIELD = 6  # other values of one field that are worth a request
MOST_OF_A_FORM = 24


class Choice(NamedTuple):
    """One argument with another value than the form sends; None: left out."""

    name: str
    usual: str | None
    other: str | None

    def __str__(self) -> str:
        sent = f"{self.name}={self.other}" if self.other is not None else f"no {self.name}"
        return f"{sent} instead of {self.usual}" if self.usual is not None else sent


def choices(form: Form, query_field: str | None) -> list[Choice]:
    """How a form could be sent otherwise without other words, each field in its turn.

    Reading
    -------
    The paper sends the default of every other field. A default may hide a part of what there is,
    and no word of it says so; asking once with each other value does. A default that says itself
    that it leaves out nothing is left as it is, and what would do something is never chosen. What
    a POST form hides is sent empty; whether it is its page's own, and passes once, its other pages
    say.

    Examples
    --------
    >>> state = Field("state", "select", "1", options=(("1", "open"), ("2", "closed")))
    >>> kept = Field("archived", "checkbox", None, options=(("y", ""),))
    >>> form = Form("get", "/s", "", "", "", "", (state, kept))
    >>> [str(choice) for choice in choices(form, "q")]
    ['no state instead of 1', 'archived=y', 'state=2 instead of 1']

    References
    ----------
    ENT 3.
    """
    fields = [f for f in form.fields if f.name and not f.disabled and f.name != query_field]
    turns = [list(islice(_of(field, form), MOST_OF_A_FIELD)) for field in fields]
    found = [choice for turn in zip_longest(*turns) for choice in turn if choice is not None]
    found = [choice for choice in found if len(choice.other or "") <= LONGEST]
    return found[:MOST_OF_A_FORM]


def _of(field: Field, form: Form) -> Iterator[Choice]:
    name, usual = field.name, field.value
    if field.type == "select" and usual is not None:
        if is_wide(usual, dict(reversed(field.options)).get(usual, "")):
            return
        yield Choice(name, usual, None)
        others = [value for value, _ in field.options if value != usual]
        for value in dict.fromkeys([*others[:1], *others[-1:], *others]):
            if not field_acts(field, value):
                yield Choice(name, usual, value)
    elif field.type == "checkbox":
        value = field.options[0][0] if field.options else "on"
        if usual is not None or not field_acts(field, value):
            yield Choice(name, usual, value if usual is None else None)
    elif field.type == "radio" and usual is None:
        chosen = _chosen(field, form.fields)
        for value, _ in field.options:
            if not field_acts(field, value):
                yield Choice(name, chosen, value)
    elif usual and field.type == "hidden" and form.method == "post":
        yield Choice(name, usual, "")  # left out it would be what the page hides
    elif usual and (field.type in TEXT_TYPES or field.type == "hidden"):
        yield Choice(name, usual, None)


def _chosen(radio: Field, fields: Sequence[Field]) -> str | None:
    """Value of the button of its group that is pressed."""
    group = (f.value for f in fields if f.type == "radio" and f.name == radio.name)
    return next((value for value in group if value is not None), None)


def with_choice(template: str, choice: Choice, encoding: str = "utf-8") -> str:
    """A template with one argument sent otherwise.

    >>> with_choice("http://a.example/s?q={query}&state=1", Choice("state", "1", "3"))
    'http://a.example/s?q={query}&state=3'
    >>> with_choice("http://a.example/s?q={query}&state=1#post", Choice("state", "1", None))
    'http://a.example/s?q={query}#post'
    """
    url, mark, fragment = template.partition("#")
    path, _, query = url.partition("?")
    made = "" if choice.other is None else f"{escaped(choice.name, encoding)}="
    made += escaped(choice.other or "", encoding)
    out: list[str] = []
    for segment in query.split("&"):
        name, _, value = segment.replace("+", " ").partition("=")
        said = (unescaped(name, encoding), unescaped(value, encoding))
        if choice.usual is not None and said == (choice.name, choice.usual) and value != QUERY:
            out += [made] if made else []
            made = ""
        else:
            out.append(segment)
    return f"{path}?{'&'.join([*out, made] if made else out)}{mark}{fragment}"
