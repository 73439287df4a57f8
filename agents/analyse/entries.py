"""How each page was read last: single entries, and runs that merge as they grow (DESIGN 4.4).

Every 32 single entries become a run, and eight runs of a size become one of the next, so that an
entry is written again once for each eightfold of the pages, not with every neighbour it has.
Each part is compressed with the entries before it in mind: pages of a site show the same objects
under like URLs. Those are there when it is opened, because what is older outlives what is newer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import islice

import msgspec
import numpy as np

from ..part import pack, unpack
from ..reducer import View

SINGLES = 32
WIDTH = 8  # runs of one size; four write a fifth more at 10,000 pages, sixteen name more parts
PART = 1_000  # entries of a run in one value: some 300 kB, far below the largest record
KNOWN = 128  # entries before a part that help to compress it; twice as many save a fiftieth
ID_BYTES = 8  # an object's id is their hexadecimal digits
HASH_BYTES = 4

_ROW = np.dtype([("id", f"<u{ID_BYTES}"), ("hash", f"<u{HASH_BYTES}")])

Shown = dict[str, int]  # object id -> 32-bit hash of its text


def packed(shown: Shown) -> bytes:
    """Ids and hashes as they are kept: a tenth of the memory of a dictionary.

    >>> objects = packed({"00000000000000ff": 7})
    >>> unpacked(objects), len(objects)
    ({'00000000000000ff': 7}, 12)
    """
    return b"".join(
        bytes.fromhex(id_) + hash_.to_bytes(HASH_BYTES, "little") for id_, hash_ in shown.items()
    )


def unpacked(objects: bytes) -> Shown:
    """What was packed."""
    size = ID_BYTES + HASH_BYTES
    rows = (objects[at : at + size] for at in range(0, len(objects), size))
    return {row[:ID_BYTES].hex(): int.from_bytes(row[ID_BYTES:], "little") for row in rows}


class Entry(msgspec.Struct, array_like=True):
    """One page as it was last read."""

    url: str
    number: int
    offset: int  # of its record in the pages topic, same partition
    query: str | None
    version: int  # of the model that read it; 0: none
    basis: int  # what the reading rested on: if that stays, so does the reading
    objects: bytes  # shown: of each its id and the hash of its text
    at: float = 0.0
    status: int = 0
    places: list[int] = []  # of its objects, while the site's pages are few
    held: bytes = b""  # ids of the objects that were not told, for want of another page
    own: str = ""  # id of the object whose own page it was opened as
    said: int = 0  # digest of what it said of that object; 0: it was not read
    health: bytes = b""  # what its next visit is compared with
    aside: bool = False  # it was asked to learn by: what it shows is not told

    @property
    def shown(self) -> Shown:
        """The objects of the page."""
        return unpacked(self.objects)


def ids_of(entry: Entry) -> set[str]:
    """Ids of all objects of a page, those that were not sent as well."""
    waiting = (entry.held[at : at + ID_BYTES] for at in range(0, len(entry.held), ID_BYTES))
    return {*entry.shown, *(id_.hex() for id_ in waiting)}


Run = dict[str, Entry]  # by URL


class Entries:
    """All entries of one site, decoded; what is written goes to the view in hand."""

    def __init__(self, view: View) -> None:
        self._runs: dict[int, list[Run]] = {}  # by level, oldest first: SINGLES * WIDTH**level
        self._singles: list[Entry] = []
        for level, place, name in sorted(_place(name) for name in view.parts() if _is_own(name)):
            stored = _opened(view, name, self._last())
            if level > 0:
                self._singles += stored
                continue
            runs = self._runs.setdefault(-level, [])
            runs.extend(Run() for _ in range(len(runs), place + 1))
            runs[place].update(_by_url(stored))
        self._newest = _by_url(self._oldest_first())

    def __len__(self) -> int:
        return len(self._newest)

    def get(self, url: str) -> Entry | None:
        """The last reading of a page."""
        return self._newest.get(url)

    def all(self) -> list[Entry]:
        """All pages, by the number of their request."""
        return sorted(self._newest.values(), key=lambda entry: (entry.number, entry.url))

    def showing(self, ids: Set[str], url: str) -> Set[str]:
        """The objects among these that a page other than this one shows."""
        others = (entry.objects for entry in self._newest.values() if entry.url != url)
        shown = np.ascontiguousarray(np.frombuffer(b"".join(others), _ROW)["id"])
        wanted = {int.from_bytes(bytes.fromhex(id_), "little"): id_ for id_ in ids}
        found = shown[np.isin(shown, np.array(sorted(wanted), "<u8"))]
        return {wanted[id_] for id_ in set(found.tolist())}

    def set(self, view: View, entry: Entry) -> None:
        """Store the last reading of a page."""
        before = self._last()
        self._newest[entry.url] = entry
        self._singles.append(entry)
        if len(self._singles) < SINGLES:
            view.put(f"page.{len(self._singles) - 1:02}", _closed([entry], before))
        else:
            self._merge(view)

    def _merge(self, view: View) -> None:
        """Merge the single entries into a run."""
        run = _by_url(self._singles)
        self._singles.clear()
        _drop(view, "page.")
        self._add(view, 0, run)

    def _add(self, view: View, level: int, run: Run) -> None:
        """Add a run to a level; when there are enough they become one of the level above.

        Where pages are read again and again it fills the same one: then it is the oldest there.
        """
        runs, before = self._runs.setdefault(level, []), self._last()
        runs.append(run)
        if len(runs) < WIDTH:
            entries = list(run.values())
            for chunk, start in enumerate(range(0, len(entries), PART)):
                name, part = f"pages.{level:02}.{len(runs) - 1}.{chunk:02}", entries[start:][:PART]
                view.put(name, _closed(part, before))
                before = part[-KNOWN:]
            return
        whole = _by_url(entry for one in runs for entry in one.values())
        runs.clear()
        _drop(view, f"pages.{level:02}.")
        self._add(view, _level(len(whole)), whole)

    def _last(self) -> list[Entry]:
        """The newest entries that are there, oldest first."""
        found = self._singles[::-1]
        for level in sorted(self._runs):
            for run in reversed(self._runs[level]):
                found += islice(reversed(run.values()), max(0, KNOWN - len(found)))
        return found[:KNOWN][::-1]

    def _oldest_first(self) -> Iterator[Entry]:
        """All entries: what comes later supersedes."""
        for level in sorted(self._runs, reverse=True):
            for run in self._runs[level]:
                yield from run.values()
        yield from self._singles


def _level(n_entries: int) -> int:
    """The level of a run of so many entries.

    >>> [_level(n) for n in (1, 32, 33, 256, 257)]
    [0, 0, 1, 1, 2]
    """
    level = 0
    while n_entries > SINGLES * WIDTH**level:
        level += 1
    return level


def _drop(view: View, prefix: str) -> None:
    for name in view.parts():
        if name.startswith(prefix):
            view.put(name, None)


def _by_url(entries: Iterable[Entry]) -> Run:
    return {entry.url: entry for entry in entries}


def _is_own(name: str) -> bool:
    return name.startswith(("page.", "pages."))


def _place(name: str) -> tuple[int, int, str]:
    """In order of these the parts are opened: runs from the highest level down, then singles.

    >>> sorted(map(_place, ["page.00", "pages.00.1.00", "pages.00.0.00", "pages.02.0.00"]))[0]
    (-2, 0, 'pages.02.0.00')
    """
    if name.startswith("page."):
        return 1, 0, name
    _, level, place, _ = name.split(".")
    return -int(level), int(place), name


def _closed(entries: Sequence[Entry], before: Sequence[Entry]) -> bytes:
    return pack(_encode(entries), _encode(before))


def _opened(view: View, name: str, before: Sequence[Entry]) -> list[Entry]:
    value = view.part(name)
    if value is None:
        raise KeyError(f"part {name} of {view.key} is not stored")
    return _decode(unpack(value, _encode(before)))


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Entry]).decode
