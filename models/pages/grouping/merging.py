"""Templates of a sample: micro-clusters merged while the gap between two of them is small."""

from __future__ import annotations

import numpy as np

from ..params import ClusterParams
from .envelopes import envelope
from .gap import template_gaps
from .linkage import average_linkage
from .vectors import Floats, Labels, tfidf


def templates(counts: Floats, params: ClusterParams) -> list[Labels]:
    """Rows of each template, the largest first.

    Parameters
    ----------
    counts
        Token counts of the sampled pages, rows in an order of their own (by hash).

    Examples
    --------
    Lists of 3 to 10 items and their page without matches:

    >>> pages = [[5.0, n, 1, 0] for n in range(3, 11)] + [[5.0, 0, 0, 4]] * 3
    >>> [rows.tolist() for rows in templates(np.array(pages), ClusterParams())]
    [[0, 1, 2, 3, 4, 5, 6, 7], [8, 9, 10]]

    Reading
    -------
    The gap must be used bottom-up: a group of several templates has wide bands, so a cut from the
    top shows no gap.
    """
    x = np.log1p(counts)
    labels = average_linkage(tfidf(counts), min(params.micro, len(x)))
    groups = [np.flatnonzero(labels == label) for label in np.unique(labels)]
    merged = merge(x, groups, params)
    return sorted(merged, key=lambda rows: (-len(rows), int(rows[0])))


def merge(x: Floats, groups: list[Labels], params: ClusterParams) -> list[Labels]:
    """Join the two groups of least gap, again and again, until it reaches tau."""
    bands = [envelope(x[rows], params.band) for rows in groups]
    low, high, median = (np.stack(part) for part in zip(*bands, strict=True))
    size = np.array([len(rows) for rows in groups])
    m = len(groups)
    alive = np.ones(m, bool)
    gaps = np.full((m, m), np.inf)

    def measure(i: int) -> None:
        gap = template_gaps(low, high, median, i, params.bite, params.repeats)
        gap = (gap / (1 + params.small / np.minimum(size[i], size))).round(9)
        gap[~alive] = np.inf
        gaps[i, i + 1 :] = gap[i + 1 :]
        gaps[:i, i] = gap[:i]

    for i in range(m):
        measure(i)
    while True:
        i, j = divmod(int(gaps.argmin()), m)
        if gaps[i, j] >= params.tau:
            return [rows for rows, here in zip(groups, alive, strict=True) if here]
        groups[i] = np.sort(np.concatenate([groups[i], groups[j]]))
        low[i], high[i], median[i] = envelope(x[groups[i]], params.band)
        size[i] = len(groups[i])
        alive[j] = False
        gaps[j] = gaps[:, j] = np.inf
        measure(i)
