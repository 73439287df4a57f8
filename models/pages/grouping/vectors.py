"""Page vectors: counts of tokens as rows, their TFIDF weights (THOR V-C)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Labels = NDArray[np.int64]
Token = TypeVar("Token", bound=Hashable)


def count_matrix(bags: Sequence[Mapping[Token, int]]) -> tuple[Floats, list[Token]]:
    """Counts, one row a page, one column a token; columns in sorted order of the tokens.

    >>> rows, tokens = count_matrix([{"a": 1, "p": 3}, {"b": 2}])
    >>> tokens, rows.tolist()
    (['a', 'b', 'p'], [[1.0, 0.0, 3.0], [0.0, 2.0, 0.0]])
    """
    tokens = sorted({token for bag in bags for token in bag})  # type: ignore[type-var]
    place = {token: i for i, token in enumerate(tokens)}
    counts = np.zeros((len(bags), len(tokens)))
    for row, bag in zip(counts, bags, strict=True):
        for token, n in bag.items():
            row[place[token]] = n
    return counts, tokens


def tfidf(counts: Floats) -> Floats:
    """Weights `ln(tf+1) · ln((n+1)/n_k)`, rows of length one.

    A tag of every page keeps a weight above zero: it may occur in varying degrees.

    Examples
    --------
    A tag on one page of two outweighs one on both:

    >>> tfidf(np.array([[1.0, 1.0], [1.0, 0.0]])).round(3).tolist()
    [[0.346, 0.938], [1.0, 0.0]]

    References
    ----------
    THOR V-C; OBJ 2.
    """
    pages = np.maximum(1, (counts > 0).sum(0))
    return unit_rows(np.log1p(counts) * np.log((len(counts) + 1) / pages))


def relative_tfidf(counts: Floats) -> Floats:
    """OBJ's weights: frequency over the largest of the page, times ln(n/n_k); rows of length one.

    A tag of every page weighs nothing here; `tfidf` keeps it.

    >>> relative_tfidf(np.array([[4.0, 2.0], [4.0, 0.0]])).tolist()
    [[0.0, 1.0], [0.0, 0.0]]

    Reading
    -------
    The formula is lost in the copy but for its words (frequency, maximum frequency, logarithm of
    pages over pages that contain it).

    References
    ----------
    OBJ 2.
    """
    pages = np.maximum(1, (counts > 0).sum(0))
    frequency = counts / np.maximum(counts.max(axis=1, keepdims=True), 1e-12)
    return unit_rows(frequency * np.log(len(counts) / pages))


def raw(counts: Floats) -> Floats:
    """The frequency of each tag as its weight, rows of length one: what TFIDF is held against."""
    return unit_rows(counts)


def unit_rows(rows: Floats) -> Floats:
    """Rows to length one; a row of zeros stays one."""
    unit: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    return unit
