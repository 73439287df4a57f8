"""The forms of a page, as its source states them: what `queries` needs to judge and fill one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from lxml import etree

from ..params import MOST_CONTROLS, MOST_FORM_TEXT, MOST_LABELS, MOST_RAW, MOST_STRINGS
from ..raw.repair import Budget, mended
from ..tagtree import Field, Form

# What a tree may not be given back: it holds what the page says, and more than XML can say.
_UNSPEAKABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_BUTTONS = frozenset(("submit", "image", "button"))
_OTHER_INPUTS = frozenset(
    "hidden submit button image reset checkbox radio password file range color".split()
)
_TEXT_INPUTS = frozenset("text search url tel number date email".split())
_UNSENT = frozenset("submit button image reset file".split())  # unless pressed or filled
# Against forms made to be slow: of one form so many controls and labels, of one text so much.


def forms_in(sources: Iterable[bytes]) -> tuple[Form, ...]:
    """The forms of a page, of the bytes that each of them holds."""
    return tuple(form_of(_built(source)) for source in sources)


def form_of(form: etree._Element) -> Form:
    """One form, its attributes and every control below it in document order.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> page = b'<form action=/s><label for=q>Find</label><input id=q name=q><button>Go</button>'
    >>> form = parse(page).forms[0]
    >>> [(f.name, f.type, f.value, f.label) for f in form.fields]
    [('q', 'text', '', 'Find'), ('', 'submit', None, '')]
    >>> form.method, form.action, form.buttons
    ('get', '/s', 'Go')
    """
    labels = _labels(form)
    by_id = {target: text for label, text in labels.items() if (target := label.get("for"))}
    found = form.iter("input", "textarea", "select", "button")
    controls = list(islice(found, MOST_CONTROLS))
    kinds = [_kind(control) for control in controls]
    pressed = [c for c, kind in zip(controls, kinds, strict=True) if kind in _BUTTONS]
    return Form(
        method="post" if _get(form, "method").strip().lower() == "post" else "get",
        action=_get(form, "action"),
        own=_words(form, "id", "class", "name", "aria-label", "title"),
        role=_get(form, "role"),
        text=_text(form)[:MOST_FORM_TEXT],
        buttons=" ".join(filter(None, map(_says, pressed))),
        fields=tuple(
            Field(
                name=_get(control, "name"),
                type=kind,
                value=_value(control, kind),
                label=_label(control, labels, by_id),
                hint=_words(control, "placeholder", "title", "value", "aria-label", "alt"),
                own=_words(control, "id", "class"),
                options=_options(control, kind),
                disabled="disabled" in control.attrib,
            )
            for control, kind in zip(controls, kinds, strict=True)
        ),
        charsets=_get(form, "accept-charset"),
    )


def _built(source: bytes) -> etree._Element:
    """A small page around what a form holds, with the form's attributes.

    The tag itself becomes another: libxml2 would end a form early, or a `<form/>` at once.
    """
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True
    )
    whole = b"<html><body><div" + source[len("<form") :]
    body = etree.fromstring(mended(whole, Budget(), quoted=False)[0], parser)[0]
    stated = dict(body[0].attrib)
    body.attrib.clear()
    for name, value in stated.items():
        if _PLAIN_NAME.fullmatch(name):
            body.set(name, _UNSPEAKABLE.sub("", value))
    return body


def _kind(control: etree._Element) -> str:
    """Type of a control; an input of an unknown type is a text field, as in a browser."""
    tag = str(control.tag)
    if tag in ("textarea", "select"):
        return tag
    kind = _get(control, "type").strip().lower()
    if tag == "button":
        return kind if kind in ("button", "reset") else "submit"
    return kind if kind in _OTHER_INPUTS or kind in _TEXT_INPUTS else "text"


def _value(control: etree._Element, kind: str) -> str | None:
    """The value that a browser sends for a control nobody touched; None: nothing."""
    if kind == "select":
        options = list(control.iter("option"))
        chosen = [option for option in options if "selected" in option.attrib] or options
        return _option_value(chosen[0]) if chosen else None
    if kind in ("checkbox", "radio"):
        return control.get("value", "on") if "checked" in control.attrib else None
    if kind in _UNSENT:
        return None
    return "".join(_strings(control)) if kind == "textarea" else _get(control, "value")


def _options(control: etree._Element, kind: str) -> tuple[tuple[str, str], ...]:
    """The options of a select; of a button, box or radio the pair it sends when it is on."""
    if kind == "select":
        return tuple((_option_value(option), _text(option)) for option in control.iter("option"))
    if kind in _BUTTONS:
        return ((_get(control, "value"), _text(control)),)
    if kind in ("checkbox", "radio"):
        return ((control.get("value", "on"), ""),)
    return ()


def _option_value(option: etree._Element) -> str:
    value = option.get("value")
    return _text(option) if value is None else value


def _says(button: etree._Element) -> str:
    words = _words(button, "value", "name", "id", "class", "alt", "title", "src", "aria-label")
    return f"{words} {_text(button)}".strip() if button.tag == "button" else words


def _labels(form: etree._Element) -> dict[etree._Element, str]:
    """Texts of labels. Of one left open, which so holds the next, its own first string."""
    texts: dict[etree._Element, str] = {}
    for label in islice(form.iter("label"), MOST_LABELS):
        holds_another = next(label.iterdescendants("label"), None) is not None
        texts[label] = " ".join((label.text or "").split()) if holds_another else _text(label)
    return texts


def _label(
    control: etree._Element, labels: dict[etree._Element, str], by_id: dict[str, str]
) -> str:
    """The text of the label around a control, then that of the label for its id."""
    if not labels:
        return ""
    around = next(control.iterancestors("label"), None)
    texts = ("" if around is None else labels.get(around, ""), by_id.get(_get(control, "id"), ""))
    return " ".join(filter(None, texts))


def _text(element: etree._Element) -> str:
    """Text below an element, white space folded, its beginning if it is long."""
    if not len(element):
        return " ".join((element.text or "")[:MOST_RAW].split())
    out: list[str] = []
    size = 0
    for string in islice(_strings(element), MOST_STRINGS):
        out.append(string[:MOST_RAW])
        size += len(string)
        if size > MOST_RAW:
            break
    return " ".join("".join(out).split())


def _strings(element: etree._Element) -> Iterator[str]:
    """All strings below an element, those of scripts and style sheets left out."""
    if next(element.iter("script", "style"), None) is None:
        yield from map(str, element.itertext())
        return
    for event, part in etree.iterwalk(element, events=("start", "end")):
        if event == "start" and part.tag not in ("script", "style"):
            yield part.text or ""
        elif event == "end" and part is not element:
            yield part.tail or ""


def _words(element: etree._Element, *names: str) -> str:
    return " ".join(filter(None, (element.get(name) for name in names)))


def _get(element: etree._Element, name: str) -> str:
    return element.get(name) or ""
