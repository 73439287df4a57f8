"""How often objects came back, and from where: all that an estimate of what is missing rests on.

An object is *captured* by a dictionary word, by a chosen question, or by a list that was browsed.
Of all objects a sample is kept that their hashes choose: those below a bar, which is halved
whenever the sample is full. So the sample is the same whatever order the objects came in, and what
is kept of a site has a bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from .params import MOST_CAPTURES, N_SLICES, SAMPLE

LIST, PROBE, QUESTION = "list", "probe", "question"
SUMS = "sums"


class Capture(NamedTuple):
    """How often one object was captured, by what."""

    questions: int = 0
    probes: int = 0
    lists: int = 0


class Sums(msgspec.Struct, array_like=True):
    """Sums over whole answers."""

    answers: int = 0  # that brought an object
    returned: int = 0  # objects on them
    matched: int = 0  # that they have, where they say so; else what they showed
    cut: int = 0  # answers that hide some of their matches
    level: int = 0  # an object is in the sample when so many of its highest bits are 0


class Captures:
    """Captures of a sample of the objects of a site, and sums over its answers.

    Examples
    --------
    >>> captures = Captures()
    >>> captures.fold([1, 2], QUESTION)
    >>> captures.fold([2, 3], LIST)
    >>> captures.sample[2]
    Capture(questions=1, probes=0, lists=1)

    References
    ----------
    TXT 2.4.2 (overlap).
    """

    def __init__(self) -> None:
        self.sums = Sums()
        self.sample: dict[int, Capture] = {}
        self.counts: Counter[Capture] = Counter()  # objects of the sample by how they were captured
        self._dirty: set[str] = set()

    def fold(self, objects: Iterable[int], by: str, again: bool = False) -> None:
        """Objects of a page; of one that is read once more, those that were never seen count."""
        for digest in objects:
            if digest >> (64 - self.sums.level):
                continue
            before = self.sample.get(digest)
            if before is not None and again:
                continue
            self._put(digest, before, _one_more(before or Capture(), by))
            self._dirty.add(_slice(digest))
        while len(self.sample) > SAMPLE:
            self._halve()

    def forget(self, objects: Iterable[int]) -> None:
        """Withdraw objects that turned out to be none.

        >>> captures = Captures()
        >>> captures.fold([1, 2], LIST)
        >>> captures.forget([2, 3])
        >>> captures.counts
        Counter({Capture(questions=0, probes=0, lists=1): 1})
        """
        for digest in objects:
            if (known := self.sample.pop(digest, None)) is not None:
                self.counts[known] -= 1
                self._dirty.add(_slice(digest))

    def note_answer(self, returned: int, matches: int | None, cut: bool) -> None:
        """Count a complete answer: its matches, and how many objects it showed."""
        if not returned:
            return
        sums = self.sums
        sums.answers += 1
        sums.returned += returned
        sums.matched += max(returned, matches or 0) if cut else returned
        sums.cut += cut
        self._dirty.add(SUMS)

    def _put(self, digest: int, before: Capture | None, after: Capture) -> None:
        if before is not None:
            self.counts[before] -= 1
        self.counts[after] += 1
        self.sample[digest] = after

    def _halve(self) -> None:
        self.sums.level += 1
        bar = 64 - self.sums.level
        self.sample = {digest: kept for digest, kept in self.sample.items() if not digest >> bar}
        self.counts = Counter(self.sample.values())
        self._dirty |= {SUMS, *map(str, range(N_SLICES))}

    # ---- persistence

    def encode_dirty(self) -> dict[str, bytes]:
        """Parts that changed since the last call."""
        slices: dict[str, list[tuple[int, Capture]]] = {name: [] for name in sorted(self._dirty)}
        for digest, kept in sorted(self.sample.items()) if slices else ():
            if (name := _slice(digest)) in slices:
                slices[name].append((digest, kept))
        self._dirty.clear()
        return {name: _encode(self.sums if name == SUMS else held) for name, held in slices.items()}

    @classmethod
    def decode(cls, parts: Mapping[str, bytes]) -> Captures:
        """The captures of the stored parts."""
        captures = cls()
        for name in sorted(parts):
            if name == SUMS:
                captures.sums = _sums(parts[name])
            else:
                captures.sample |= dict(_slices(parts[name]))
        captures.counts = Counter(captures.sample.values())
        return captures


def _one_more(before: Capture, by: str) -> Capture:
    questions = before.questions + (by == QUESTION)
    probes, lists = before.probes + (by == PROBE), before.lists + (by == LIST)
    return Capture(*(min(n, MOST_CAPTURES) for n in (questions, probes, lists)))


def _slice(digest: int) -> str:
    return str(digest % N_SLICES)


_encode = msgspec.msgpack.Encoder().encode
_sums = msgspec.msgpack.Decoder(Sums).decode
_slices = msgspec.msgpack.Decoder(list[tuple[int, Capture]]).decode
