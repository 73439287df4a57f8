"""The forms of a page, as its source states them: what `queries` needs to judge and fill one."""

from __future__ import annotations

from lxml import etree

from .tagtree import Field, Form

_BUTTONS = frozenset(("submit", "image", "button"))
_OTHER_INPUTS = frozenset(
    "hidden submit button image reset checkbox radio password file range color".split()
)
_TEXT_INPUTS = frozenset("text search url tel number date email".split())
_UNSENT = frozenset("submit button image reset file".split())  # unless pressed or filled
_MOST_TEXT = 400


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
    by_id, around = _labels(form)
    controls = list(form.iter("input", "textarea", "select", "button"))
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
                label=" ".join(
                    filter(None, (around.get(control), by_id.get(control.get("id") or "")))
                ),
                hint=_words(control, "placeholder", "title", "value", "aria-label", "alt"),
                own=_words(control, "id", "class"),
                options=_options(control, kind),
                disabled="disabled" in control.attrib,
            )
            for control, kind in zip(controls, kinds, strict=True)
        ),
    )


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
    return _raw(control) if kind == "textarea" else _get(control, "value")


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


def _labels(form: etree._Element) -> tuple[dict[str, str], dict[etree._Element, str]]:
    """Texts of labels, by the id they are for and by the control they stand around."""
    by_id: dict[str, str] = {}
    around: dict[etree._Element, str] = {}
    for label in form.iter("label"):
        text = _text(label)
        if target := label.get("for"):
            by_id[target] = text
        for control in label.iter("input", "textarea", "select"):
            around[control] = text
    return by_id, around


def _text(element: etree._Element) -> str:
    return " ".join(_raw(element).split())


def _raw(element: etree._Element) -> str:
    """All characters below an element, scripts and style sheets left out."""
    if next(element.iter("script", "style"), None) is None:
        return "".join(map(str, element.itertext()))
    out: list[str] = []
    for event, part in etree.iterwalk(element, events=("start", "end")):
        if event == "start" and part.tag not in ("script", "style"):
            out.append(part.text or "")
        elif event == "end" and part is not element:
            out.append(part.tail or "")
    return "".join(out)


def _words(element: etree._Element, *names: str) -> str:
    return " ".join(filter(None, (element.get(name) for name in names)))


def _get(element: etree._Element, name: str) -> str:
    return element.get(name) or ""
