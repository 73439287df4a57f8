"""A place on a site: the tags from the root, and the same with class and id.

Places of all pages are kept in one trie, so that a page of a known template costs one look-up
an element. The trie is a memo of pure functions: it changes no result and is dropped when full.
"""

from __future__ import annotations

import re
from zlib import crc32

from .tagtree import INLINE, TEXT

MASK = 0x7FFFFFFFFFFFFFFF
STEP = 1_000_003
TEXT_PATH = crc32(TEXT.encode())
TEXT_KEY = crc32(f"{TEXT}.".encode())

# Numbers and states differ from record to record and from visit to visit; the place does not.
_STATEFUL = re.compile(r"\d+|\b(?:odd|even|first|last|active|selected|current|alt)\b")


class Place:
    """Where an element stands: hashes of its tags (`path`) and of tags with classes (`key`)."""

    __slots__ = ("code", "depth", "inline", "key", "kids", "path", "tag")

    def __init__(self, tag: str, path: int, key: int, depth: int) -> None:
        self.tag = tag
        self.path = path
        self.key = key
        self.depth = depth
        self.inline = tag in INLINE
        self.code = crc32(tag.encode())
        self.kids: dict[str, Place] = {}


class Places:
    """The trie of places.

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
        self.n = 0
        self.root = Place("", 1, 1, -1)

    def fresh(self) -> Place:
        """The root to start a page from."""
        if self.n > self.most:
            self.n, self.root = 0, Place("", 1, 1, -1)
        return self.root

    def below(self, place: Place, tag: str, names: str, own: str) -> Place:
        """Place of an element of this tag, class and id below another; remembered there."""
        clean = _STATEFUL.sub("", f"{names}#{own}")
        path = (place.path * STEP ^ crc32(tag.encode())) & MASK
        key = (place.key * STEP ^ crc32(f"{tag}.{clean}".encode())) & MASK
        kid = Place(tag, path, key, place.depth + 1)
        place.kids[f"{tag} {names}#{own}" if names or own else tag] = kid
        self.n += 1
        return kid
