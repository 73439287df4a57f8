"""What the pages since the last snapshot changed, one part each."""

from __future__ import annotations

from collections.abc import Iterator

from upwell.models.site import Delta

from ..part import pack, unpack
from ..reducer import View

MOST = 128  # then the next page folds them into a snapshot; 64 (DESIGN 4.4) write an eighth more
MOST_PUBLISHED = 1  # among them: publishing again when the state is opened takes a while
KNOWN_BYTES = 64 << 10  # of earlier deltas; twice as many save another twentieth


class Deltas:
    """Deltas in their order, each compressed with those before it in mind.

    Pages of a site have most of their places and many of their strings in common, and whoever
    opens a delta has folded those before it: so it costs a third.
    """

    def __init__(self) -> None:
        self._n = 0
        self._n_published = 0
        self._before = b""

    def stored(self, view: View, n: int) -> Iterator[Delta]:
        """The `n` deltas that are there."""
        for _ in range(n):
            value = view.part(self._name())
            if value is None:
                raise KeyError(f"{self._name()} of {view.key} is not stored")
            raw = unpack(value, self._before)
            delta = Delta.decode(raw)
            self._took(raw, delta)
            yield delta

    def add(self, view: View, delta: Delta) -> bool:
        """Store one more; False when they are too many, and it was not."""
        published = self._n_published + (delta.published is not None)
        if self._n + 1 == MOST or published > MOST_PUBLISHED:
            return False
        raw = delta.encode()
        view.put(self._name(), pack(raw, self._before))
        self._took(raw, delta)
        return True

    def drop(self, view: View) -> None:
        """Drop all deltas: a snapshot takes their place."""
        while self._n:
            self._n -= 1
            view.put(self._name(), None)
        self._n_published = 0
        self._before = b""

    def __len__(self) -> int:
        return self._n

    def _name(self) -> str:
        return f"delta.{self._n}"

    def _took(self, raw: bytes, delta: Delta) -> None:
        self._n += 1
        self._n_published += delta.published is not None
        self._before = (self._before + raw)[-KNOWN_BYTES:]
