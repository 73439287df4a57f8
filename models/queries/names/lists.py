"""The lists that a crawl was given: which of them the site is about, and what they offer to ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import islice

import msgspec

from upwell.models.sample import key_hash
from upwell.models.text.words import STOP_WORDS

from ..pool import QueryPool
from .mentions import Mentions, mentions
from .params import BATCH, FIRST_LOOK, FREQUENT, LEAST, LOOKED_AT, MOST_LISTS, MOST_OF_A_LIST


class NameList(msgspec.Struct, array_like=True):
    """Names of one type, or the queries of a log."""

    kind: str
    names: list[str]
    next: int = 0  # place of the first that was not offered
    is_match: bool | None = None  # None: not looked for yet
    n_mentioned: int = 0
    n_by_chance: int = 0
    n_probed: int = 0  # of its frequent words, asked before the site was known
    n_full: int = 0  # of these, that brought something
    frequent: list[str] = []

    @property
    def hope(self) -> float:
        """Share of its words that bring something, half before one was asked."""
        return (self.n_full + 1) / (self.n_probed + 2)


class NameLists:
    """Lists by type; a list whose names the site mentions is asked, beside the words of answers.

    Examples
    --------
    >>> lists = NameLists()
    >>> lists.add("town", ["new york", "new orleans"])
    >>> len(lists.encode_dirty()), len(lists.encode_dirty())
    (1, 0)

    References
    ----------
    ENT 4.2.
    """

    def __init__(self) -> None:
        self.lists: dict[str, NameList] = {}
        self.looked_at = 0  # objects known when the lists were last compared
        self._dirty: set[str] = set()

    def add(self, kind: str, names: Iterable[str]) -> None:
        """More names of a type; those that are there already change nothing."""
        if kind not in self.lists and len(self.lists) >= MOST_LISTS:
            return
        found = self.lists.setdefault(kind, NameList(kind, []))
        there = set(found.names)
        fresh = [name for name in dict.fromkeys(names) if name not in there]
        found.names += fresh[: MOST_OF_A_LIST - len(found.names)]
        found.frequent = _frequent(found.names)
        self._dirty.add(kind)

    def next_probe(self, asked: Container[str]) -> str | None:
        """A frequent word of the list whose words bring something most often; None where those of
        no list do so often enough.

        Reading
        -------
        The papers begin with words of a dictionary, whatever the site is about. What many names of
        a subject share stands in many records of it.

        Examples
        --------
        >>> lists = NameLists()
        >>> lists.add("town", ["new york", "new orleans", "york"])
        >>> lists.next_probe(()), lists.next_probe(("new",)), lists.next_probe(("new", "york"))
        ('new', 'york', None)
        """
        for one in sorted(self.lists.values(), key=lambda one: (-one.hope, one.kind)):
            word = next((word for word in one.frequent if word not in asked), None)
            if word is not None and one.hope >= LEAST:
                return word
        return None

    def note_probe(self, word: str, full: bool) -> None:
        """Count what a word brought to every list that it is frequent in."""
        for one in self.lists.values():
            if word in one.frequent:
                one.n_probed += 1
                one.n_full += full
                self._dirty.add(one.kind)

    def is_due(self, n_objects: int) -> bool:
        """Whether enough objects have come since the lists were last compared with them."""
        return bool(self.lists) and n_objects >= max(FIRST_LOOK, 2 * self.looked_at)

    def offer_to(self, pool: QueryPool) -> None:
        """Compare every list with the objects that are known, and offer of those that match."""
        objects = list(_newest(pool))
        for _, one in sorted(self.lists.items()):
            found = mentions(objects, one.names, pool.memory.words)
            one.is_match = one.is_match or found.is_match
            one.n_mentioned, one.n_by_chance = len(found.names), found.by_chance
            if one.is_match:
                _offer(pool, one, found)
            self._dirty.add(one.kind)
        self.looked_at = pool.n_objects

    # ---- persistence

    def encode_dirty(self) -> dict[str, bytes]:
        """Lists that changed since the last call, by a hash of their type."""
        out = {
            f"{key_hash(kind):016x}": _encode((self.looked_at, self.lists[kind]))
            for kind in sorted(self._dirty)
        }
        self._dirty.clear()
        return out

    @classmethod
    def decode(cls, parts: Sequence[bytes]) -> NameLists:
        """The lists of the stored parts."""
        lists = cls()
        for part in parts:
            looked_at, one = _decode(part)
            lists.lists[one.kind] = one
            lists.looked_at = max(lists.looked_at, looked_at)
        return lists


def _frequent(names: Sequence[str]) -> list[str]:
    counts = Counter(word for name in names for word in set(name.split()))
    able = (word for word, n in counts.items() if n > 1 and len(word) > 2 and word not in _STOPS)
    return sorted(able, key=lambda word: (-counts[word], word))[:FREQUENT]


def _offer(pool: QueryPool, one: NameList, found: Mentions) -> None:
    """Offer the mentioned names of a list, and the next of its other names.

    Each is a source of its own in the pool, asked as it pays.
    """
    pool.add_words(found.names[:BATCH], f"{one.kind}, mentioned")
    pool.add_words(one.names[one.next : one.next + BATCH], one.kind)
    one.next += BATCH


def _newest(pool: QueryPool) -> Iterator[set[int]]:
    held = pool.chooser.books.words_of
    for number in islice(reversed(held), LOOKED_AT):
        yield set(held[number].tolist())


_STOPS = frozenset().union(*STOP_WORDS.values())
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[int, NameList]).decode
