"""A place on a site: the tags from the root, and the same with class and id.

Places of all pages are kept in one trie, so that a page of a known template costs one look-up
an element. The trie is a memo of pure functions: it changes no result and is dropped when full.
"""

from __future__ import annotations

import re
import threading
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from .tagtree import INLINE, TEXT

OPAQUE = frozenset(
    "script style noscript template head select textarea option iframe svg object applet".split()
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

# What a reader does at a place besides noting a node there.
NODE, LINK, TITLE, TOLD, NOSCRIPT, ENDS, HIDDEN = range(7)
_KINDS = {
    "a": LINK,
    "title": TITLE,
    "base": TOLD,
    "form": TOLD,
    "input": TOLD,
    "noscript": NOSCRIPT,
}
_MASK = 0x7FFFFFFFFFFFFFFF
_STEP = 1_000_003
_TEXT_PATH = crc32(TEXT.encode())
_TEXT_KEY = crc32(f"{TEXT}.".encode())

# Numbers and states differ from record to record and from visit to visit; the place does not.
_STATEFUL = re.compile(r"\d+|\b(?:odd|even|first|last|active|selected|current|alt)\b")
_DIGITS = re.compile(r"\d+")
_WHOLE = frozenset(("html", "body"))

Known_as = str | tuple[str, str | None, str | None]  # a tag, or one with its class and id


class Place:
    """Where an element stands, and its row in the table of places; of its content the next one."""

    __slots__ = (
        "closes",
        "content",
        "depth",
        "inline",
        "key",
        "kids",
        "kind",
        "marks",
        "n_named",
        "named",
        "path",
        "row",
        "tag",
        "tells",
        "up",
    )

    def __init__(self, tag: str, path: int, key: int, depth: int, row: int) -> None:
        self.tag = tag
        self.path = path
        self.key = key
        self.depth = depth
        self.row = row
        self.inline = tag in INLINE
        self.kind = NODE
        self.tells = tag in ("a", "base", "form", "title")  # though it is hidden
        self.closes = 0  # open elements that one here would end first
        self.marks: tuple[str, ...] = ()  # tag.class, as hidden elements are counted
        self.named: dict[str, str] | None = None  # class and id as written
        self.n_named = 0
        self.up = self
        self.kids: dict[Known_as, Place] = {}
        self.content = self if tag == TEXT else _content(self)


def _content(place: Place) -> Place:
    path = (place.path * _STEP ^ _TEXT_PATH) & _MASK
    key = (place.key * _STEP ^ _TEXT_KEY) & _MASK
    return Place(TEXT, path, key, place.depth + 1, place.row + 1)


class Places:
    """The trie of places, and their hashes of tags (`path`), of tags with classes (`key`).

    Parameters
    ----------
    most
        Places that are remembered.
    depth
        Elements deeper than this are hidden.

    Examples
    --------
    Two rows of a table are one place, whatever state their classes tell:

    >>> places = Places()
    >>> odd = places.below(places.root, "tr", "row odd", "r17")
    >>> even = places.below(places.root, "tr", "row even", "r18")
    >>> odd.key == even.key, odd.path == places.below(places.root, "tr").path
    (True, True)
    """

    def __init__(self, most: int = 50_000, depth: int = 512) -> None:
        self.most = most
        self.depth = depth
        self._clear()

    def _clear(self) -> None:
        self.n = 0
        self.root = Place("", 1, 1, -1, -2)
        self._table: NDArray[np.int64] = np.empty((3, 1 << 10), np.int64)
        self._fresh: list[tuple[int, int, int]] = []  # rows that are not in the table yet

    def fresh(self) -> Place:
        """The root to start a page from."""
        if self.n > self.most:
            self._clear()
        return self.root

    @property
    def table(self) -> NDArray[np.int64]:
        """Path, key and depth of all places, by row."""
        if self._fresh:
            stop = 2 * self.n
            while stop > self._table.shape[1]:
                self._table = np.concatenate((self._table, np.empty_like(self._table)), axis=1)
            self._table[:, stop - len(self._fresh) : stop] = np.array(self._fresh, np.int64).T
            self._fresh = []
        return self._table

    def below(
        self, place: Place, tag: str, names: str | None = None, own: str | None = None
    ) -> Place:
        """Place of an element of this tag, class and id below another; remembered there.

        Reading
        -------
        What `html` and `body` are called tells the type of the page, not where its parts stand:
        a list of one under `body.single` stands where the others do under `body.list`.
        """
        known_as: Known_as = (tag, names, own) if names or own else tag
        known = place.kids.get(known_as)
        if known is not None:
            return known
        clean = "#" if tag in _WHOLE else _STATEFUL.sub("", f"{names or ''}#{own or ''}")
        path = (place.path * _STEP ^ crc32(tag.encode())) & _MASK
        key = (place.key * _STEP ^ crc32(f"{tag}.{clean}".encode())) & _MASK
        kid = Place(tag, path, key, place.depth + 1, 2 * self.n)
        kid.up = place
        kid.closes = _closes(place, tag)
        kid.kind = self._kind(place, kid)
        classes = _DIGITS.sub("0", names).split()[:4] if names else ()
        kid.marks = tuple(f"{tag}.{name}" for name in classes) or (() if names else (tag,))
        if names or own:
            kid.named = {k: v for k, v in (("class", names), ("id", own)) if v}
            kid.n_named = len(kid.named)
        self._fresh += ((each.path, each.key, each.depth) for each in (kid, kid.content))
        self.n += 1
        place.kids[known_as] = kid
        return kid

    def _kind(self, place: Place, kid: Place) -> int:
        if place.kind == HIDDEN or kid.depth > self.depth:
            return HIDDEN
        if kid.closes:
            return ENDS
        return _KINDS.get(kid.tag) or (HIDDEN if kid.tag in OPAQUE else NODE)


def _closes(place: Place, tag: str) -> int:
    """How many of the elements open at a place HTML5 ends before one of this tag."""
    if tag not in CLOSES:
        return 0
    n = 1
    while place.depth >= 0:
        if place.tag in CLOSES[tag]:
            return n
        if place.tag not in THROUGH:
            break
        place, n = place.up, n + 1
    return 0


class Known(threading.local):
    """The places a thread has met, by the depth to which pages are read."""

    def __init__(self) -> None:
        self._places: dict[int, Places] = {}

    def places(self, depth: int) -> Places:
        """Those of pages read so deep."""
        known = self._places.get(depth)
        if known is None:
            self._places.clear()
            known = self._places[depth] = Places(depth=depth)
        return known
