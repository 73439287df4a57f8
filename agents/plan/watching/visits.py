"""The pages that are visited again, and what their visits told: parts of plan's state.

Pages come in order, in chunks; what changed lately stands by itself, so that a visit writes a few
pages and not a chunk.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from itertools import islice

import msgspec

from upwell.agents.part import pack, unpack
from upwell.agents.reducer import View
from upwell.models.change.change_rate import ChangeEvidence

from ..params import CHUNK, LATELY, SHARED, VISITED

PARTS = "revisits."
RHYTHM, TAIL = "revisits.rhythm", "revisits.lately"


class Visit(msgspec.Struct, array_like=True):
    """A page that showed objects, and how its visits went."""

    url: str
    query: str | None
    number: int  # among the site's pages, in the order in which they came
    is_first: bool = False  # of its list or answer: where what is new appears
    n_own: int = 0  # objects that it was the first to show
    n_objects: int = 0  # when it was read last
    kind: int = -1  # of page
    at: float = 0.0  # of the last visit that told something
    due: float = 0.0
    asked: int = 0  # number of the request that is open; 0: none
    n_failed: int = 0  # visits in a row that told nothing
    rate: float = 0.0  # changes a second, as estimated at the last visit
    evidence: ChangeEvidence = msgspec.field(default_factory=ChangeEvidence)
    etag: str | None = None
    modified: str | None = None
    key: str = ""  # of its list or answer; not set: nobody knows
    matches: int = 0  # that its list says there are; 0: it does not
    leads_on: bool = False  # to a page of its list that is not visited
    object_id: str = ""  # whose own page it is; not set: it is a page of a list

    @property
    def weight(self) -> float:
        """What a visit is worth, in objects: those that other pages show as well count for less."""
        return max(1.0, self.n_own + SHARED * max(0, self.n_objects - self.n_own))


class Arm(msgspec.Struct, array_like=True):
    """One of the two ends that visits serve, and what they brought lately."""

    visits: float = 0.0
    news: float = 0.0  # visits that brought any
    level: float = 0.0  # of its pages (`visit_level`)


class Rhythm(msgspec.Struct, array_like=True):
    """How the site is visited."""

    kinds: dict[int, ChangeEvidence] = {}  # of page
    looking: Arm = msgspec.field(default_factory=Arm)  # for what is new, where it appears
    checking: Arm = msgspec.field(default_factory=Arm)  # what is known
    n_pages: int = 0  # so far, those that were given up too
    n_visits: int = 0
    planned: int = -1  # visits when the levels were last found
    slot: float = 0.0  # when the next visit may begin
    told_at: float = 0.0  # of the last visit that told something


class Visits:
    """All pages of a site that are visited again."""

    def __init__(self) -> None:
        self.rhythm = Rhythm()
        self._pages: dict[str, Visit] = {}
        self._open: dict[int, str] = {}  # number of the request -> URL
        self._due: list[tuple[float, int, str]] | None = None  # made when it is needed
        self._lately: dict[str, int] = {}  # URLs of what changed, with their numbers
        self._chunks: set[int] = set()  # to be written whole
        self._moved = False

    def __len__(self) -> int:
        return len(self._pages)

    def __iter__(self) -> Iterator[Visit]:
        return iter(self._pages.values())

    def get(self, url: str) -> Visit | None:
        """The page of a URL."""
        return self._pages.get(url)

    def change(self, page: Visit) -> None:
        """Keep what has changed of a page, or a page that is new."""
        self._pages[page.url] = page
        self._lately[page.url] = page.number
        self._moved = True
        if self._due is not None and not page.asked:
            heappush(self._due, (page.due, page.number, page.url))

    def add(self, url: str, query: str | None) -> Visit | None:
        """The page of a URL, a new one where there is room for it."""
        known = self._pages.get(url)
        if known is not None or len(self._pages) >= VISITED:
            return known
        self.rhythm.n_pages += 1
        return Visit(url, query, self.rhythm.n_pages)

    def drop(self, page: Visit) -> None:
        """Visit a page no more."""
        if self._pages.pop(page.url, None) is not None:
            self._lately.pop(page.url, None)
            self._open.pop(page.asked, None)
            self._chunks.add(_chunk(page.number))
            self._moved = True

    def note_told(self, at: float) -> None:
        """A page of the site was read, whichever: the site is there."""
        self.rhythm.told_at = at
        self._moved = True

    def take_slot(self, ends: float) -> None:
        """A slot of the budget is taken; the next begins when it ends."""
        self.rhythm.slot = ends
        self._moved = True

    def begin(self, page: Visit, number: int) -> None:
        """A page is asked for."""
        page.asked = number
        self._open[number] = page.url
        self.change(page)

    def end(self, number: int) -> Visit | None:
        """The page that a request was for; it is open no longer."""
        page = self._pages.get(self._open.pop(number, ""))
        if page is not None:
            page.asked = 0
        return page

    def is_open(self, number: int) -> bool:
        """Whether a request is a visit."""
        return number in self._open

    @property
    def open(self) -> list[int]:
        """Numbers of the requests that are visits."""
        return sorted(self._open)

    def first_due(self) -> Visit | None:
        """The page whose time comes first, of those that are not asked for already."""
        if self._due is None:
            self._due = [(p.due, p.number, p.url) for p in self if not p.asked]
            heapify(self._due)
        while self._due:
            due, _, url = self._due[0]
            page = self._pages.get(url)
            if page is not None and not page.asked and page.due == due:
                return page
            heappop(self._due)
        return None

    def forget_agenda(self) -> None:
        """The times of many pages have changed."""
        self._due = None

    def touch_all(self) -> None:
        """All pages have changed."""
        self._chunks |= {_chunk(page.number) for page in self}
        self._moved = True
        self.forget_agenda()

    @classmethod
    def load(cls, view: View) -> Visits:
        """From the parts."""
        visits = cls()
        names = [name for name in view.parts() if name.startswith(PARTS)]
        found: list[Visit] = []
        for name in names:
            value = view.part(name)
            if value is None:
                raise KeyError(f"the head of {view.key} names part {name}, which is not stored")
            if name == RHYTHM:
                visits.rhythm = _rhythm(value)
            elif name == TAIL:
                lately = _pages(unpack(value))
                visits._lately = {page.url: page.number for page in lately}
            else:
                found += _pages(unpack(value))
        if TAIL in names:
            found += lately
        by_url = {page.url: page for page in found}
        visits._pages = {p.url: p for p in sorted(by_url.values(), key=lambda p: p.number)}
        visits._open = {page.asked: page.url for page in visits if page.asked}
        return visits

    def save(self, view: View) -> None:
        """Write what changed."""
        if not self._moved:
            return
        self._moved = False
        view.put(RHYTHM, _encode(self.rhythm))
        if self._chunks or len(self._lately) > LATELY:
            self._chunks |= {_chunk(number) for number in self._lately.values()}
            self._lately.clear()
            parts: dict[int, list[Visit]] = {chunk: [] for chunk in sorted(self._chunks)}
            for page in sorted(self, key=lambda page: page.number):
                if (chunk := _chunk(page.number)) in parts:
                    parts[chunk].append(page)
            for chunk, pages in parts.items():
                view.put(f"{PARTS}{chunk:03}", pack(_encode(pages)) if pages else None)
            self._chunks.clear()
            view.put(TAIL, None)
            return
        lately = [self._pages[url] for url in islice(self._lately, LATELY)]
        view.put(TAIL, pack(_encode(lately)) if lately else None)


def _chunk(number: int) -> int:
    return number // CHUNK


_encode = msgspec.msgpack.Encoder().encode
_rhythm = msgspec.msgpack.Decoder(Rhythm).decode
_pages = msgspec.msgpack.Decoder(list[Visit]).decode
