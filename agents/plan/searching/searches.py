"""The searches that are watched, and how their rounds stand: parts of plan's state."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec

from upwell.agents.part import pack, unpack
from upwell.agents.reducer import View
from upwell.streams.parts.searched import WatchedSearch

from ..params import WORDS_AT_ONCE

PARTS = "searches."
HEADS = "searches.heads"
ID_BYTES = 8  # an object's id is their hexadecimal digits


class Search(msgspec.Struct, array_like=True):
    """One search, and its rounds so far."""

    name: str  # as it was given: its words, or its address
    number: int  # among the site's searches
    url: str = ""  # of the first page of its answer; not known before the form is
    query: str = ""
    open: int = 0  # number of the request that is open; 0: none
    follows: str = ""  # the next page of the round, not asked for yet
    due: float = 0.0  # when the next round begins
    begun: float = 0.0
    at: float = 0.0  # of the last round that was read whole
    n_rounds: int = 0  # of these
    n_objects: int = 0
    n_failed: int = 0  # rounds in a row that say nothing
    n_empty: int = 0  # of them, that said that nothing matches
    n_again: int = 0  # rounds in a row that were begun at once, to decide on what one alone showed
    why: str = ""  # the last round says nothing
    route: str = ""  # by which its pages are read
    model_version: int = 0  # by which its list was read


class ListPage(msgspec.Struct, array_like=True):
    """A page of a round as it was read."""

    url: str
    ids: bytes
    follows: str = ""  # the address of the page after it
    matches: int | None = None
    etag: str | None = None
    modified: str | None = None
    cursor: str = ""  # of the link that led to it: the same whatever session its address has
    leads_by: str = ""  # cursor of its link to the page after it


class Lists(msgspec.Struct, array_like=True):
    """What the rounds of a search showed."""

    known: bytes = b""  # its list, as it is believed to be
    latest: bytes = b""  # of the last whole round
    pages: list[ListPage] = []  # of the same


class Question(msgspec.Struct, array_like=True):
    """One request of the sample."""

    url: str
    reason: str
    query: str
    aside: bool = False  # what it brings is nobody's wish
    not_before: float = 0.0


class Sample(msgspec.Struct, array_like=True):
    """What is asked beside the searches, for the templates to be told from it."""

    firsts: list[int] = []  # searches whose first page was asked for
    n_nonsense: int = 0
    n_words: int = 0
    n_wanted: int = WORDS_AT_ONCE  # before it is looked whether the templates are told
    turn: str = ""  # the second page of the first search, to be asked for
    words: list[str] = []  # of the answers
    frame: list[str] = []  # words that stand on other pages as well
    shows: dict[str, str] = {}  # what pages show, by the newest model: told, held, nothing
    read: int = -1  # words that were asked before the last model was made
    open: dict[int, Question] = {}  # by number of the request
    again: list[Question] = []  # that the site did not answer
    done: bool = False  # a model stands


class Searches:
    """All searches of a site."""

    def __init__(self) -> None:
        self.sample = Sample()
        self._all: list[Search] = []
        self._lists: dict[int, Lists] = {}
        self._round: dict[int, list[ListPage]] = {}  # pages of the round that is under way
        self._changed: set[str] = set()

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Search]:
        return iter(self._all)

    @property
    def names(self) -> list[str]:
        """The searches as they were given."""
        return [one.name for one in self._all]

    def use(self, names: Sequence[str]) -> None:
        """Watch these from now on; those that were watched before go on."""
        before = {one.name: one for one in self._all}
        highest = max((one.number for one in self._all), default=-1)
        for one in self._all:
            if one.name not in names:
                self._drop(one.number)
        self._all = []
        for name in names:
            if name not in before:
                highest += 1
            self._all.append(before.get(name) or Search(name, highest))
        self.changed()

    def changed(self) -> None:
        """Something of a search, or of the sample, has."""
        self._changed.add(HEADS)

    def search_of(self, number: int) -> Search | None:
        """The search whose round a request belongs to; None where it belongs to none."""
        return next((one for one in self._all if one.open == number), None) if number else None

    def is_open(self, number: int) -> bool:
        """Whether a request is of a search, or of the sample."""
        return number in self.sample.open or self.search_of(number) is not None

    def lists(self, search: Search) -> Lists:
        """What its rounds showed."""
        return self._lists.get(search.number, Lists())

    def keep_lists(self, search: Search, lists: Lists) -> None:
        """What its rounds showed, the last one included."""
        self._lists[search.number] = lists
        self._changed.add(_part(search.number, "lists"))

    def round(self, search: Search) -> list[ListPage]:
        """The pages of the round that is under way."""
        return self._round.get(search.number, [])

    def keep_round(self, search: Search, pages: list[ListPage]) -> None:
        """The pages of the round so far; none: it is over."""
        self._round[search.number] = pages
        self._changed.add(_part(search.number, "round"))

    def status(self) -> list[WatchedSearch]:
        """How the searches stand, for the site's status."""
        return [
            WatchedSearch(
                search=one.name,
                url=one.url,
                n_objects=one.n_objects,
                rounds=one.n_rounds,
                at=one.at,
                why=one.why,
            )
            for one in self._all
        ]

    def _drop(self, number: int) -> None:
        self._lists.pop(number, None)
        self._round.pop(number, None)
        self._changed |= {_part(number, "lists"), _part(number, "round")}

    @classmethod
    def load(cls, view: View) -> Searches:
        """From the parts."""
        searches = cls()
        for name in [name for name in view.parts() if name.startswith(PARTS)]:
            value = view.part(name)
            if value is None:
                raise KeyError(f"the head of {view.key} names part {name}, which is not stored")
            if name == HEADS:
                searches._all, searches.sample = _heads(unpack(value))
                continue
            _, number, what = name.split(".")
            if what == "lists":
                searches._lists[int(number)] = _lists(unpack(value))
            else:
                searches._round[int(number)] = _pages(unpack(value))
        return searches

    def save(self, view: View) -> None:
        """Write what changed."""
        for name in sorted(self._changed):
            if name == HEADS:
                view.put(HEADS, pack(_encode((self._all, self.sample))) if self._all else None)
                continue
            _, number, what = name.split(".")
            found = (self._lists if what == "lists" else self._round).get(int(number))
            view.put(name, pack(_encode(found)) if found else None)
        self._changed.clear()


def packed(ids: Collection[str]) -> bytes:
    """Ids as they are kept.

    >>> unpacked(packed(["00000000000000ff", "00000000000000aa"]))
    ['00000000000000ff', '00000000000000aa']
    """
    return b"".join(bytes.fromhex(id_) for id_ in ids)


def unpacked(ids: bytes) -> list[str]:
    """What was packed."""
    return [ids[at : at + ID_BYTES].hex() for at in range(0, len(ids), ID_BYTES)]


def _part(number: int, what: str) -> str:
    return f"{PARTS}{number}.{what}"


_encode = msgspec.msgpack.Encoder().encode
_heads = msgspec.msgpack.Decoder(tuple[list[Search], Sample]).decode
_lists = msgspec.msgpack.Decoder(Lists).decode
_pages = msgspec.msgpack.Decoder(list[ListPage]).decode
