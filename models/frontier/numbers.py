"""A site's requests are numbered 1, 2, 3 ..., and each is answered once (DESIGN 4.2, 4.7)."""

from __future__ import annotations

import msgspec


class Ledger:
    """Requests issued, answered and open; issued = answered + outstanding, always.

    An answer may come twice, late, or in any order; only the first of a number counts.

    Examples
    --------
    >>> ledger = Ledger()
    >>> ledger.issue(), ledger.issue(), ledger.answer(2), ledger.answer(2)
    (1, 2, True, False)
    >>> ledger.low, ledger.issued, ledger.answered, ledger.outstanding
    (1, 2, 1, 1)
    """

    __slots__ = ("_open", "answered", "issued")

    def __init__(self) -> None:
        self.issued = 0  # the last number given out
        self.answered = 0
        self._open: dict[int, None] = {}  # rising, because numbers are

    @property
    def outstanding(self) -> int:
        """Requests without an answer."""
        return len(self._open)

    @property
    def low(self) -> int:
        """The lowest open number; below it all are answered."""
        return next(iter(self._open), self.issued + 1)

    def open_numbers(self) -> list[int]:
        """Numbers without an answer, rising."""
        return list(self._open)

    def issue(self) -> int:
        """Give out the number of the next request."""
        self.issued += 1
        self._open[self.issued] = None
        return self.issued

    def answer(self, number: int) -> bool:
        """Whether this is the first answer to a request of ours."""
        if number not in self._open:
            return False
        del self._open[number]
        self.answered += 1
        return True

    def encode(self) -> bytes:
        """The last number, then the open ones as runs (start after the previous end, length).

        Answers mostly come in order, so the open numbers are a few runs.
        """
        runs: list[int] = []
        end = 0
        for number in self._open:
            if runs and number == end:
                runs[-1] += 1
            else:
                runs += [number - end, 1]
            end = number + 1
        return msgspec.msgpack.encode([self.issued, *runs])

    @classmethod
    def decode(cls, data: bytes) -> Ledger:
        """The ledger that `encode` wrote."""
        issued, *runs = msgspec.msgpack.decode(data, type=list[int])
        ledger = cls()
        ledger.issued = issued
        end = 0
        for gap, length in zip(runs[::2], runs[1::2], strict=True):
            start = end + gap
            end = start + length
            ledger._open.update(dict.fromkeys(range(start, end)))
        ledger.answered = issued - len(ledger._open)
        return ledger
