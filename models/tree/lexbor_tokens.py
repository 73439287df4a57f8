"""A tree that lexbor wrote out as HTML, cut into its tags and the strings between them.

To write the tree costs a third of a parse, to ask for each of its nodes several. What HTML's
standard writes is regular: a `<` begins a tag, a `>` ends it, and neither stands anywhere else
but in comments, in the raw text of scripts and the like, and a `<` in names nobody meant. So two
calls of `str.split` find every tag of an ordinary page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

_ASIDE = re.compile(
    r"<(?=[!?sxinp])(?:!--|\?"
    r"|(script|style|xmp|iframe|noembed|noframes|plaintext)(?=[ >])[^>]*>)"
)
_UNHEARD = frozenset(("script", "style"))
_TOKEN = re.compile(r"<([^>]*)>([^<]*)")
# A name ends at white space or `=`, which it may begin with; a value holds no quote.
_ATTRIBUTE = re.compile(r' (=?[^ =]*)="([^"]*)"')


class Tokens(NamedTuple):
    """A page, tag by tag."""

    tags: list[str]  # what stands between `<` and `>`, by its `/` an end
    strings: list[str]  # what follows each
    escaped: bool  # whether references stand in strings


def tokens(html: str) -> Tokens:
    """What an engine wrote out, without comments, scripts and styles.

    Examples
    --------
    >>> tokens('<p class="a">one<!-- no > tag --> &amp; two<br></p>')
    Tokens(tags=['p class="a"', 'br', '/p'], strings=['one &amp; two', '', ''], escaped=True)
    """
    html = _bare(html).replace("&nbsp;", "\xa0")
    pieces = html.replace(">", "<").split("<")
    if 2 * html.count("<") == len(pieces) - 1:
        return Tokens(pieces[1::2], pieces[2::2], "&" in html)
    found = _TOKEN.findall(html)
    return Tokens([tag for tag, _ in found], [string for _, string in found], True)


def _bare(html: str) -> str:
    """Without comments and instructions, raw text escaped."""
    out: list[str] = []
    at = 0
    while (aside := _ASIDE.search(html, at)) is not None:
        name = aside.group(1)
        if name is None:
            out.append(html[at : aside.start()])
            last = "-->" if aside.group() == "<!--" else ">"
            at = html.find(last, aside.end()) + len(last)
            continue
        last = f"</{name}>"
        # nothing ends plaintext but the page, and nobody could write its end into it
        end = (html.rfind if name == "plaintext" else html.find)(last, aside.end())
        out.append(html[at : aside.end()])
        if name not in _UNHEARD:
            out.append(_escaped(html[aside.end() : end]))
        at = end
    return "".join([*out, html[at:]]) if out else html


def _escaped(string: str) -> str:
    return string.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def unescaped(string: str) -> str:
    """A string as the page means it.

    >>> unescaped("&amp;lt; &quot;")
    '&lt; "'
    """
    if "&" not in string:
        return string
    string = string.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"')
    return string.replace("&amp;", "&")


def name_of(tag: str) -> str:
    """The name of a start tag.

    >>> name_of('a href="/"')
    'a'
    """
    return tag.partition(" ")[0]


def attributes_of(tag: str) -> dict[str, str]:
    """What a start tag states.

    >>> attributes_of('a href="/?a=1&amp;b=2" hidden=""')
    {'href': '/?a=1&b=2', 'hidden': ''}
    """
    _, _, stated = tag.partition(" ")
    if stated.count('"') == 2:  # the most of those that have any
        name, _, value = stated.partition('="')
        return {name: unescaped(value[:-1])}
    found: Iterable[tuple[str, str]] = _ATTRIBUTE.findall(tag)
    if "&" in tag:
        return {name: unescaped(value) for name, value in found}
    return dict(found)


class Stated(Mapping[str, str]):
    """What a start tag states, taken apart when it is asked for.

    >>> Stated('a href="/"')["href"]
    '/'
    """

    __slots__ = ("_attributes", "_tag")

    def __init__(self, tag: str) -> None:
        self._tag = tag
        self._attributes: dict[str, str] | None = None

    def _all(self) -> dict[str, str]:
        if self._attributes is None:
            self._attributes = attributes_of(self._tag)
        return self._attributes

    def __getitem__(self, name: str) -> str:
        return self._all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())


def class_and_id(tag: str) -> tuple[str | None, str | None]:
    """What a start tag states as class and id.

    >>> class_and_id('a href="/" id="x"')
    (None, 'x')
    """
    return _value(tag, ' class="'), _value(tag, ' id="')


def _value(tag: str, begins: str) -> str | None:
    at = tag.find(begins)
    if at < 0:
        return None
    at += len(begins)
    return unescaped(tag[at : tag.index('"', at)])
