"""The forms of a page, as its source states them: what `queries` needs to judge and fill one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from lxml import etree

from .tagtree import Attributes, Event, Field, Form, TagTree

_STRAYING = frozenset(("input", "button"))  # a select or textarea elsewhere is hidden
_BUTTONS = frozenset(("submit", "image", "button"))
_OTHER_INPUTS = frozenset(
    "hidden submit button image reset checkbox radio password file range color".split()
)
_TEXT_INPUTS = frozenset("text search url tel number date email".split())
_UNSENT = frozenset("submit button image reset file".split())  # unless pressed or filled
# Of what is told of a form, what its elements are asked for.
_PARTS = frozenset("form input textarea select option button label script style".split())
_TOLD = frozenset(
    "action alt aria-label checked class disabled for id method name placeholder role selected src"
    " title type value".split()
)
# What XML has no place for; some of it is white space.
_UNPRINTABLE = dict.fromkeys((*range(9), *range(14, 28), 0xFFFE, 0xFFFF), "") | dict.fromkeys(
    (11, 12, *range(28, 32)), " "
)
_MOST_TEXT = 400  # characters of a form that are judged
# Against forms made to be slow: of one form so many controls and labels, of one text so much.
_MOST_CONTROLS = 2_000
_MOST_LABELS = 500
_MOST_RAW = 20_000
_MOST_STRINGS = 5_000


def forms_told(events: Iterable[Event], strays: Iterable[Stray] = ()) -> tuple[Form, ...]:
    """The forms of a page, of what was told between their starts and ends.

    A control that stands outside of all forms comes last in the one that it names.
    """
    forms = list(_built(events))
    by_id: dict[str, etree._Element] = {}
    for form in forms:
        by_id.setdefault(_get(form, "id"), form)
    for owner, tag, attributes, text in strays:
        if owner in by_id:
            (control,) = _control(tag, attributes, text)
            by_id[owner].append(control)
    return tuple(map(form_of, forms))


class Stray(NamedTuple):
    """A control outside of all forms."""

    owner: str  # id of the form that it names
    tag: str
    attributes: Attributes
    text: str


def strays(tree: TagTree) -> Iterator[Stray]:
    """The controls of a page that stand outside of all forms and name one."""
    naming = (node for node in tree.stated if tree.tag[node] in _STRAYING)
    for node in islice((node for node in naming if "form" in tree.stated[node]), _MOST_CONTROLS):
        up = int(tree.parent[node])
        while up >= 0 and tree.tag[up] != "form":
            up = int(tree.parent[up])
        if up < 0:
            stated, text = tree.stated[node], tree.visible(node, int(tree.end[node]))
            yield Stray(stated["form"] or "", tree.tag[node], stated, text)


def _control(tag: str, attributes: Attributes, text: str) -> etree._Element:
    """A small tree around one control."""
    builder = etree.TreeBuilder()
    builder.start("i", {})
    builder.start(tag, _told(attributes))
    builder.data(text.translate(_UNPRINTABLE))
    builder.end(tag)
    builder.end("i")
    return builder.close()


def _told(attributes: Attributes) -> Any:  # the stubs of lxml allow bytes where HTML has strings
    return {
        name: (value or "").translate(_UNPRINTABLE)
        for name, value in attributes.items()
        if name in _TOLD
    }


def form_of(form: etree._Element) -> Form:
    """One `<form>` of the tree lxml built, with every control below it in document order.

    Examples
    --------
    >>> from .parse import parse
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
    controls = list(islice(found, _MOST_CONTROLS))
    kinds = [_kind(control) for control in controls]
    pressed = [c for c, kind in zip(controls, kinds, strict=True) if kind in _BUTTONS]
    return Form(
        method="post" if _get(form, "method").strip().lower() == "post" else "get",
        action=_get(form, "action"),
        own=_words(form, "id", "class", "name", "aria-label", "title"),
        role=_get(form, "role"),
        text=_text(form)[:_MOST_TEXT],
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
    )


def _built(events: Iterable[Event]) -> Iterator[etree._Element]:
    """Small trees of elements, nothing in them but what is asked for."""
    builder, tags = etree.TreeBuilder(), list[str]()
    for event in events:
        if isinstance(event, str):
            builder.data(event.translate(_UNPRINTABLE))
        elif event is not None:
            tag, attributes = event
            tags.append(tag if tag in _PARTS else "i")
            builder.start(tags[-1], _told(attributes))
        else:
            builder.end(tags.pop())
            if not tags:
                yield from builder.close().iter("form")
                builder = etree.TreeBuilder()


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
    """What a browser sends for a control nobody touched; None: nothing."""
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
    """Of a select its options, of a button the one pair it sends when it is pressed."""
    if kind == "select":
        return tuple((_option_value(option), _text(option)) for option in control.iter("option"))
    if kind in _BUTTONS:
        return ((_get(control, "value"), _text(control)),)
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
    for label in islice(form.iter("label"), _MOST_LABELS):
        holds_another = next(label.iterdescendants("label"), None) is not None
        texts[label] = " ".join((label.text or "").split()) if holds_another else _text(label)
    return texts


def _label(
    control: etree._Element, labels: dict[etree._Element, str], by_id: dict[str, str]
) -> str:
    """What the label around a control says, then what the one that names its id says."""
    if not labels:
        return ""
    around = next(control.iterancestors("label"), None)
    texts = ("" if around is None else labels.get(around, ""), by_id.get(_get(control, "id"), ""))
    return " ".join(filter(None, texts))


def _text(element: etree._Element) -> str:
    """Text below an element, white space folded, its beginning if it is long."""
    if not len(element):
        return " ".join((element.text or "")[:_MOST_RAW].split())
    out: list[str] = []
    size = 0
    for string in islice(_strings(element), _MOST_STRINGS):
        out.append(string[:_MOST_RAW])
        size += len(string)
        if size > _MOST_RAW:
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
