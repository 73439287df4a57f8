"""Objects that a page which is visited again does not show any more: a part of plan's state."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from upwell.agents.part import pack, unpack
from upwell.agents.reducer import View

PART = "suspects"


class Suspect(msgspec.Struct, array_like=True):
    """An object that may be gone."""

    id: str
    url: str | None  # its own page
    page_url: str  # that showed it
    since: float  # it was missed, or looked for in vain the last time
    due: float  # when it is looked for next
    n_missed: int = 0  # times in a row that it was looked for in vain
    asked: int = 0  # number of the request that is open; 0: none
    kind: int = -1  # of the page that showed it
    model_version: int = 0  # that read it
    why: str = ""
    n_failed: int = 0  # times that nothing could be said


class Suspects:
    """All of them, by object id."""

    def __init__(self) -> None:
        self._by_id: dict[str, Suspect] = {}
        self._open: dict[int, str] = {}  # number of the request -> id
        self._moved = False

    def __len__(self) -> int:
        return len(self._by_id)

    def __iter__(self) -> Iterator[Suspect]:
        return iter(list(self._by_id.values()))

    def __contains__(self, id_: object) -> bool:
        return id_ in self._by_id

    def keep(self, suspect: Suspect) -> None:
        """One more, or one that has changed."""
        self._by_id[suspect.id] = suspect
        if suspect.asked:
            self._open[suspect.asked] = suspect.id
        self._moved = True

    def clear(self, id_: str) -> None:
        """Drop a suspect that was seen again, or of which nothing can be said."""
        if (suspect := self._by_id.pop(id_, None)) is not None:
            self._open.pop(suspect.asked, None)
            self._moved = True

    def end(self, number: int) -> Suspect | None:
        """Whom a request looked for; it is open no longer."""
        suspect = self._by_id.get(self._open.pop(number, ""))
        if suspect is not None:
            suspect.asked, self._moved = 0, True
        return suspect

    def is_open(self, number: int) -> bool:
        """Whether a request looks for one."""
        return number in self._open

    @classmethod
    def load(cls, view: View) -> Suspects:
        """From the part."""
        suspects = cls()
        value = view.part(PART) if PART in view.parts() else None
        for suspect in _decode(unpack(value)) if value else []:
            suspects.keep(suspect)
        suspects._moved = False
        return suspects

    def save(self, view: View) -> None:
        """Write what changed."""
        if self._moved:
            view.put(PART, pack(_encode(list(self._by_id.values()))) if self._by_id else None)
            self._moved = False


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Suspect]).decode
