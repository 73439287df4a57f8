"""Hashes of what is counted together, and on how many pages each stands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.int64]
Counts = NDArray[np.int64]

MASK = np.int64(0x7FFFFFFFFFFFFFFF)
_STEP = np.int64(1000003)


def joined(one: Hashes, other: Hashes | int) -> Hashes:
    """A hash of two hashes, element by element; their order counts."""
    with np.errstate(over="ignore"):  # products wrap around, as hashes do
        made: Hashes = ((one * _STEP) ^ other) & MASK
    return made


def n_pages_of(names: Hashes, page: Counts) -> Counts:
    """For each element the number of different pages that have its name.

    Examples
    --------
    >>> n_pages_of(np.array([7, 7, 7, 8]), np.array([0, 0, 1, 1])).tolist()
    [2, 2, 2, 1]
    """
    if not len(names):
        return np.zeros(0, np.int64)
    number: Counts
    _, number = np.unique(names, return_inverse=True)
    width = int(page.max()) + 1
    pairs = np.unique(number * width + page)
    counts: Counts = np.bincount(pairs // width)[number]
    return counts


def rank_of(names: Hashes) -> Counts:
    """How many equal elements stand before each.

    >>> rank_of(np.array([5, 6, 5, 5])).tolist()
    [0, 0, 1, 2]
    """
    order = np.argsort(names, kind="stable")
    placed = names[order]
    starts = np.flatnonzero(np.append(True, placed[1:] != placed[:-1])[: len(placed)])
    out = np.empty(len(names), np.int64)
    lengths = np.diff(np.append(starts, len(names)))
    out[order] = np.arange(len(names)) - np.repeat(starts, lengths)
    return out


def is_in(names: Hashes, ascending: Hashes) -> NDArray[np.bool_]:
    """Whether each element is among these, which ascend."""
    if not len(ascending):
        return np.zeros(len(names), bool)
    at = np.minimum(np.searchsorted(ascending, names), len(ascending) - 1)
    found: NDArray[np.bool_] = ascending[at] == names
    return found
