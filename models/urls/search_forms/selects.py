"""Forms in which nothing can be typed: each value that a select offers is a list of its own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from upwell.models.tree.tagtree import Form

from ..template import action_of, defaults, escaped
from .query_field import TEXT_TYPES

MOST_OPTIONS = 200  # of one form


class Offered(NamedTuple):
    """An address that a form of selects leads to, and what the chosen option says."""

    url: str
    text: str


def offers(form: Form, base_url: str, encoding: str = "utf-8") -> list[Offered]:
    """The addresses that a GET form of selects leads to: as it stands, then option by option.

    Parameters
    ----------
    base_url
        What the action is relative to.
    encoding
        In which names and values are sent.

    Returns
    -------
    Nothing for a form that is posted or takes words, and for one without a select.

    Reading
    -------
    The paper's forms take words. Here the values of a select are what can be asked: one of them at
    a time, the other fields as they stand, so that each address is one a browser sends.

    Examples
    --------
    >>> from upwell.models.tree.tagtree import Field
    >>> town = Field("town", "select", "", options=(("", "-"), ("7", "Ulm")))
    >>> form = Form("get", "/list", "", "", "", "", (town,))
    >>> [url for url, _ in offers(form, "http://a.example/")]
    ['http://a.example/list?town=', 'http://a.example/list?town=7']

    References
    ----------
    ENT 3.
    """
    target = action_of(form, base_url)
    if form.method != "get" or target is None or not _chooses(form):
        return []
    path = target.partition("?")[0]
    found: dict[str, str] = {}
    for pairs, text in islice(_choices(form), MOST_OPTIONS):
        sent = (f"{escaped(name, encoding)}={escaped(value, encoding)}" for name, value in pairs)
        found.setdefault(f"{path}?{'&'.join(sent)}", text)
    return [Offered(url, text) for url, text in found.items()]


def _chooses(form: Form) -> bool:
    kinds = {field.type for field in form.fields if not field.disabled}
    return "select" in kinds and not kinds & (TEXT_TYPES | {"textarea", "password", "file"})


def _choices(form: Form) -> Iterator[tuple[list[tuple[str, str]], str]]:
    """Each way to send the form: names and values, and the text of the option chosen."""
    usual = defaults(form, None)
    yield usual, ""
    for field in form.fields:
        if field.type != "select" or field.disabled or not field.name:
            continue
        for value, text in field.options:
            yield [(n, value if n == field.name else v) for n, v in usual], text
