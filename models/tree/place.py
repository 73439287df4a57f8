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

_MASK = 0x7FFFFFFFFFFFFFFF
_STEP = 1_000_003
_TEXT_PATH = crc32(TEXT.encode())
_TEXT_KEY = crc32(f"{TEXT}.".encode())

# Numbers and states differ from record to record and from visit to visit; the place does not.
_STATEFUL = re.compile(r"\d+|\b(?:odd|even|first|last|active|selected|current|alt)\b")


class Place:
    """Where an element stands, and its row in the table of places; of its content the next one."""

    __slots__ = ("content", "depth", "inline", "key", "kids", "path", "row", "tag")

    def __init__(self, tag: str, path: int, key: int, depth: int, row: int) -> None:
        self.tag = tag
        self.path = path
        self.key = key
        self.depth = depth
        self.row = row
        self.inline = tag in INLINE
        self.kids: dict[str, Place] = {}
        self.content = self if tag == TEXT else _content(self)


def _content(place: Place) -> Place:
    path = (place.path * _STEP ^ _TEXT_PATH) & _MASK
    key = (place.key * _STEP ^ _TEXT_KEY) & _MASK
    return Place(TEXT, path, key, place.depth + 1, place.row + 1)


class Places:
    """The trie of places, and their hashes of tags (`path`), of tags with classes (`key`).

    Examples
    --------
    Two rows of a table are one place, whatever state their classes tell:

    >>> places = Places()
    >>> odd = places.below(places.root, "tr", "row odd", "r17")
    >>> even = places.below(places.root, "tr", "row even", "r18")
    >>> odd.key == even.key, odd.path == places.below(places.root, "tr", "", "").path
    (True, True)
    """

    def __init__(self, most: int = 50_000) -> None:
        self.most = most
        self._clear()

    def _clear(self) -> None:
        self.n = 0
        self.root = Place("", 1, 1, -1, -2)
        self.table: NDArray[np.int64] = np.empty((3, 1 << 10), np.int64)  # path, key, depth by row

    def fresh(self) -> Place:
        """The root to start a page from."""
        if self.n > self.most:
            self._clear()
        return self.root

    def below(self, place: Place, tag: str, names: str, own: str) -> Place:
        """Place of an element of this tag, class and id below another; remembered there."""
        clean = _STATEFUL.sub("", f"{names}#{own}")
        path = (place.path * _STEP ^ crc32(tag.encode())) & _MASK
        key = (place.key * _STEP ^ crc32(f"{tag}.{clean}".encode())) & _MASK
        kid = Place(tag, path, key, place.depth + 1, 2 * self.n)
        place.kids[f"{tag} {names}#{own}" if names or own else tag] = kid
        self.n += 1
        if 2 * self.n > self.table.shape[1]:
            self.table = np.concatenate((self.table, np.empty_like(self.table)), axis=1)
        for each in (kid, kid.content):
            self.table[:, each.row] = (each.path, each.key, each.depth)
        return kid


class Known(threading.local):
    """The places a thread has met."""

    def __init__(self) -> None:
        self.places = Places()
