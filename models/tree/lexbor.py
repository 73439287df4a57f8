"""The page as HTML's own tree construction builds it, by lexbor (the extra `fast`).

Implied end tags, misnested formatting and what a table pushes out are the standard's affair here,
so that none of the repairs of `target` is needed; the columns are the same.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import version
from itertools import islice
from operator import length_hint
from typing import Any

from upwell.errors import ConfigError

from .lexbor_bounds import bounded
from .lexbor_forms import BETWEEN_CELLS, Begun, form_events
from .lexbor_tokens import Stated, Tokens, attributes_of, class_and_id, name_of, tokens, unescaped
from .place import HIDDEN, LINK, NOSCRIPT, VOID, Place, Places
from .source import Budget
from .walk import NOSCRIPT_WORDS, Walk, echo_of
from .words import n_words


@cache
def parser_name() -> str:
    """Engine and version, for `TagTree.parser`."""
    module = _engine()
    major, minor = module.LEXBOR_VERSION_MAJOR, module.LEXBOR_VERSION_MINOR
    return f"lexbor {major}.{minor}/selectolax {version('selectolax')}"


def walk(source: bytes, places: Places, budget: Budget) -> tuple[Walk, str]:
    """Parse UTF-8 bytes and walk over the tree; what was seen, and the language of the page.

    Raises
    ------
    ConfigError
        If selectolax is not installed.
    """
    module = _engine()
    source, cut = bounded(source, budget)
    page = module.LexborHTMLParser(source, options=module.LexborDocumentOptions.WO_EVENTS)
    told = tokens(page.root.html)
    out = Walk(truncated=cut)
    if len(told.tags) > budget.n_elements:
        told = _within(told, budget.n_elements, out)
    forms = _walk(told, out, places)
    out.count_hidden()
    out.form_events.extend(form_events(told, forms, 2 * budget.n_elements))
    return out, attributes_of(told.tags[0]).get("lang", "").strip()


@cache
def _engine() -> Any:
    try:
        return import_module("selectolax.lexbor")
    except ImportError:
        raise ConfigError(
            "the engine lexbor needs selectolax, which is not installed;"
            " install the extra: pip install 'upwell[fast]'"
        ) from None


def _within(told: Tokens, most: int, out: Walk) -> Tokens:
    """The page up to so many elements."""
    starts = (at for at, tag in enumerate(told.tags) if tag[0] != "/")
    stop = next(islice(starts, most, None), None)
    if stop is None:
        return told
    out.truncated = True
    return told._replace(tags=told.tags[:stop], strings=told.strings[:stop])


def _walk(told: Tokens, out: Walk, places: Places) -> list[Begun]:
    """One loop over the tags: a look-up for an ordinary start, a comparison for an end.

    Returns where forms begin.
    """
    text, parent, end, place = out.text, out.parent, out.end, out.place
    escaped, spaced, stated = told.escaped, out.spaced, out.attributes
    where, gap, up, link = places.fresh(), False, -1, -1  # link: the outermost that is open
    kids, closing = where.kids, where.closing
    reader = _Reader(told, out, places)
    for tag, string in reader.pairs:
        if tag == closing:
            node, up = up, parent[up]
            end[node] = len(text)
            if not where.inline:
                gap = True
                if where.kind == NOSCRIPT:
                    gap = reader.noscript_end(node)
            elif node == link:
                link = -1
            where = where.up
            kids, closing = where.kids, where.closing
        else:
            node, kid = len(text), kids.get(tag)
            if kid is None and tag[0] != "/":
                kid, n_other = reader.met(where, tag)
                if n_other and kid.kind != HIDDEN:
                    stated[node] = Stated(tag)
                    if kid.kind == LINK and link < 0 and "href" in stated[node]:
                        link = node
            if kid is not None and kid.kind > LINK:
                if kid.kind == HIDDEN:
                    string = reader.hidden(kid, tag, string)
                    kid = None
                elif kid.kind == NOSCRIPT:
                    reader.noscript(up, gap)
                else:
                    reader.tell(kid, tag, string)
            if kid is not None:
                if gap:
                    spaced.append(node)
                parent.append(up)
                place.append(kid)
                text.append(None)
                end.append(node + 1)
                gap = kid.void and not kid.inline
                if not kid.void:
                    up, where, kids, closing = node, kid, kid.kids, kid.closing
        if string:
            if string.isspace():
                gap = True
                continue
            node = len(text)
            if gap:
                spaced.append(node)
                gap = False
            if link >= 0:
                out.linked.append(node)
            parent.append(up)
            place.append(where.content)
            text.append(unescaped(string) if escaped else string)
            end.append(node + 1)
    _end_all(out, up)
    return reader.forms


def _end_all(out: Walk, up: int) -> None:
    """End what is open still, because the budget ended the page."""
    while up >= 0:
        out.end[up] = len(out.text)
        up = out.parent[up]


class _Reader:
    """What is seldom: a start tag that was not met at its place, what is hidden or told."""

    def __init__(self, told: Tokens, out: Walk, places: Places) -> None:
        self.out, self.places = out, places
        self.forms: list[Begun] = []
        self._before: list[tuple[bool, str]] = []  # how things stood before each open noscript
        self._n = len(told.tags)
        self._tags = iter(told.tags)
        self.pairs = zip(self._tags, told.strings, strict=True)

    def met(self, where: Place, tag: str) -> tuple[Place, int]:
        """The place of a start tag, and how many attributes it has besides class and id.

        Where it has none the tag is remembered with its place.
        """
        name, (names, own) = name_of(tag), class_and_id(tag)
        kid = where.kids.get((name, names, own) if names or own else name)
        if kid is None:
            kid = self.places.below(where, name, names, own)
        n_other = tag.count('="') - kid.n_named
        if not n_other:
            where.kids[tag] = kid
        return kid, n_other

    def hidden(self, kid: Place, tag: str, string: str) -> str:
        """Count an opaque element and all within; the string that follows it."""
        out, places = self.out, self.places
        where, closings = kid, [""]
        while True:
            if tag == closings[-1]:
                closings.pop()
                where = where.up
            elif tag[0] != "/":
                name = name_of(tag)
                if len(closings) > 1:
                    kid = places.below(where, name.lower(), *class_and_id(tag))
                out.concealed.append(kid)
                out.truncated = out.truncated or kid.depth > places.depth
                if kid.tells:
                    self.tell(kid, tag, string)
                if name not in VOID:
                    where = kid
                    closings.append(f"/{name}")
            if len(closings) == 1:
                return string
            tag, string = next(self.pairs, ("", ""))
            if not tag:
                return ""

    def tell(self, kid: Place, tag: str, string: str) -> None:
        """Note what a singled-out element says besides being there."""
        name, out = kid.tag, self.out
        if name == "form":
            at = self._n - length_hint(self._tags) - 1
            self.forms.append(Begun(at, kid.up.tag in BETWEEN_CELLS))
        elif name == "input":
            out.echo = out.echo or echo_of(attributes_of(tag))
        elif name == "base":
            out.base = out.base or attributes_of(tag).get("href", "").strip()
        elif name == "title":
            out.title = out.title or " ".join(unescaped(string).split())

    def noscript(self, up: int, gap: bool) -> None:
        """One was opened: number it among its like, and remember how things stood."""
        out = self.out
        out.noscripts_below[up] = out.noscripts_below.get(up, 0) + 1
        self._before.append((gap, out.echo))

    def noscript_end(self, node: int) -> bool:
        """Keep a noscript that holds the page's text, of another nothing but its marks.

        Returns whether white space comes before what follows.
        """
        out, (gap, echo) = self.out, self._before.pop()
        text = "".join(string for string in out.text[node:] if string is not None)
        if len(text) >= 2 * NOSCRIPT_WORDS - 1 and int(n_words([text])[0]) >= NOSCRIPT_WORDS:
            out.noscripts[node] = out.noscripts_below[out.parent[node]]
            return True
        out.concealed += (place for place in out.place[node:] if place.row & 1 == 0)
        out.forget(node)
        out.echo = echo
        return gap
