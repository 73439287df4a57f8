"""A place on a site: the tags from the root, and the same with class and id.

Places of all pages are kept in one trie, so that a page of a known template costs one look-up
an element. The trie is a memo of pure functions: it changes no result and is dropped when full.
"""

from __future__ import annotations

import re
import threading
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from .record_classes import MASK, STEP, joined, names_of
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
_TEXT_PATH = crc32(TEXT.encode())
_TEXT_KEY = crc32(f"{TEXT}.".encode())

_DIGITS = re.compile(r"\d+")
_WHOLE = frozenset(("html", "body"))

NameKey = str | tuple[str | None, str]  # a class, or a class and an id


class Place:
    """Where an element stands, and its row in the table of places; of its content the next one."""

    __slots__ = (
        "called",
        "closes",
        "content",
        "depth",
        "inline",
        "key",
        "kids",
        "kind",
        "marks",
        "mute",
        "n_named",
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
        self.content = row + 1
        self.inline = tag in INLINE
        self.kind = NODE
        self.mute = False  # its strings are no nodes
        self.tells = tag in ("a", "base", "form", "title")  # though it is hidden
        self.closes = 0  # open elements that one here would end first
        self.marks: tuple[str, ...] = ()  # tag.class, as hidden elements are counted
        self.n_named = 0  # attributes that are part of the place
        self.up = self
        self.kids: dict[str, Place] = {}  # by tag, those without class and id
        self.called: dict[str, dict[NameKey | None, Place]] = {}  # by tag, the others


def name_key(names: str | None, own: str | None) -> NameKey | None:
    """The key of a place among those of its tag below one parent: its class, its id, or both.

    >>> name_key("", None), name_key("a b", ""), name_key(None, "i")
    (None, 'a b', (None, 'i'))
    """
    return (names, own) if own else names or None


_Named = dict[str, str] | None


class PlaceTable(NamedTuple):
    """Tag, hashes and further columns of places, by row."""

    hashes: NDArray[np.int64]  # path, key and depth
    tag: NDArray[np.object_]
    named: NDArray[np.object_]  # class and id as written, None without them

    @classmethod
    def of(cls, n: int) -> PlaceTable:
        """An empty one."""
        return cls(np.empty((3, n), np.int64), np.empty(n, object), np.empty(n, object))

    def doubled(self) -> PlaceTable:
        """The table with room for twice as many places."""
        more = PlaceTable.of(len(self.tag))
        return PlaceTable(*(np.concatenate(pair, axis=-1) for pair in zip(self, more, strict=True)))

    def tell(self, row: int, met: list[tuple[Place, _Named]]) -> None:
        """Write places down from a row on, each with the place of its content."""
        stop = row + 2 * len(met)
        self.hashes[:, row:stop] = np.array([each for place, _ in met for each in both(place)]).T
        self.tag[row:stop:2] = [place.tag for place, _ in met]
        self.tag[row + 1 : stop : 2] = TEXT
        for at, (_, named) in enumerate(met):
            self.named[row + 2 * at] = named


def both(place: Place) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Path, key and depth of a place, and of its content."""
    path = (place.path * STEP ^ _TEXT_PATH) & MASK
    key = (place.key * STEP ^ _TEXT_KEY) & MASK
    return (place.path, place.key, place.depth), (path, key, place.depth + 1)


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
        self.root = Place("", 1, 1, -1, -2)
        self._met: list[tuple[Place, _Named]] = []  # by half their row
        self._table = PlaceTable.of(1 << 10)
        self._n_told = 0  # of these, how many are in the table
        self.memo: object = None  # of the compiled kernel, by the bytes of a tag

    def fresh(self) -> Place:
        """The root to start a page from."""
        if len(self._met) > self.most:
            self._clear()
        return self.root

    def named(self, row: int) -> _Named:
        """Class and id of a place as written; None without them."""
        return self._met[row >> 1][1]

    def at(self, row: int) -> Place:
        """The place of a row, or that whose content it is."""
        return self._met[row >> 1][0]

    @property
    def table(self) -> PlaceTable:
        """The table of all places, brought up to date."""
        told, n = self._n_told, len(self._met)
        if told < n:
            while 2 * n > len(self._table.tag):
                self._table = self._table.doubled()
            self._table.tell(2 * told, self._met[told:])
            self._n_told = n
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
        name = name_key(names, own)
        called = place.called.setdefault(tag, {}) if name else {}
        kid = called.get(name) if name else place.kids.get(tag)
        if kid is not None:
            return kid
        clean = "#" if tag in _WHOLE else joined(names_of(names, own))
        path = (place.path * STEP ^ crc32(tag.encode())) & MASK
        key = (place.key * STEP ^ crc32(f"{tag}.{clean}".encode())) & MASK
        kid = Place(tag, path, key, place.depth + 1, 2 * len(self._met))
        kid.up = place
        kid.closes = _closes(place, tag)
        kid.kind = self._kind(place, kid)
        kid.mute = kid.kind in (TITLE, HIDDEN)
        classes = _DIGITS.sub("0", names).split()[:4] if names else ()
        kid.marks = tuple(f"{tag}.{name}" for name in classes) or (() if names else (tag,))
        named = {k: v for k, v in (("class", names), ("id", own)) if v}
        kid.n_named = len(named)
        self._met.append((kid, named or None))
        if name:
            called[name] = kid
        else:
            place.kids[tag] = kid
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


class PlaceCache(threading.local):
    """The places that a thread has seen on its pages, by the depth to which pages are read."""

    def __init__(self) -> None:
        self._places: dict[int, Places] = {}

    def places(self, depth: int) -> Places:
        """The places of pages that are read to this depth."""
        name_key = self._places.get(depth)
        if name_key is None:
            self._places.clear()
            name_key = self._places[depth] = Places(depth=depth)
        return name_key
