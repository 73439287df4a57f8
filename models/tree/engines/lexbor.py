"""The page as HTML's own tree construction builds it, by lexbor (the extra `fast`).

Implied end tags, misnested formatting and what a table pushes out are the standard's affair here,
so that none of the repairs of `walk` is needed; the columns are the same.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import version
from typing import Any

from upwell.errors import ConfigError

from ..params import NOSCRIPT_WORDS
from ..place import HIDDEN, LINK, NOSCRIPT, OPAQUE, NameKey, Place, Places
from ..raw.repair import Budget
from ..walk import Walk, echo_of
from ..words import n_words
from .columns import columns
from .lexbor_bounds import bounded
from .lexbor_compiled import read_compiled

_Attributes = dict[str, str | None]  # None: without a value

# Numbers that lexbor gives to kinds of nodes; elements have higher ones, by their tag.
_NONE, _TEXT, _COMMENT = -1, 2, 4
_OF_THE_STANDARD = 1_000  # the number of another tag holds for one document alone
_DIGITS = re.compile(r"\d+")
_NOBODY: dict[NameKey | None, Place] = {}
_names: dict[int, str] = {}  # of tags, by number: a memo


@cache
def parser_name() -> str:
    """Engine and version, for `TagTree.parser`."""
    module = _engine()
    major, minor = module.LEXBOR_VERSION_MAJOR, module.LEXBOR_VERSION_MINOR
    return f"lexbor {major}.{minor}/selectolax {version('selectolax')}"


def read(source: bytes, places: Places, budget: Budget) -> dict[str, Any]:
    """Parse UTF-8 bytes and walk over the tree; the fields of `TagTree` that tell of nodes.

    Where the kernel is, it reads the tree: an object for every node costs more than all else. A
    page that it has a doubt about is walked over.

    Raises
    ------
    ConfigError
        If selectolax is not installed.
    """
    module = _engine()
    source, cut = bounded(source, budget)
    page = module.LexborHTMLParser(source, options=module.LexborDocumentOptions.WO_EVENTS)
    fields = read_compiled(module, page, places, budget.n_elements)
    if fields is None:
        out = Walk()
        _walk(page.root, out, places, budget)
        fields = columns(out, places.table)
    fields["truncated"] = fields["truncated"] or cut
    return fields


@cache
def _engine() -> Any:
    try:
        return import_module("selectolax.lexbor")
    except ImportError:
        raise ConfigError(
            "the engine lexbor needs selectolax, which is not installed;"
            " install the extra: pip install 'upwell[fast]'"
        ) from None


def _walk(root: Any, out: Walk, places: Places, budget: Budget) -> None:
    """Walk over the nodes in document order, in one loop with few calls for ordinary nodes."""
    row, parent, end = out.row, out.parent, out.end
    opened: list[tuple[Any, int, Place, bool]] = []  # an element, and what stood around it
    stated = out.attributes
    up, where, linked, gap, n_left = -1, places.fresh(), False, False, budget.n_elements
    node, kind = root, root.tag_id
    while node is not None:
        if kind == _TEXT:
            string, after = node.text_content, node.next
            kind = _NONE if after is None else after.tag_id
            if 0 <= kind <= _COMMENT:
                string, after = _across_comments(string, after)
            if string.isspace():
                gap = True
            elif string:
                if gap:
                    out.spaced.append(len(row))
                    gap = False
                if linked:
                    out.linked.append(len(row))
                _content(out, up, where, string)
        elif kind <= _COMMENT:
            after = node.next
        elif n_left == 0:
            out.truncated = True
            break
        else:
            n_left -= 1
            tag, attributes = _names.get(kind) or _name(node, kind), node.attributes
            names, own = attributes.get("class"), attributes.get("id")
            known_as = (names, own) if own else names
            known: dict[Any, Place] = where.called.get(tag, _NOBODY) if known_as else where.kids
            below = known.get(known_as or tag) or places.below(where, tag, names, own)
            if below.kind > LINK and _conceals(out, node, below, attributes, up):
                after = node.next
            else:
                if gap:
                    out.spaced.append(len(row))
                    gap = False
                if len(attributes) > below.n_named:
                    stated[len(row)] = _stated(attributes)
                parent.append(up)
                row.append(below.row)
                end.append(len(row))
                inner = node.first_child
                if inner is not None:
                    opened.append((node, up, where, linked))
                    up, where = len(row) - 1, below
                    linked = linked or (tag == "a" and "href" in attributes)
                    node, kind = inner, inner.tag_id
                    continue
                gap = gap or not below.inline
                after = node.next
        while after is None and opened:
            end[up] = len(row)
            gap = gap or not where.inline
            node, up, where, linked = opened.pop()
            after = node.next
        node, kind = after, _NONE if after is None else after.tag_id
    _end_all(out, opened, up)


def _stated(attributes: Any) -> dict[str, str]:
    """Attributes, those without a value with an empty one."""
    if None in attributes.values():
        return {name: value or "" for name, value in attributes.items()}
    found: dict[str, str] = attributes
    return found


def _content(out: Walk, up: int, where: Place, string: str) -> None:
    out.parent.append(up)
    out.row.append(where.content)
    out.strings.append(string)
    out.end.append(0)


def _end_all(out: Walk, opened: list[tuple[Any, int, Place, bool]], up: int) -> None:
    """End what is open still, because the budget ended the walk."""
    while opened:
        out.end[up] = len(out.row)
        _, up, *_ = opened.pop()


def _name(node: Any, kind: int) -> str:
    name = str(node.tag).lower()
    if kind < _OF_THE_STANDARD:
        _names[kind] = name
    return name


def _across_comments(string: str, after: Any) -> tuple[str, Any]:
    """A string together with those that only comments keep from it, and what comes then."""
    strings = [string]
    while after is not None and after.tag_id <= _COMMENT:
        if after.tag_id == _TEXT:
            strings.append(after.text_content)
        after = after.next
    return "".join(strings), after


def _conceals(out: Walk, node: Any, place: Place, attributes: _Attributes, up: int) -> bool:
    """Note what a singled-out element says; whether it and all below it is hidden."""
    if place.kind == HIDDEN or (place.kind == NOSCRIPT and not _is_page(out, node, up)):
        out.truncated = out.truncated or place.tag not in OPAQUE
        for each in node.traverse():
            if each.is_element_node:
                _hide(out, each)
        return True
    _tell(out, node, place.tag, attributes)
    if place.tag == "input":
        out.echo = out.echo or echo_of(_stated(attributes))
    return False


def _hide(out: Walk, node: Any) -> None:
    """Count an opaque element, and note what it says of the page as a whole."""
    tag, attributes = str(node.tag).lower(), node.attributes
    _tell(out, node, tag, attributes)
    for mark in _marks(tag, attributes.get("class")):
        out.hidden[mark] = out.hidden.get(mark, 0) + 1


def _tell(out: Walk, node: Any, tag: str, attributes: _Attributes) -> None:
    if tag == "form":
        out.n_forms += 1
    elif tag == "base":
        out.base = out.base or (attributes.get("href") or "").strip()
    elif tag == "title":
        out.title = out.title or " ".join(node.text_lexbor().split())


@lru_cache(10_000)
def _marks(tag: str, names: str | None) -> tuple[str, ...]:
    classes = _DIGITS.sub("0", names).split()[:4] if names else ()
    return tuple(f"{tag}.{name}" for name in classes) or (() if names else (tag,))


def _is_page(out: Walk, node: Any, up: int) -> bool:
    """Whether a noscript holds the page's text; numbers it among its like either way."""
    rank = out.noscripts_below[up] = out.noscripts_below.get(up, 0) + 1
    text = node.text_lexbor()
    if len(text) < 2 * NOSCRIPT_WORDS - 1 or int(n_words([text])[0]) < NOSCRIPT_WORDS:
        return False
    out.noscripts[len(out.row)] = rank
    return True
