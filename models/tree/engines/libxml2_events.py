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

from ..params import NOSCRIPT_WORDS
from ..place import ENDS, HIDDEN, LINK, NOSCRIPT, Place, Places
from ..walk import Walk, echo_of, is_content
from ..words import n_words

_HIDDEN = -2


class _Noscript(NamedTuple):
    """How things stood when a noscript was opened."""

    rank: int  # among its like
    heard: int
    gap: int
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
        "_linked",
        "_links",
        "_most",
        "_noscripts",
        "_parent",
        "_pieces",
        "_places",
        "_row",
        "_said",
        "_spaced",
        "_strings",
        "_top",
        "_where",
        "out",
    )

    def __init__(self) -> None:
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
        self._row, self._parent, self._end = out.row, out.parent, out.end
        self._strings, self._linked = out.strings, out.linked
        self._spaced, self._attributes = out.spaced, out.attributes
        self._places, self._most = places, n_attributes
        self._where, self._top = places.fresh(), -1
        self._gap = 0  # white space: 1 for the end of a block, 2 for each blank string
        self._above: list[int] | None = None  # open in the source, while some are ghosts
        self._ghosts = 0  # elements that are open in the source and closed here
        self._links: list[int] = []  # open links
        self._noscripts: list[_Noscript] = []  # open ones
        self._heard: list[str] | None = None  # strings inside of an open noscript
        self._said = ""  # what was told since the last tag
        self._pieces: list[str] = []  # and what was not

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """A tag was opened."""
        if self._pieces:
            self._settle()
        self._said = ""
        where = self._where
        try:
            if attributes:
                names = attributes.get("class")
                own = attributes["id"] if "id" in attributes else None  # noqa: SIM401
                known_as = (names, own) if own else names
                kid = where.called[tag][known_as] if known_as else where.kids[tag]
            else:
                kid = where.kids[tag]
        except KeyError:
            kid = self._below(tag, attributes)
        row = self._row
        node = len(row)
        if kid.kind == LINK:
            if "href" in attributes:
                self._links.append(node)
        elif kid.kind:
            kid = self._note_element(kid, attributes, node)
            if kid.kind == HIDDEN:
                return
        if self._gap:
            self._spaced.append(node)
            self._gap = 0
        if attributes and len(attributes) > kid.n_named:
            if len(attributes) > self._most:
                attributes = self._cut(attributes)
            self._attributes[node] = attributes
        if self._above is not None:
            self._move(node)
        self._where = kid
        self._parent.append(self._top)
        self._top = node
        self._end.append(0)
        row.append(kid.row)

    def end(self, tag: str) -> None:
        """The element opened last has ended."""
        if self._pieces:
            self._settle()
        self._said = ""
        if self._above is not None and self._is_ghost():
            return
        where, top = self._where, self._top
        if not where.depth:  # the root: `<html/>` ends it, and a page goes on
            return
        self._where = where.up
        if where.kind == HIDDEN:
            return
        self._end[top] = len(self._row)
        self._top = self._parent[top]
        if not where.inline:
            self._gap |= 1
            if where.kind == NOSCRIPT:
                self._noscript_end(top)
        elif where.kind == LINK and self._links and self._links[-1] == top:
            self._links.pop()

    def data(self, string: str, whole: bool = False) -> None:
        """A string stands between two tags; `&amp;` cuts it into pieces that are told in turn.

        The first piece is a node at once, for most strings have no other.
        """
        where = self._where
        if not whole and (self._said or where.mute or self._heard is not None):
            self._pieces.append(string)
            return
        self._said = string
        if string.isspace():
            self._gap += 2
            return
        row = self._row
        if self._gap:
            self._spaced.append(len(row))
            self._gap = 0
        if self._links:
            self._linked.append(len(row))
        self._parent.append(self._top)
        self._end.append(0)
        row.append(where.content)
        self._strings.append(string)

    def _below(self, tag: str, attributes: Mapping[str, str]) -> Place:
        return self._places.below(self._where, tag, attributes.get("class"), attributes.get("id"))

    def close(self) -> Walk:
        """The page has ended."""
        if self._pieces:
            self._settle()
        self._above = None
        while self._where.depth > 0:
            self.end("")
        if self._row:
            self._end[0] = len(self._row)
        self.out.count_hidden()
        return self.out

    def _settle(self) -> None:
        """Put together the pieces of a string."""
        said, string = self._said, self._said + "".join(self._pieces)
        self._pieces.clear()
        if said and not said.isspace():
            self._strings[-1] = string
        elif said:
            self._gap -= 2
            self.data(string, whole=True)
        elif not self._heard_here(string):
            self.data(string, whole=True)

    def _heard_here(self, string: str) -> bool:
        """Note a string for what is open around it; whether it is hidden."""
        where = self._where
        if self._heard is not None:
            self._heard.append(string)
        if where.tag == "title" and not self.out.title:
            self.out.title = " ".join(string.split())
        return where.kind == HIDDEN

    def _note_element(self, kid: Place, attributes: Mapping[str, str], node: int) -> Place:
        """Note what the attributes of an element say; its place."""
        if kid.kind == ENDS:
            kid = self._implied_end(kid, attributes)
        if kid.kind == HIDDEN:
            self._hide(kid, attributes)
        elif kid.tag == "input":
            self.out.echo = self.out.echo or echo_of(attributes)
        elif kid.tag == "noscript":
            self._noscript(node)
        else:
            self._says(kid.tag, attributes)
        return kid

    def _implied_end(self, kid: Place, attributes: Mapping[str, str]) -> Place:
        """Close what the next of its kind ends; the place of that one."""
        if self._above is None:
            self._above = self._ancestors()
        for _ in range(kid.closes):
            where = self._where
            self._end[self._top] = len(self._row)
            self._top = self._parent[self._top]
            self._where = where.up
            self._gap |= not where.inline
        self._ghosts += kid.closes
        return self._below(kid.tag, attributes)

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
        out.concealed += (self._places.at(row) for row in out.row[node:] if not is_content(row))
        out.forget(node)
        self._gap, out.echo = seen.gap, seen.echo


class TooMuchError(Exception):
    """The page has more elements than are read."""


class Counting(Target):
    """A target that stops the parser at so many elements."""

    __slots__ = ("left",)

    left: int

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """A tag was opened, if it is not one too many."""
        if not self.left:
            self.out.truncated = True
            raise TooMuchError
        self.left -= 1
        Target.start(self, tag, attributes)
