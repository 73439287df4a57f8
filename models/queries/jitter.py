"""Ties decided by hash: the same on every machine, under every hash seed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest


def jitter(words: Sequence[str], seed: int) -> NDArray[np.float64]:
    """A number in [0, 1) for each word.

    >>> jitter(["red", "bus"], 0).round(3).tolist()
    [0.405, 0.395]
    """
    hashes = [word_hash(word, seed) for word in words]
    return np.array(hashes, np.uint64) / 2.0**64


def word_hash(word: str, seed: int) -> int:
    """64 bits of a word."""
    return xxh3_64_intdigest(word.encode("utf-8", "replace"), seed)
