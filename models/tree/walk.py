"""One walk over the parsed page into pre-order columns, with HTML5's implied end tags.

libxml2 nests `li`, `dd`, `dt` and `p` that are left open inside formatting elements: a list of
twenty becomes a chain twenty deep. Here an open one is closed by the next of its kind when only
formatting elements stand between. White space is remembered, not kept as a node.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any

from lxml import etree

from .place import Place, Places
from .source import Budget
from .words import n_words

OPAQUE = frozenset(
    "script style noscript template head select textarea option iframe svg object applet"
    " map".split()
)
CLOSES = {
    "li": frozenset(("li",)),
    "dd": frozenset(("dd", "dt")),
    "dt": frozenset(("dd", "dt")),
    "p": frozenset(("p",)),
}
THROUGH = frozenset(
    "font b i em strong span a small big tt u p address center nobr code blink basefont".split()
)
KEPT = frozenset(
    "id class href src alt title name value type action role rel itemprop datetime content"
    " placeholder aria-label aria-hidden hidden style".split()
)
_NOSCRIPT_WORDS = 60  # from here on a noscript is the page, not a note: WCXB's lazy articles
_CONCEALED = -2
_DIGITS = re.compile(r"\d+")
_SINGLED_OUT = OPAQUE | {"form", "base", "title", "input", "a"}


@dataclass(slots=True)
class Walk:
    """What the walk saw, by node in document order."""

    text: list[str | None] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    place: list[Place] = field(default_factory=list)
    spaced: list[int] = field(default_factory=list)  # nodes with white space before them
    linked: list[int] = field(default_factory=list)  # content nodes inside a link
    moved: dict[int, int] = field(default_factory=dict)  # parent in the unrepaired tree, if other
    kept: list[tuple[int, dict[str, str]]] = field(default_factory=list)  # node, attributes
    noscripts: dict[int, int] = field(default_factory=dict)  # node: its number among noscripts
    noscripts_below: dict[int, int] = field(default_factory=dict)
    hidden: dict[str, int] = field(default_factory=dict)
    forms: list[etree._Element] = field(default_factory=list)
    title: str = ""
    base: str = ""
    echo: str = ""
    truncated: bool = False


def walk(root: etree._Element, places: Places, budget: Budget) -> Walk:
    """Walk over the tree below `root`, without recursion.

    One loop, without a call for the ordinary element: on small pages it is half of the cost.
    """
    out, origin, gap = Walk(), places.fresh(), False
    opened = [-1]  # elements open in the repaired tree
    text, parent, end, place = out.text, out.parent, out.end, out.place
    stack: list[tuple[Any, int, bool]] = [(None, -1, False)]  # open in the source; node; linked
    elements: Iterator[Any] = root.iter()  # its stubs allow bytes where HTML has strings
    for element in chain(islice(elements, budget.n_elements), (None,)):
        source = None if element is None else element.getparent()
        while stack[-1][0] is not source:  # elements that end before this one
            gone, node, _ = stack.pop()
            if node >= 0 and opened[-1] == node:
                opened.pop()
                end[node] = len(text)
                gap = gap or not place[node].inline
            _, above, linked = stack[-1]
            if above >= 0 and (string := gone.tail):
                if string.isspace():
                    gap = True
                    continue
                if gap:
                    out.spaced.append(len(text))
                    gap = False
                _content(out, opened[-1], string, linked)
        if element is None:
            break
        tag, (_, above, linked) = element.tag, stack[-1]
        where = place[opened[-1]] if text else origin
        too_deep = where.depth >= budget.depth
        if too_deep or above == _CONCEALED or tag in _SINGLED_OUT:
            if _conceals(out, element, above, too_deep):
                stack.append((element, _CONCEALED, False))
                continue
            linked = linked or (tag == "a" and element.get("href") is not None)
        if tag in CLOSES:
            gap = _implied_end(out, opened, tag) or gap
            where = place[opened[-1]] if text else origin
        node, up = len(text), opened[-1]
        if gap:
            out.spaced.append(node)
            gap = False
        if up != above:
            out.moved[node] = above
        items = element.items()
        where = (None if items else where.kids.get(tag)) or _with(out, places, where, tag, items)
        place.append(where)
        parent.append(up)
        end.append(0)
        text.append(None)
        opened.append(node)
        stack.append((element, node, linked))
        string = element.text
        if string and not (gap := string.isspace()):
            _content(out, node, string, linked)
    out.truncated = out.truncated or next(elements, None) is not None
    return out


def _content(out: Walk, up: int, string: str, linked: bool) -> None:
    """A content node below `up`."""
    if linked:
        out.linked.append(len(out.text))
    out.parent.append(up)
    out.place.append(out.place[up].content)
    out.text.append(string)
    out.end.append(len(out.text))


def _with(out: Walk, places: Places, where: Place, tag: str, items: list[tuple[str, str]]) -> Place:
    """Place of an element; those of its attributes that models ask for are kept."""
    kept = {name: value for name, value in items if name in KEPT}
    if kept:
        out.kept.append((len(out.text), kept))
    names, own = kept.get("class", ""), kept.get("id", "")
    mark = f"{tag} {names}#{own}" if names or own else tag
    return where.kids.get(mark) or places.below(where, tag, names, own)


def _conceals(out: Walk, element: etree._Element, above: int, too_deep: bool) -> bool:
    """Note what a singled-out or concealed element says; whether it and all below it is opaque."""
    tag = element.tag
    if tag == "form":
        out.forms.append(element)
    elif tag == "base":
        out.base = out.base or (element.get("href") or "").strip()
    elif tag == "title":
        out.title = out.title or " ".join((element.text or "").split())
    elif tag == "input" and above != _CONCEALED:
        out.echo = out.echo or _echo(element)
    out.truncated = out.truncated or too_deep
    if above != _CONCEALED and not too_deep:
        if tag not in OPAQUE:
            return False
        if tag == "noscript" and _is_page(out, element, above):
            return False
    names = element.get("class")
    for name in names.split()[:4] if names else ():
        mark = f"{tag}.{_DIGITS.sub('0', name)}"
        out.hidden[mark] = out.hidden.get(mark, 0) + 1
    if not names:
        out.hidden[tag] = out.hidden.get(tag, 0) + 1
    return True


def _echo(element: etree._Element) -> str:
    """What a text field holds: on an answer page, most often the query."""
    if (element.get("type") or "text").lower() not in ("text", "search"):
        return ""
    value = (element.get("value") or "").strip()
    return value if 1 < len(value) < 80 else ""


def _is_page(out: Walk, element: etree._Element, above: int) -> bool:
    """Whether a noscript holds the page's text; numbers it among its like either way."""
    rank = out.noscripts_below[above] = out.noscripts_below.get(above, 0) + 1
    text = "".join(map(str, element.itertext()))
    if len(text) < 2 * _NOSCRIPT_WORDS - 1 or int(n_words([text])[0]) < _NOSCRIPT_WORDS:
        return False
    out.noscripts[len(out.text)] = rank
    return True


def _implied_end(out: Walk, opened: list[int], tag: str) -> bool:
    """Close the open element that `tag` ends, and all above it; whether one of them is a block."""
    for at in range(len(opened) - 1, 0, -1):
        if out.place[opened[at]].tag in CLOSES[tag]:
            block = not all(out.place[node].inline for node in opened[at:])
            for node in opened[at:]:
                out.end[node] = len(out.text)
            del opened[at:]
            return block
        if out.place[opened[at]].tag not in THROUGH:
            break
    return False
