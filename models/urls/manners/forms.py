"""Whether a form may be sent at all: whose it is, what it asks for, and what it does."""

from __future__ import annotations

import re
from urllib.parse import urljoin

from upwell.models.tree.tagtree import Field, Form

from ..search_forms.words import SEARCH
from .acting import acts
from .owner import same_owner
from .words import names_act

_SECRET = {"password": "a password", "file": "a file", "email": "an e-mail address"}
_TEXTS = frozenset(("text", "tel", "number", "search", "url", "textarea"))
_SWITCHES = frozenset(("checkbox", "radio"))
_CHOSEN = _SWITCHES | {"select"}
_PRESSED = frozenset(("submit", "image"))
_MAIL = re.compile(r"(?:^|[^a-z])e?[-_]?mail(?:[-_]?addr(?:ess)?)?(?:$|[^a-z])", re.I)
_CARD = re.compile(
    r"(?:^|[^a-z])(?:cc[-_]?(?:num(?:ber)?|no|csc|cvc|cvv|exp)|(?:credit|debit)[-_]?card"
    r"|card[-_]?(?:num(?:ber)?|no|code)|cv[cv]2?|csc|iban)(?:$|[^a-z])",
    re.I,
)


def never_sent_because(form: Form, page_url: str, home: str | None = None) -> str:
    """Why a form is never sent, whoever consents to sending forms; empty where it may be.

    Parameters
    ----------
    page_url
        What its action is relative to.
    home
        A page of the site's owner; the form's page by default.

    Examples
    --------
    >>> from upwell.models.tree.tagtree import Field
    >>> box, go = Field("q", "search", ""), Field("", "submit", None, options=(("", "Search"),))
    >>> form = Form("get", "/find", "", "", "", "Search", (box, go))
    >>> never_sent_because(form, "http://a.example/")
    ''
    >>> from dataclasses import replace
    >>> never_sent_because(replace(form, action="//b.example/find"), "http://a.example/")
    'it leads to another owner, b.example'
    >>> never_sent_because(replace(form, action="/post/delete"), "http://a.example/")
    'its address acts: /post/delete'
    """
    target = _target(form, page_url)
    if not target:
        return "its action is no address"
    if not same_owner(target, home or page_url):
        return f"it leads to another owner, {_authority(target)}"
    return _asks_for(form) or _does(form, target)


def _asks_for(form: Form) -> str:
    for field in form.fields:
        thing = _SECRET.get(field.type)
        if field.type in _TEXTS:
            own = " ".join(field.own.split()[:1])
            if _MAIL.search(field.name) or _MAIL.search(own):
                thing = _SECRET["email"]
            elif _CARD.search(field.name) or _CARD.search(own):
                thing = "a card"
        if thing:
            return f"it asks for {thing}"
    return ""


def _does(form: Form, target: str) -> str:
    """Why a form is taken to act: by its address, hidden values or button; empty: it is not.

    Boxes that are ticked when nobody touches them decide nothing: they are kinds of records, of
    which *Favorite* is one. Words that act on some buttons only (*apply*, *run*, *clear*) decide
    nothing where a form that is sent by GET says itself that it searches.
    """
    if acts(target):
        return f"its address acts: /{target.partition('://')[2].partition('/')[2][:80]}"
    for field in form.fields:
        value = _sent(field) if field.type == "submit" else field.value
        sent = field.name and not field.disabled and field.type not in _SWITCHES
        if sent and value and field_acts(field, value):
            return f"it sends {field.name}={value[:40]}"
    button = next((f for f in form.fields if f.type in _PRESSED and not f.disabled), None)
    for text in _labels(button) if button else ():
        if names_act(text, label=True) and (names_act(text) or not _says_search(form)):
            return f"its button says {text[:40]!r}"
    return ""


def field_acts(field: Field, value: str) -> bool:
    """Whether a field that is sent with a value does something.

    Reading
    -------
    A value that is a verb does. One that somebody chooses may be a number or a letter: then what
    stands beside it says what it does, and of a box or a button in a row its name as well. Words
    that only say that something is sent are no verbs where somebody chooses: lists are sorted by
    *update* and by *change*.

    Examples
    --------
    >>> field_acts(Field("what", "select", "1", options=(("1", "View"), ("7", "Delete all"))), "7")
    True
    >>> field_acts(Field("remove-all", "checkbox", None), "1")
    True
    >>> field_acts(Field("order", "select", "a"), "a")
    False
    """
    if field.type == "hidden":
        return names_act(value)
    if field.type == "submit":
        return names_act(value, label=True)
    if field.type not in _CHOSEN:
        return False
    texts = [value, *(text for option, text in field.options if option == value)]
    texts += [field.name, field.label] if field.type in _SWITCHES else []
    return any(names_act(text) and names_act(text, label=True) for text in texts)


def _says_search(form: Form) -> bool:
    """Whether a form is sent by GET, and a field that takes words is one of search."""
    boxes = [field for field in form.fields if field.type in _TEXTS]
    said = form.role == "search" or any(
        field.type == "search" or SEARCH.search(f"{field.name} {field.label} {field.hint}")
        for field in boxes
    )
    return bool(said and boxes) and form.method == "get"


def _labels(button: Field) -> list[str]:
    return [text for text in (*(text for _, text in button.options), button.hint) if text]


def _sent(field: Field) -> str:
    return field.options[0][0] if field.options else ""


def _target(form: Form, page_url: str) -> str:
    try:
        target = urljoin(page_url, form.action.strip())
    except ValueError:
        return ""
    return target if target.startswith(("http://", "https://")) else ""


def _authority(url: str) -> str:
    return url.partition("://")[2].partition("/")[0][:80]
