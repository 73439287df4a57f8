"""What stands on a page that may turn it, in document order: short links, buttons, numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote_plus

from upwell.models.tree.markup.links import absolute
from upwell.models.tree.tagtree import TEXT, TagTree

from .labels import arrow_beside, direction_beside, relation, says_page, step_of
from .params import DIGITS, MAX_ITEMS, MAX_TEXT

_THOUSANDS = r"(?<!\d)\d{1,3}(?:[,.\u00a0\u202f ]\d{3}){1,2}(?!\d)"
_NUMBER = re.compile(rf"{_THOUSANDS}|(?<!\d)\d{{1,{DIGITS}}}(?!\d)")

_RANGE = re.compile(rf"\W?(\d{{1,{DIGITS}}})\s?[-\u2010-\u2015]\s?(\d{{1,{DIGITS}}})\W?")
_LETTER = re.compile(r"[^\W\d_]")
_TYPED = frozenset(("", "text", "search"))
_PRESSED = {  # controls, and their types that send a form
    "button": ("", "submit"),
    "input": ("submit", "image"),
    "select": (),
    "textarea": (),
}


class Item(NamedTuple):
    """A link, a button, or a number in the text."""

    node: int
    stop: int
    url: str  # absolute, without a fragment; empty for what leads nowhere
    text: str
    number: int | None  # that it says
    step: str | None  # next, prev, first, last, more: what it says it does
    rel: str | None = None
    is_link: bool = True
    is_button: bool = False


def items(
    tree: TagTree, url: str, languages: frozenset[str] | None = None, posts: bool = False
) -> list[Item]:
    """Links and buttons with at most a few words, in document order.

    Reading
    -------
    Joining a reference costs more than all else: it is done for what says that it may turn the
    page, and for what stands in one run with a number.
    """
    base = (absolute(tree.base, url) or url if tree.base else url).partition("#")[0]
    found = sorted(
        [*_anchors(tree, languages), *_buttons(tree, base, languages, posts)],
        key=lambda item: item.node,
    )
    urls: dict[str, str] = {}
    out: list[Item] = []
    later = bool(_NUMBER.search(base.split("/", 3)[-1]))  # its neighbours need no word
    for run in runs(tree, found):
        numbered = any(item.number is not None for item in run)
        for item in run:
            if item.is_button or not item.url:
                out.append(item)
                continue
            url = ""
            said = numbered or item.step or item.rel or not item.text or arrow_beside(item.text)
            said = said or direction_beside(item.text, languages)
            if said or (later and _NUMBER.search(item.url)):
                if item.url not in urls:
                    urls[item.url] = _target(item.url, base)
                url = urls[item.url]
            out.append(item._replace(url=url))
    return out


def runs(tree: TagTree, found: Iterable[Item]) -> list[list[Item]]:
    """Items with nothing but separators and plain numbers between them."""
    out: list[list[Item]] = []
    for item in found:
        last = out[-1][-1] if out else None
        if last is None or item.node < last.stop or not _is_open(tree, last.stop, item.node):
            out.append([])
        out[-1].append(item)
    return out


def _is_open(tree: TagTree, start: int, stop: int) -> bool:
    """Whether no words stand between two nodes."""
    return not any(text and _LETTER.search(text) for text in tree.text[start:stop])


@lru_cache(8192)
def number_of(text: str, languages: frozenset[str] | None = None) -> int | None:
    """The page that a text names: a number, perhaps with a word for page; None if it says more.

    >>> number_of("[3]"), number_of("Page 4"), number_of("1,204"), number_of("٣")
    (3, 4, 1204, 3)
    >>> number_of("(25)"), number_of("iPad 2"), number_of("1 2"), number_of("2014-03")
    (None, None, None, None)
    """
    if not text or len(text) > MAX_TEXT or "(" in text or "#" in text:
        return None
    found = _NUMBER.findall(text)
    if len(found) != 1:
        return None
    rest = text.replace(found[0], " ", 1)
    if any(c.isdigit() or c in "+-%$€£¥:/" for c in rest):
        return None
    if not says_page(rest, languages) and step_of(rest, languages) != "last":
        return None
    return int(re.sub(r"\D", "", found[0]))


def range_page(text: str) -> int | None:
    """The page that a range of its records names; None if a text names none.

    >>> range_page("21-40"), range_page("[1 – 10]"), range_page("0-9"), range_page("41 bis 60")
    (2, 1, 1, None)
    >>> range_page("2014-03"), range_page("100-200"), range_page("1990-1999")
    (None, None, 200)
    """
    found = _RANGE.fullmatch(text)
    if found is None:
        return None
    first, last = int(found[1]), int(found[2])
    size = last - first + 1
    if size < 2 or first % size > 1:
        return None
    return first // size + 1


def _anchors(tree: TagTree, languages: frozenset[str] | None) -> Iterator[Item]:
    ends, tags = tree.ends, tree.tag
    n = 0
    for node, stated in tree.stated.items():
        if tags[node] != "a" or "href" not in stated:
            continue
        text = _label(tree, node, stated)
        rel = relation(stated["rel"] or "") if "rel" in stated else None
        if len(text) > MAX_TEXT and rel is None:
            continue
        n += 1
        if n > MAX_ITEMS:
            return
        number = number_of(text, languages)
        number = range_page(text) if number is None else number
        step = None if number is not None else step_of(text, languages)
        yield Item(node, ends[node], stated["href"], text, number, step, rel)


def _label(tree: TagTree, node: int, stated: Mapping[str, str]) -> str:
    """The label of a link: its text, else the text for those who cannot see its picture."""
    stop = tree.ends[node]
    lone = stop == node + 2 and tree.text[node + 1]
    text = " ".join(lone.split()) if lone else tree.visible(node, stop)
    if any(c.isalnum() for c in text):
        return text
    spoken = [stated.get("aria-label"), stated.get("title")]
    for below in range(node + 1, stop):
        attributes = tree.stated.get(below) or {}
        spoken += [attributes.get("aria-label"), attributes.get("alt"), attributes.get("title")]
    said = " ".join(next(filter(None, spoken), "").split())
    return f"{said} {text}".strip() if text and len(said) + len(text) < MAX_TEXT else text or said


def _target(href: str, base: str) -> str:
    href = href.strip()
    if not href or href[0] == "#":
        return ""
    return absolute(href.partition("#")[0], base)


def _buttons(
    tree: TagTree, base: str, languages: frozenset[str] | None, posts: bool
) -> Iterator[Item]:
    """Buttons of forms in which there is nothing to fill in; of POST forms with `posts`.

    What the form that asks hides as well says nothing of the page. Its own buttons count too.
    """
    forms = [(form, tree.stated.get(form) or {}) for form in tree.tagged("form")]
    posted = [_is_post(stated) for _, stated in forms]
    asking = [form for (form, _), post in zip(forms, posted, strict=True) if post and posts]
    shared = frozenset(n for form in asking for n in _hidden_of_asking(tree, form))
    for (form, stated), post in zip(forms, posted, strict=True):
        action = absolute(stated.get("action") or base, base)
        if post and posts:
            yield from _of_form(tree, form, action, languages, shared, post)
        elif not post:
            yield from _of_form(tree, form, action, languages)


def _is_post(stated: Mapping[str, str]) -> bool:
    return (stated.get("method") or "get").strip().lower() == "post"


def _hidden_of_asking(tree: TagTree, form: int) -> list[str]:
    """Names of hidden fields of a form that has something to fill in."""
    hidden, asks = [], False
    for node in range(form + 1, tree.ends[form]):
        if tree.tag[node] == "input":
            control = tree.stated.get(node) or {}
            kind = (control.get("type") or "text").strip().lower()
            asks = asks or kind in ("text", "search")
            hidden += [control.get("name") or ""] if kind == "hidden" else []
    return hidden if asks else []


def _of_form(
    tree: TagTree,
    form: int,
    action: str,
    languages: frozenset[str] | None,
    unsaid: frozenset[str] = frozenset(),
    post: bool = False,
) -> Iterator[Item]:
    """The buttons of one form, each with the address that pressing it leads to."""
    controls = _controls(tree, form, post)
    if controls is None:
        return
    pressed, sent_along = controls
    for node, control in pressed[:MAX_ITEMS]:
        value = control.get("value") or ""
        text = _label(tree, node, control) or (value if tree.tag[node] == "input" else "")
        pairs = [*sent_along, (control.get("name") or "", value)]
        pairs = [pair for pair in pairs if pair[0] and pair[0] not in unsaid]
        number = number_of(text, languages)
        step = None if number is not None else step_of(text, languages)
        url = _pressed_url(action, pairs, post)
        yield Item(node, tree.ends[node], url, text, number, step, is_button=True)


def _controls(
    tree: TagTree, form: int, post: bool
) -> tuple[list[tuple[int, Mapping[str, str]]], list[tuple[str, str]]] | None:
    """Buttons of a form, and names and values sent along; None where something can be filled in."""
    pressed: list[tuple[int, Mapping[str, str]]] = []
    sent_along: list[tuple[str, str]] = []
    for node in range(form + 1, tree.ends[form]):
        if tree.tag[node] not in _PRESSED:
            continue
        control = tree.stated.get(node) or {}
        kind = (control.get("type") or "").strip().lower()
        if kind in _PRESSED[tree.tag[node]]:
            pressed.append((node, control))
        elif tree.tag[node] == "input" and (kind == "hidden" or (post and kind in _TYPED)):
            sent_along.append((control.get("name") or "", control.get("value") or ""))
        elif tree.tag[node] != "button":
            return None
    return pressed, sent_along


def _pressed_url(action: str, pairs: Sequence[tuple[str, str]], post: bool) -> str:
    """The address that a form with these fields leads to; of a POST form with a mark; else empty.

    >>> _pressed_url("http://a.example/list?old=1#top", [("page", "2")], post=False)
    'http://a.example/list?page=2'
    >>> _pressed_url("http://a.example/list?old=1#top", [("page", "2")], post=True)
    'http://a.example/list?old=1&page=2#post'
    """
    sent = "&".join(f"{quote_plus(name)}={quote_plus(value)}" for name, value in pairs)
    if not action or not sent:
        return ""
    address = action.partition("#")[0]
    if post:
        return f"{address}{'&' if '?' in address else '?'}{sent}#post"
    return f"{address.partition('?')[0]}?{sent}"


def plain_numbers(tree: TagTree, start: int, stop: int) -> list[Item]:
    """Numbers that are no links between two nodes."""
    out: list[Item] = []
    for node in range(start, stop):
        if tree.tag[node] != TEXT:
            continue
        text = tree.text[node] or ""
        for found in _NUMBER.findall(text):
            out.append(
                Item(node, node + 1, "", found, int(re.sub(r"\D", "", found)), None, is_link=False)
            )
    return out
