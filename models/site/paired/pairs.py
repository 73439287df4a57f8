"""What rows of some objects say, and what their own pages do, by column: a bounded sample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec
import xxhash

from ...objects.identity import fold_text
from .params import PARAMS, PairParams

_Said = dict[int, int]  # number of a column -> digest of what it says


class Pairs(msgspec.Struct, array_like=True):
    """Rows of the newest objects, and both of those whose own page was read.

    Examples
    --------
    >>> pairs = Pairs()
    >>> for id_, by in (("1", "Ann"), ("2", "Eve"), ("3", "Max")):
    ...     _ = pairs.fold_row(id_, {"7.0": by}), pairs.fold_own(id_, {"author": by})
    >>> pairs.agreement("author", "7.0"), pairs.agreement("author", "8.0")
    (3.0, 0.0)
    """

    columns: list[str] = []
    rows: dict[str, _Said] = {}  # by object, oldest first
    own: dict[str, _Said] = {}  # of objects whose row is there

    def fold_row(self, id_: str, said: Mapping[str, str], params: PairParams = PARAMS) -> bool:
        """A row of an object, by slot; whether it says anything new. Several lists may show it."""
        before = self.rows.get(id_)
        now = {**(before or {}), **self._digests(said, params)}
        if now == before:
            return False
        self.rows[id_] = now
        waiting = [one for one in self.rows if one not in self.own]
        for old in waiting[: max(0, len(waiting) - params.newest)]:
            del self.rows[old]
        return True

    def fold_own(self, id_: str, said: Mapping[str, str], params: PairParams = PARAMS) -> bool:
        """What its own page says, by name; whether that is kept."""
        if id_ not in self.rows:
            return False
        now = self._digests(said, params)
        if now == self.own.get(id_):
            return False
        self.own[id_] = now
        if len(self.own) > params.both:
            last = max(self.own)
            del self.own[last], self.rows[last]
        return True

    def agreement(self, own: str, row: str) -> float:
        """Objects of which two columns say the same, beyond those that would by chance.

        Chance is how often what one says of an object the other says of another. Zero where more
        objects disagree than agree beyond chance: then the two are not one column.
        """
        number = {name: at for at, name in enumerate(self.columns)}
        both = list(self._both(number.get(own, -1), number.get(row, -1)))
        n = len(both)
        if n < 2:
            return 0.0
        agreeing = sum(one == other for one, other in both)
        ones, others = Counter(one for one, _ in both), Counter(other for _, other in both)
        crossed = sum(times * others[value] for value, times in ones.items()) - agreeing
        beyond = agreeing - crossed / (n - 1)
        return beyond if beyond > n - agreeing else 0.0

    def _both(self, own: int, row: int) -> Iterator[tuple[int, int]]:
        for id_, said in self.own.items():
            if own in said and row in self.rows[id_]:
                yield said[own], self.rows[id_][row]

    def _digests(self, said: Mapping[str, str], params: PairParams) -> _Said:
        known = {name: at for at, name in enumerate(self.columns)}
        for name in sorted(said.keys() - known.keys()):
            if len(self.columns) < params.columns:
                known[name] = len(self.columns)
                self.columns.append(name)
        return {known[name]: _digest(text) for name, text in said.items() if name in known}


def _digest(text: str) -> int:
    return xxhash.xxh32_intdigest(fold_text(text).encode("utf-8", "replace"))
