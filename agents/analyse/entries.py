"""How each page was read last: single entries, and runs that merge as they grow (DESIGN 4.4).

Every 32 single entries become a run, and eight runs of a size become one of the next, so that an
entry is written again once for each eightfold of the pages, not with every neighbour it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
import numpy as np

from ..reducer import View

SINGLES = 32
WIDTH = 8  # runs of one size; four write a fifth more at 10,000 pages, sixteen name more parts
PART = 1_000  # entries of a run in one value: some 300 kB, far below the largest record
ID_BYTES = 8  # an object's id is their hexadecimal digits

Shown = dict[str, int]  # object id -> 32-bit hash of its text


def packed(shown: Shown) -> tuple[bytes, bytes]:
    """Ids and hashes as they are kept: a tenth of the memory of a dictionary.

    >>> ids, hashes = packed({"00000000000000ff": 7})
    >>> unpacked(ids, hashes), len(ids + hashes)
    ({'00000000000000ff': 7}, 12)
    """
    return bytes.fromhex("".join(shown)), np.array([*shown.values()], "<u4").tobytes()


def unpacked(ids: bytes, hashes: bytes) -> Shown:
    """What was packed."""
    places = range(0, len(ids), ID_BYTES)
    names = (ids[at : at + ID_BYTES].hex() for at in places)
    return dict(zip(names, np.frombuffer(hashes, "<u4").tolist(), strict=True))


class Entry(msgspec.Struct, array_like=True):
    """One page as it was last read."""

    url: str
    number: int
    offset: int  # of its record in the pages topic, same partition
    query: str | None
    version: int  # of the model that read it; 0: none
    basis: int  # what the reading rested on: if that stays, so does the reading
    ids: bytes  # of the objects shown
    hashes: bytes  # of their texts
    at: float = 0.0
    status: int = 0

    @property
    def shown(self) -> Shown:
        """The objects of the page."""
        return unpacked(self.ids, self.hashes)


Run = dict[str, Entry]  # by URL


class Entries:
    """All entries of one site, decoded; what is written goes to the view in hand."""

    def __init__(self, view: View) -> None:
        self._runs: dict[int, list[Run]] = {}  # by level, oldest first: SINGLES * WIDTH**level
        self._singles: list[Entry] = []
        for name in view.parts():
            if name.startswith("pages."):
                _, level, place, _ = name.split(".")
                runs = self._runs.setdefault(int(level), [])
                runs.extend(Run() for _ in range(len(runs), int(place) + 1))
                runs[int(place)].update(_by_url(_stored(view, name)))
            elif name.startswith("page."):
                self._singles += _stored(view, name)
        self._newest = _by_url(self._oldest_first())

    def get(self, url: str) -> Entry | None:
        """The last reading of a page."""
        return self._newest.get(url)

    def all(self) -> list[Entry]:
        """All pages, by the number of their request."""
        return sorted(self._newest.values(), key=lambda entry: (entry.number, entry.url))

    def set(self, view: View, entry: Entry) -> None:
        """Store the last reading of a page."""
        self._newest[entry.url] = entry
        self._singles.append(entry)
        if len(self._singles) < SINGLES:
            view.put(f"page.{len(self._singles) - 1:02}", _encode([entry]))
        else:
            self._merge(view)

    def _merge(self, view: View) -> None:
        """The singles become a run."""
        run = _by_url(self._singles)
        self._singles.clear()
        _drop(view, "page.")
        self._add(view, 0, run)

    def _add(self, view: View, level: int, run: Run) -> None:
        """One more run of a level; when there are enough they become one, of the level it fills.

        Where pages are read again and again it fills the same one: then it is the oldest there.
        """
        runs = self._runs.setdefault(level, [])
        runs.append(run)
        if len(runs) < WIDTH:
            entries = list(run.values())
            for chunk, start in enumerate(range(0, len(entries), PART)):
                name = f"pages.{level:02}.{len(runs) - 1}.{chunk:02}"
                view.put(name, _encode(entries[start : start + PART]))
            return
        whole = _by_url(entry for one in runs for entry in one.values())
        runs.clear()
        _drop(view, f"pages.{level:02}.")
        self._add(view, _level(len(whole)), whole)

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


def _stored(view: View, name: str) -> list[Entry]:
    value = view.part(name)
    if value is None:
        raise KeyError(f"part {name} of {view.key} is not stored")
    return _decode(value)


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Entry]).decode
