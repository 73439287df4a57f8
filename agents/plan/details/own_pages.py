"""Objects whose own page was not opened yet, newest last: parts of plan's state.

They come with pages of lists, some at a time, and are opened from the newest on. So small pieces
become chunks as they grow, and none is written again for what is opened of it: which were opened
says the set of what was asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from upwell.agents.part import pack, unpack
from upwell.agents.reducer import View
from upwell.models.frontier.seen import Seen
from upwell.models.urls.browsing import folder_class

from ..params import CHUNK, OWN_CLASSES, OWN_PAGES, OWN_PIECE

PARTS, CLASSES = "details.", "details"


class OwnLink(msgspec.Struct, array_like=True):
    """An object and the address of its own page."""

    number: int  # in the order in which they came
    id: str
    url: str


class LinkClass(msgspec.Struct, array_like=True):
    """What own pages with addresses of one make have brought."""

    n_read: int = 0  # or found not to be what a model can read
    n_gained: int = 0  # that say what no row does


class OwnPages:
    """All of a site; the oldest are dropped when they are too many."""

    def __init__(self) -> None:
        self.classes: dict[str, LinkClass] = {}
        self._links: dict[int, OwnLink] = {}  # by number, rising
        self._alike: dict[str, dict[int, OwnLink]] = {}  # the same, by make of the address
        self._next = 0
        self.twice: OwnLink | None = None  # whose page is fetched again, to see what turns
        self._ids: dict[str, int] = {}  # of objects -> number
        self._open: dict[int, tuple[str, str]] = {}  # number of the request -> object, class
        self._changed: set[int] = set()  # pieces to be written
        self._moved = False

    def __len__(self) -> int:
        return len(self._links)

    def __iter__(self) -> Iterator[OwnLink]:
        """Newest first."""
        return reversed(self._links.values())

    def add(self, id_: str, url: str) -> None:
        """An object was found whose own page may be opened."""
        if id_ in self._ids:
            return
        link = OwnLink(self._next, id_, url)
        self._next += 1
        self._keep(link)
        self._changed.add(link.number // OWN_PIECE)
        if len(self._links) > OWN_PAGES:
            self.drop(next(iter(self._links.values())))

    def drop(self, link: OwnLink) -> None:
        """Drop a link whose page is opened, or will not be."""
        del self._links[link.number]
        del self._ids[link.id]
        alike = self._alike[folder_class(link.url)]
        del alike[link.number]
        if not alike:
            del self._alike[folder_class(link.url)]
        if not any(n in self._links for n in _numbers(link.number // OWN_PIECE)):
            self._changed.add(link.number // OWN_PIECE)

    def forget(self, ids: Iterable[str]) -> None:
        """Objects turned out to be none: their pieces are written again."""
        for id_ in ids:
            if (number := self._ids.get(id_)) is not None:
                self.drop(self._links[number])
                self._changed.add(number // OWN_PIECE)

    def usual_class(self) -> str:
        """The make of most addresses."""
        return max(sorted(self._alike), key=lambda name: len(self._alike[name]), default="")

    def newest(self, wanted: Callable[[str, OwnLink], bool]) -> OwnLink | None:
        """The newest of those makes of address that are wanted, by name and newest link."""
        ends = [(name, links[next(reversed(links))]) for name, links in self._alike.items()]
        fit = [link for name, link in ends if wanted(name, link)]
        return max(fit, key=lambda link: link.number, default=None)

    def begin(self, number: int, id_: str, url: str) -> None:
        """An own page is asked for."""
        self._open[number] = id_, folder_class(url)
        self._moved = True

    def is_open(self, number: int) -> bool:
        """Whether a request is for an own page that nobody has read yet."""
        return number in self._open

    def put_off(self, number: int) -> str:
        """The site did not answer: the object is asked for anew, under another number."""
        id_, _ = self._open.pop(number, ("", ""))
        self._moved |= bool(id_)
        return id_

    def end(self, number: int, gains: bool) -> None:
        """An own page is not waited for any longer; whether it says what no row does."""
        _, name = self._open.pop(number)
        if name in self.classes or len(self.classes) < OWN_CLASSES:
            known = self.classes.setdefault(name, LinkClass())
            known.n_read, known.n_gained = known.n_read + 1, known.n_gained + gains
        self._moved = True

    def object_of(self, number: int) -> str:
        """Whose page a request is for."""
        return self._open[number][0]

    def _keep(self, link: OwnLink) -> None:
        self._links[link.number] = link
        self._alike.setdefault(folder_class(link.url), {})[link.number] = link
        self._ids[link.id] = link.number

    @classmethod
    def load(cls, view: View, seen: Seen) -> OwnPages:
        """From the parts, without those that were opened."""
        own = cls()
        if (value := view.part(CLASSES)) is not None:
            own.classes, own._open, own._next, own.twice = _classes(unpack(value))
        for name in sorted(name for name in view.parts() if name.startswith(PARTS)):
            value = view.part(name)
            for link in _links(unpack(value)) if value else []:
                if own_mark(link.id) not in seen:
                    own._keep(link)
        return own

    def save(self, view: View) -> None:
        """Write what changed: small pieces of the newest chunk, and whole chunks before it."""
        if self._changed or self._moved:
            view.put(CLASSES, pack(_encode((self.classes, self._open, self._next, self.twice))))
            self._moved = False
        newest = max(0, self._next - 1) // CHUNK
        for piece in sorted(self._changed):
            chunk = piece * OWN_PIECE // CHUNK
            if chunk == newest:
                view.put(_name(piece), self._packed(_numbers(piece)))
            else:
                for one in range(chunk * CHUNK // OWN_PIECE, (chunk + 1) * CHUNK // OWN_PIECE):
                    view.put(_name(one), None)
                held = self._packed(range(chunk * CHUNK, (chunk + 1) * CHUNK))
                view.put(f"{PARTS}{chunk:05}", held)
        self._changed.clear()

    def _packed(self, numbers: range) -> bytes | None:
        links = [self._links[number] for number in numbers if number in self._links]
        return pack(_encode(links)) if links else None


def own_mark(id_: str) -> str:
    """How the set of what was asked for knows that the own page of an object was opened.

    By its id and not by its address: browsing may have opened that, and told nothing of it.
    """
    return f"http://own-page.invalid/{id_}"


def _numbers(piece: int) -> range:
    return range(piece * OWN_PIECE, (piece + 1) * OWN_PIECE)


def _name(piece: int) -> str:
    return f"{PARTS}{piece * OWN_PIECE // CHUNK:05}.{piece % (CHUNK // OWN_PIECE):02}"


_encode = msgspec.msgpack.Encoder().encode
_links = msgspec.msgpack.Decoder(list[OwnLink]).decode
_classes = msgspec.msgpack.Decoder(
    tuple[dict[str, LinkClass], dict[int, tuple[str, str]], int, OwnLink | None]
).decode
