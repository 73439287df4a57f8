"""What lxml's parser tells while it reads a page, written straight into pre-order columns.

No tree is built: an element costs two calls and one look-up, where a walk over the tree pays for
an object each and reads every string twice. libxml2 nests `li`, `dd`, `dt` and `p` that are left
open inside formatting elements: a list of twenty becomes a chain twenty deep. Here an open one is
closed by the next of its kind when only formatting elements stand between. White space is
remembered, not kept as a node.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple

from .place import ENDS, HIDDEN, LINK, NOSCRIPT, TITLE, Place, Places
from .walk import NOSCRIPT_WORDS, Walk, echo_of
from .words import n_words

_HIDDEN = -2


class _Noscript(NamedTuple):
    """How things stood when a noscript was opened."""

    rank: int  # among its like
    heard: int
    gap: bool
    echo: str


class Target:
    """A target of `lxml.etree.HTMLParser`, for one page after another.

    An element that is nothing but a node of its place costs two short calls. What else there is to
    do at a place was found out when it was met first (`Place.kind`).
    """

    __slots__ = (
        "_above",
        "_attributes",
        "_end",
        "_gap",
        "_ghosts",
        "_heard",
        "_links",
        "_most",
        "_noscripts",
        "_parent",
        "_place",
        "_places",
        "_spaced",
        "_strings",
        "_text",
        "_top",
        "_where",
        "data",
        "out",
    )

    def __init__(self) -> None:
        self._strings: list[str] = []  # since the last tag
        self.data = self._strings.append
        self.begin(Places(), 0)

    def begin(self, places: Places, n_attributes: int) -> None:
        """Forget the page before.

        Parameters
        ----------
        places
            Those remembered from other pages.
        n_attributes
            Of one element, how many are read.
        """
        out = self.out = Walk()
        self._text, self._parent, self._end, self._place = out.text, out.parent, out.end, out.place
        self._spaced, self._attributes = out.spaced, out.attributes
        self._places, self._most = places, n_attributes
        self._where, self._top, self._gap = places.fresh(), -1, False
        self._above: list[int] | None = None  # open in the source, while some are ghosts
        self._ghosts = 0  # elements that are open in the source and closed here
        self._links: list[int] = []  # open links
        self._noscripts: list[_Noscript] = []  # open ones
        self._heard: list[str] | None = None  # strings inside of an open noscript
        self._strings.clear()

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """A tag was opened."""
        if self._strings:
            self._content()
        where = self._where
        if attributes:
            # cheaper than `get`: most have none or one of the two
            names = attributes["class"] if "class" in attributes else None  # noqa: SIM401
            own = attributes["id"] if "id" in attributes else None  # noqa: SIM401
            kid = where.kids.get((tag, names, own) if names or own else tag)
            if kid is None:
                kid = self._places.below(where, tag, names, own)
        else:
            kid = where.kids.get(tag) or self._places.below(where, tag)
        node = len(self._text)
        if kid.kind:
            if kid.kind == ENDS:
                kid = self._implied_end(kid, attributes)
            if kid.kind == LINK:
                if "href" in attributes:
                    self._links.append(node)
            elif kid.kind == HIDDEN:
                self._hide(kid, attributes)
                return
            else:
                self._tell(kid, attributes, node)
        if self._gap:
            self._spaced.append(node)
            self._gap = False
        if len(attributes) > kid.n_named:
            if len(attributes) > self._most:
                attributes = self._cut(attributes)
            self._attributes[node] = attributes
        if self._above is not None:
            self._move(node)
        self._place.append(kid)
        self._parent.append(self._top)
        self._end.append(0)
        self._text.append(None)
        self._where = kid
        self._top = node

    def end(self, tag: str) -> None:
        """The element opened last has ended."""
        if self._strings:
            self._content()
        if self._above is not None and self._is_ghost():
            return
        where, node = self._where, self._top
        self._where = where.up
        if where.kind == HIDDEN:
            return
        self._end[node] = len(self._text)
        self._top = self._parent[node]
        if not where.inline:
            self._gap = True
        elif where.kind == LINK and self._links and self._links[-1] == node:
            self._links.pop()
        if where.kind == NOSCRIPT:
            self._noscript_end(node)

    def close(self) -> Walk:
        """The page has ended."""
        if self._strings:
            self._content()
        self._above = None
        while self._where.depth >= 0:
            self.end("")
        self.out.count_hidden()
        return self.out

    def _content(self) -> None:
        """What stood between two tags."""
        strings = self._strings
        string = strings[0] if len(strings) == 1 else "".join(strings)
        strings.clear()
        where = self._where
        if self._heard is not None:
            self._heard.append(string)
        if where.kind >= TITLE:
            if where.tag == "title" and not self.out.title:
                self.out.title = " ".join(string.split())
            if where.kind == HIDDEN:
                return
        if string.isspace():
            self._gap = True
            return
        node = len(self._text)
        if self._gap:
            self._spaced.append(node)
            self._gap = False
        if self._links:
            self.out.linked.append(node)
        self._place.append(where.content)
        self._parent.append(self._top)
        self._text.append(string)
        self._end.append(node + 1)

    def _implied_end(self, kid: Place, attributes: Mapping[str, str]) -> Place:
        """Close what the next of its kind ends; the place of that one."""
        if self._above is None:
            self._above = self._ancestors()
        for _ in range(kid.closes):
            where = self._where
            self._end[self._top] = len(self._text)
            self._top = self._parent[self._top]
            self._where = where.up
            self._gap = self._gap or not where.inline
        self._ghosts += kid.closes
        return self._places.below(
            self._where, kid.tag, attributes.get("class"), attributes.get("id")
        )

    def _ancestors(self) -> list[int]:
        nodes = [self._top]
        while nodes[-1] >= 0:
            nodes.append(self._parent[nodes[-1]])
        return nodes[::-1]

    def _move(self, node: int) -> None:
        """Note an element that stands elsewhere in the source."""
        assert self._above is not None
        if self._above[-1] != self._top:
            self.out.moved[node] = self._above[-1]
        self._above.append(node)

    def _is_ghost(self) -> bool:
        """Whether what ends in the source was closed before."""
        assert self._above is not None
        node = self._above.pop()
        if node in (self._top, _HIDDEN):
            return False
        if self._links and self._links[-1] == node:
            self._links.pop()
        self._ghosts -= 1
        if not self._ghosts:
            self._above = None
        return True

    def _cut(self, attributes: Mapping[str, str]) -> Mapping[str, str]:
        self.out.truncated = True
        return dict(islice(attributes.items(), self._most))

    def _hide(self, kid: Place, attributes: Mapping[str, str]) -> None:
        out = self.out
        out.concealed.append(kid)
        if kid.tells:
            self._says(kid.tag, attributes)
        if kid.depth > self._places.depth:
            out.truncated = True
        if self._above is not None:
            self._above.append(_HIDDEN)
        self._where = kid

    def _tell(self, kid: Place, attributes: Mapping[str, str], node: int) -> None:
        """Note what a visible element says besides being there."""
        if kid.tag == "input":
            self.out.echo = self.out.echo or echo_of(attributes)
        elif kid.tag == "noscript":
            self._noscript(node)
        else:
            self._says(kid.tag, attributes)

    def _says(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "base":
            self.out.base = self.out.base or (attributes.get("href") or "").strip()
        elif tag == "form":
            self.out.n_forms += 1

    def _noscript(self, node: int) -> None:
        out, above = self.out, self._top if self._above is None else self._above[-1]
        rank = out.noscripts_below[above] = out.noscripts_below.get(above, 0) + 1
        if self._heard is None:
            self._heard = []
        self._noscripts.append(_Noscript(rank, len(self._heard), self._gap, out.echo))

    def _noscript_end(self, node: int) -> None:
        """Keep a noscript that holds the page's text; of another nothing but its marks."""
        seen, out = self._noscripts.pop(), self.out
        assert self._heard is not None
        text = "".join(self._heard[seen.heard :])
        if not self._noscripts:
            self._heard = None
        if len(text) >= 2 * NOSCRIPT_WORDS - 1 and int(n_words([text])[0]) >= NOSCRIPT_WORDS:
            out.noscripts[node] = seen.rank
            return
        out.concealed += (place for place in out.place[node:] if place.row & 1 == 0)
        out.forget(node)
        self._gap, out.echo = seen.gap, seen.echo


class TooMuchError(Exception):
    """The page has more elements than are read."""


class Counting(Target):
    """The same, which stops at so many elements."""

    __slots__ = ("left",)

    left: int

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """A tag was opened, if it is not one too many."""
        if not self.left:
            self.out.truncated = True
            raise TooMuchError
        self.left -= 1
        Target.start(self, tag, attributes)
