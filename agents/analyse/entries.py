"""How each page was read last: single entries, and runs that merge as they grow (DESIGN 4.4).

Every 32 single entries become a run, and runs merge like the digits of a binary counter, so that
an entry is written again once for each doubling of the pages, not with every neighbour it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from ..reducer import View

SINGLES = 32
PART = 1_000  # entries of a run in one value: some 300 kB, far below the largest record

Shown = dict[str, int]  # object id -> hash of its text


class Entry(msgspec.Struct, array_like=True):
    """One page as it was last read."""

    url: str
    number: int
    offset: int  # of its record in the pages topic, same partition
    query: str | None
    version: int  # of the model that read it; 0: none
    basis: int  # what the reading rested on: if that stays, so does the reading
    shown: Shown
    at: float = 0.0
    status: int = 0


Run = dict[str, Entry]  # by URL


class Entries:
    """All entries of one site, decoded; what is written goes to the view in hand."""

    def __init__(self, view: View) -> None:
        self._runs: dict[int, Run] = {}  # by level: at most SINGLES * 2**level entries
        self._singles: list[Entry] = []
        for name in view.parts():
            if name.startswith("pages."):
                level = int(name.split(".")[1])
                self._runs.setdefault(level, {}).update(_by_url(_stored(view, name)))
            elif name.startswith("page."):
                self._singles += _stored(view, name)
        self._newest = _by_url(self._oldest_first(self._runs))

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
        """All singles, and every run below the first free level, become the run of that level."""
        level = next(n for n in range(len(self._runs) + 1) if n not in self._runs)
        run = _by_url(self._oldest_first(range(level)))
        for name in view.parts():
            head, _, rest = name.partition(".")
            if head == "page" or (head == "pages" and int(rest.split(".")[0]) < level):
                view.put(name, None)
        for below in range(level):
            del self._runs[below]
        self._singles.clear()
        self._runs[level] = run
        entries = list(run.values())
        for chunk, start in enumerate(range(0, len(entries), PART)):
            view.put(f"pages.{level:02}.{chunk:02}", _encode(entries[start : start + PART]))

    def _oldest_first(self, levels: Iterable[int]) -> Iterator[Entry]:
        """Entries of these levels, then the singles: what comes later supersedes."""
        for level in sorted(levels, reverse=True):
            yield from self._runs[level].values()
        yield from self._singles


def _by_url(entries: Iterable[Entry]) -> Run:
    return {entry.url: entry for entry in entries}


def _stored(view: View, name: str) -> list[Entry]:
    value = view.part(name)
    if value is None:
        raise KeyError(f"part {name} of {view.key} is not stored")
    return _decode(value)


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Entry]).decode
