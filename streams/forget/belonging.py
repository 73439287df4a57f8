"""Which records of a log are a site's: by their key where it is the site, else by what they say."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from upwell.errors import RecordError

from ..codecs import decode
from ..records import DeadLetter, Settled
from ..topics import DEAD_LETTERS, TOPICS

_BY_SITE = frozenset(topic.name for topic in TOPICS if topic.key == "site")
_BY_OBJECT = frozenset(topic.name for topic in TOPICS if topic.key == "object id")
_DECLARED = frozenset(topic.name for topic in TOPICS)


class Belonging:
    """Tells a site's records from others; asked in the order of `topics`.

    Ids of objects and places of dead letters are learned on the way: a table keeps an object under
    its id alone, and what settles a letter names its place.

    Examples
    --------
    >>> of = Belonging("shop.example")
    >>> of.has("pages", 0, 7, b"shop.example", None), of.has("pages", 0, 8, b"a.example", None)
    (True, False)
    >>> of.has("upwell-plan-state-changelog", 0, 7, b"shop.example\\0h", b"state")
    True
    """

    def __init__(self, site: str) -> None:
        self.site = site
        self.ids: set[bytes] = set()
        self._letters: set[tuple[int, int]] = set()

    def in_order(self, topic: str) -> tuple[int, str]:
        """Sorts topics so that those come first from which others are understood."""
        return (topic not in _BY_OBJECT) + 2 * (topic not in _DECLARED), topic

    @staticmethod
    def by_site(topic: str) -> bool:
        """Whether the key of a topic's records is their site: no value has to be read."""
        return topic in _BY_SITE

    def has(self, topic: str, partition: int, offset: int, key: bytes, value: bytes | None) -> bool:
        """Whether this record is of the site."""
        if topic in _BY_SITE:
            return key == self.site.encode()
        if topic not in _DECLARED:  # the changelog of a table
            owner = key.partition(b"\0")[0]
            return owner == self.site.encode() or owner in self.ids
        record = _record(value)
        if topic == DEAD_LETTERS:
            return self._is_letter(partition, offset, record)
        found = getattr(record, "site", None) == self.site or key in self.ids
        if found and topic in _BY_OBJECT:
            self.ids.add(key)
        return found

    def _is_letter(self, partition: int, offset: int, record: Any) -> bool:
        if isinstance(record, Settled):
            return (record.partition, record.offset) in self._letters
        found = isinstance(record, DeadLetter) and self._is_of(record)
        if found:
            self._letters.add((partition, offset))
        return found

    def _is_of(self, letter: DeadLetter) -> bool:
        """Whether a record is of the site by key, by fields, or, unreadable, by the name in it."""
        inner = _record(letter.value)
        site = self.site.encode()
        named = site == letter.key or letter.key.startswith(site + b" ") or letter.key in self.ids
        if named or inner is not None:
            return named or getattr(inner, "site", None) == self.site
        return site in letter.value or self.site in letter.reason + letter.trace


def _record(value: bytes | None) -> Any:
    with suppress(RecordError):
        return decode(value)
    return None
