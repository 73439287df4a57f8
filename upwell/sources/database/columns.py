"""Columns beside a source's index: what answers are ordered and narrowed by."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .record import Record, Value

Rows = NDArray[np.int64]
_DESCENDING = ("date", "rating")
_NICE = (1, 2, 5)


class Growing:
    """An array with places to come."""

    def __init__(self, dtype: str) -> None:
        self._held = np.zeros(1024, dtype)
        self.n = 0

    def put(self, row: int, value: Any) -> None:
        """Set a place, the next one or one that is."""
        if row >= len(self._held):
            self._held = np.concatenate([self._held, np.zeros_like(self._held)])
        self._held[row] = value
        self.n = max(self.n, row + 1)

    @property
    def array(self) -> NDArray[Any]:
        """The places that are set."""
        return self._held[: self.n]


class Facet:
    """A field that narrows: a code for each of its values, prices in bands."""

    def __init__(self, name: str, bounds: Sequence[float] = ()) -> None:
        self.name = name
        self._bounds = bounds
        self._names: list[str] = []
        self._codes: dict[str, int] = {}
        self._column = Growing("int32")
        if bounds:
            ends = ["0", *map(_plain, bounds), ""]
            for low, high in pairwise(ends):
                self._code(f"{low}-{high}")

    def put(self, row: int, record: Record) -> None:
        """Set the value of a record."""
        value = record.values.get(self.name)
        self._column.put(row, -1 if value is None else self._code(self._of(value)))

    def narrowed(self, rows: Rows, wanted: str) -> Rows:
        """Rows with a value."""
        chosen: Rows = rows[self._column.array[rows] == self._codes.get(wanted, -2)]
        return chosen

    def counts(self, rows: Rows, top: int) -> tuple[tuple[str, int], ...]:
        """The commonest values of some rows with their counts; bands in their order."""
        codes = self._column.array[rows]
        counted = np.bincount(codes[codes >= 0], minlength=len(self._names))
        held = np.flatnonzero(counted)
        if len(held) > top and not self._bounds:
            least = np.partition(counted[held], -top)[-top]  # of the commonest
            held = held[counted[held] >= least]
        pairs = [(self._names[code], int(counted[code])) for code in held.tolist()]
        if not self._bounds:
            pairs.sort(key=lambda pair: (-pair[1], pair[0]))
        return tuple(pairs[:top])

    def _of(self, value: Value) -> str:
        if self._bounds and isinstance(value.sort, float):
            return self._names[bisect(self._bounds, value.sort)]
        return value.shown

    def _code(self, name: str) -> int:
        if name not in self._codes:
            self._codes[name] = len(self._names)
            self._names.append(name)
        return self._codes[name]


class Order:
    """A field that answers can be ordered by; records without it come last.

    Dates, ratings and years begin with the latest and best, all else with the smallest.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._keys: list[str | float | None] = []
        self._down = False
        self._places: NDArray[np.float64] | None = None

    def put(self, row: int, record: Record) -> None:
        """Set the key of a record."""
        value = record.values.get(self.name)
        if row == len(self._keys):
            self._keys.append(None)
        if self.name == "title":
            self._keys[row] = record.title.casefold()
        else:
            self._keys[row] = None if value is None else value.sort
        if value is not None and (value.type in _DESCENDING or value.name == "year"):
            self._down = True
        self._places = None

    def sorted(self, rows: Rows, backwards: bool = False) -> Rows:
        """Rows in this order; equals stay as they were."""
        if self._places is None:
            self._places = self._ranked()
        places = self._places[rows]
        keys = -places if self._down != backwards else places  # what has none is nan, and last
        return rows[np.argsort(keys, kind="stable")]

    def _ranked(self) -> NDArray[np.float64]:
        if not any(isinstance(key, str) for key in self._keys):
            return np.array([np.nan if key is None else key for key in self._keys], "float64")
        places = {key: rank for rank, key in enumerate(sorted({str(k) for k in self._keys if k}))}
        return np.array([places.get(str(key), np.nan) if key else np.nan for key in self._keys])


def bands(amounts: Sequence[float], n: int = 5) -> list[float]:
    """Bounds of price bands: round numbers near the quantiles.

    >>> bands([3, 4, 7, 9, 12, 18, 26, 40, 70, 99])
    [5.0, 10.0, 20.0, 50.0]
    """
    if not len(amounts):
        return [10.0]
    quantiles = np.quantile(np.asarray(amounts), [part / n for part in range(1, n)])
    return sorted({_round(float(amount)) for amount in quantiles})


def _round(amount: float) -> float:
    power = 10.0 ** np.floor(np.log10(max(amount, 1.0)))
    nice = [power * part for part in (*_NICE, 10)]
    return float(min(nice, key=lambda one: abs(np.log(one / max(amount, 1.0)))))


def _plain(amount: float) -> str:
    return f"{amount:g}" if amount < 1e5 else f"{amount:.0f}"
