"""What one answer adds to a query pool, in few bytes, and many such additions made one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TypeVar

import msgspec
import numpy as np

from ..corpus import Ids

_T = TypeVar("_T")


@dataclass(slots=True)
class Delta:
    """Additions to a pool, in the order they happened.

    Parameters
    ----------
    words
        New words; their numbers follow on.
    first, hashes, held
        New objects: number of the first, their hashes, the numbers of their words (rising).
    returns
        Object number -> how often it was returned.
    asked, pairs
        Queries asked; those of them that were pairs of known words, as numbers.
    answered
        Queries answered, by their place among all asked.
    cut
        Word number -> matches, where an answer was cut off.
    offered
        (source, query): queries that somebody proposes.
    listed
        Objects met on lists, by number.
    turned
        Objects that turned out to be none, or to be one after all, by number.

    Examples
    --------
    >>> delta = Delta(["red"], 0, [77], [np.array([0], np.int32)], {0: 1}, ["red"])
    >>> Delta.decode(delta.encode()).returns
    {0: 1}
    """

    words: list[str] = field(default_factory=list)
    first: int = 0
    hashes: list[int] = field(default_factory=list)
    held: list[Ids] = field(default_factory=list)
    returns: dict[int, int] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    answered: list[int] = field(default_factory=list)
    cut: dict[int, int] = field(default_factory=dict)
    offered: list[tuple[str, str]] = field(default_factory=list)
    listed: list[int] = field(default_factory=list)
    turned: list[int] = field(default_factory=list)

    def __bool__(self) -> bool:
        queries = (self.asked, self.answered, self.offered)
        return any((self.words, self.returns, self.listed, self.turned, *queries))

    def encode(self) -> bytes:
        """Word numbers as steps, one byte each where they fit."""
        steps = [np.diff(held, prepend=-1) - 1 for held in self.held]
        flat = np.concatenate(steps) if steps else np.zeros(0, np.int64)
        row = _Row(
            words=self.words,
            first=self.first,
            hashes=np.array(self.hashes, "<u8").tobytes(),
            lengths=np.array([len(held) for held in self.held], "<u2").tobytes(),
            small=np.minimum(flat, 255).astype(np.uint8).tobytes(),
            large=flat[flat >= 255].astype("<u4").tobytes(),
            returned=np.array(list(self.returns), "<u4").tobytes(),
            times=np.array(list(self.returns.values()), "<u4").tobytes(),
            asked=self.asked,
            pairs=self.pairs,
            answered=self.answered,
            cut=list(self.cut.items()),
            offered=self.offered,
            listed=np.array(self.listed, "<u4").tobytes(),
            turned=np.array(self.turned, "<u4").tobytes(),
        )
        return msgspec.msgpack.encode(row)

    @classmethod
    def decode(cls, data: bytes) -> Delta:
        """The delta that `encode` wrote."""
        row = msgspec.msgpack.decode(data, type=_Row)
        steps = np.frombuffer(row.small, np.uint8).astype(np.int64)
        steps[steps == 255] = np.frombuffer(row.large, "<u4")
        ends = np.cumsum(np.frombuffer(row.lengths, "<u2").astype(np.int64))
        rows = np.split(steps, ends)[:-1] if len(ends) else []
        return cls(
            words=row.words,
            first=row.first,
            hashes=np.frombuffer(row.hashes, "<u8").tolist(),
            held=[(np.cumsum(row_ + 1) - 1).astype(np.int32) for row_ in rows],
            returns=dict(
                zip(
                    np.frombuffer(row.returned, "<u4").tolist(),
                    np.frombuffer(row.times, "<u4").tolist(),
                    strict=True,
                )
            ),
            asked=row.asked,
            pairs=row.pairs,
            answered=row.answered,
            cut=dict(row.cut),
            offered=row.offered,
            listed=np.frombuffer(row.listed, "<u4").tolist(),
            turned=np.frombuffer(row.turned, "<u4").tolist(),
        )


def merge(deltas: Sequence[Delta], low: int = 0) -> Delta:
    """Consecutive deltas as one; objects numbered below `low` are dropped.

    >>> one = Delta(["red"], 0, [77], [np.array([0], np.int32)], {0: 1}, ["red"])
    >>> merged = merge([one, Delta(["bus"], 1, returns={0: 1}, asked=["bus"])])
    >>> merged.words, merged.returns, merged.asked
    (['red', 'bus'], {0: 2}, ['red', 'bus'])
    """
    returns: dict[int, int] = {}
    for number, times in chain.from_iterable(delta.returns.items() for delta in deltas):
        if number >= low:
            returns[number] = returns.get(number, 0) + times
    turns = Counter(n for delta in deltas for n in delta.turned)
    first = deltas[0].first
    dropped = max(0, low - first)
    hashes = _joined(delta.hashes for delta in deltas)[dropped:]
    return Delta(
        words=_joined(delta.words for delta in deltas),
        first=max(first, low),
        hashes=hashes,
        held=_joined(delta.held for delta in deltas)[dropped:],
        returns=dict(sorted(returns.items())),
        asked=_joined(delta.asked for delta in deltas),
        pairs=_joined(delta.pairs for delta in deltas),
        answered=_joined(delta.answered for delta in deltas),
        cut={word: size for delta in deltas for word, size in delta.cut.items()},
        offered=_joined(delta.offered for delta in deltas),
        listed=sorted({n for delta in deltas for n in delta.listed if n >= low}),
        turned=sorted(n for n, times in turns.items() if times % 2),
    )


def _joined(lists: Iterable[list[_T]]) -> list[_T]:
    return list(chain.from_iterable(lists))


class _Row(msgspec.Struct, array_like=True):
    words: list[str]
    first: int
    hashes: bytes
    lengths: bytes
    small: bytes
    large: bytes
    returned: bytes
    times: bytes
    asked: list[str]
    pairs: list[tuple[int, int]]
    answered: list[int]
    cut: list[tuple[int, int]]
    offered: list[tuple[str, str]]
    listed: bytes = b""
    turned: bytes = b""
