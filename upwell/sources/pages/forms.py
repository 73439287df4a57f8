"""The forms of a site: the search form with its controls, and others that are none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..database.question import Question
from ..look.wording import Wording
from .addresses import Addresses

# What other forms are made of: (path, name of the field, its type) each.
_OTHERS: Mapping[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "newsletter": ("/newsletter", (("email", "email"),)),
    "login": ("/login", (("user", "text"), ("password", "password"))),
    "language": ("/language", (("lang", "text"),)),
    "postcode": ("/branches", (("plz", "text"),)),
}


class Control(NamedTuple):
    """A control beside the words; `options` are (value, text) of a select or of radio buttons."""

    type: str  # select, radio, checkbox, hidden, token
    name: str
    label: str = ""
    value: str = ""
    options: Sequence[tuple[str, str]] = ()


class Form(NamedTuple):
    """The search form as it stands on one page."""

    action: str
    method: str
    query: str  # name of the field of words
    value: str  # what stands in it
    controls: Sequence[Control]


class Other(NamedTuple):
    """A form that searches nothing; `fields` are (name, type)."""

    name: str
    action: str
    fields: Sequence[tuple[str, str]]


class Forms:
    """What all pages of a site share of their forms."""

    def __init__(
        self,
        addresses: Addresses,
        wording: Wording,
        labels: Mapping[str, str],
        options: Mapping[str, Sequence[str]],
    ) -> None:
        self._addresses = addresses
        family, names = addresses.family, addresses.arguments
        self.others = [Other(name, *_OTHERS[name]) for name in family.others]
        self._fixed: list[Control] = []
        facet = next(iter(family.rules.facets), "")
        sorts = [("", wording.say("sort"))]
        sorts += [(name, labels.get(name, name)) for name in family.rules.sorts]
        for kind in family.fields:
            if kind == "hidden":
                self._fixed.append(Control("hidden", names["hidden"], value="search"))
            elif kind == "select" and facet:
                choices = [("", wording.say("field.all"))]
                choices += [(value, value) for value in options.get(facet, ())]
                self._fixed.append(Control("select", facet, labels.get(facet, facet), "", choices))
            elif kind == "radio":
                label = wording.say("sort.by")
                self._fixed.append(Control("radio", names["sort"], label, "", sorts))
            elif kind == "checkbox":
                label = wording.say("field.pictures")
                self._fixed.append(Control("checkbox", names["pictures"], label, "1"))
        self._token = "token" in family.fields

    def search(self, question: Question, token: str) -> Form:
        """The search form after a question."""
        controls = [
            control._replace(value=self._value(control, question)) for control in self._fixed
        ]
        if self._token:
            controls.append(Control("token", self._addresses.arguments["token"], value=token))
        family = self._addresses.family
        return Form(
            self._addresses.path,
            family.method,
            self._addresses.arguments["query"],
            question.query,
            controls,
        )

    @staticmethod
    def _value(control: Control, question: Question) -> str:
        if control.type == "select":
            return question.narrow.get(control.name, "")
        return question.sort if control.type == "radio" else control.value
