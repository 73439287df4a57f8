"""A growing state in few, mostly unchanged parts.

What each answer adds becomes a part of its own; eight parts of one level become one of the next.
So a byte is written about once per level (log8 of the answers), a site has some dozen parts
however long it runs, and reading them back oldest first gives the state again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..params import FAN
from .delta import Delta, merge

_OPEN = "open"


class Journal:
    """The deltas of a pool.

    Examples
    --------
    >>> journal = Journal()
    >>> for word in "abcdefghi":
    ...     journal.open.words.append(word)
    ...     journal.seal()
    >>> sorted(journal.take_dirty())
    ['0.0', '1.0', 'open']
    """

    def __init__(self) -> None:
        self.open = Delta()  # what has been added since the last seal
        self.parts: dict[str, bytes] = {}  # "level.position" -> encoded delta
        self.dirty: set[str] = set()
        self._stored: set[str] = set()  # names that were handed out and not taken back

    @classmethod
    def restored(cls, parts: Mapping[str, bytes]) -> Journal:
        """The journal of the parts that `take_dirty` handed out."""
        journal = cls()
        journal.parts = {name: parts[name] for name in parts if name != _OPEN}
        if _OPEN in parts:
            journal.open = Delta.decode(parts[_OPEN])
        journal._stored = set(parts)
        return journal

    def seal(self, low: int = 0) -> None:
        """Close the open delta; objects below `low` are dropped wherever parts are merged."""
        n_objects = self.open.first + len(self.open.hashes)
        if self.open:
            self._add(0, self.open.encode(), low)
            self.dirty.add(_OPEN)
        self.open = Delta(first=n_objects)

    def _add(self, level: int, data: bytes, low: int) -> None:
        names = self._names(level)
        self._put(f"{level}.{len(names)}", data)
        if len(names) + 1 < FAN:
            return
        names = self._names(level)
        merged = merge([Delta.decode(self.parts[name]) for name in names], low)
        for name in names:
            del self.parts[name]
            self.dirty.add(name)
        self._add(level + 1, merged.encode(), low)

    def _put(self, name: str, data: bytes) -> None:
        self.parts[name] = data
        self.dirty.add(name)

    def _names(self, level: int) -> list[str]:
        """Parts of a level, oldest first."""
        return [f"{level}.{i}" for i in range(FAN) if f"{level}.{i}" in self.parts]

    def deltas(self) -> Iterator[Delta]:
        """All deltas that were added, oldest first."""
        levels = {int(name.split(".")[0]) for name in self.parts}
        for level in sorted(levels, reverse=True):
            for name in self._names(level):
                yield Delta.decode(self.parts[name])
        yield self.open

    def all_parts(self) -> dict[str, bytes]:
        """Every part as it stands."""
        return {**self.parts, _OPEN: self.open.encode()}

    def take_dirty(self) -> dict[str, bytes | None]:
        """Parts that changed since they were last taken; None: the part is no more."""
        if self.open:
            self.dirty.add(_OPEN)
        now = self.all_parts()
        out = {name: now.get(name) for name in sorted(self.dirty)}
        out = {name: data for name, data in out.items() if data or name in self._stored}
        self._stored = {name for name in self._stored | set(out) if name in now}
        self.dirty.clear()
        return out
