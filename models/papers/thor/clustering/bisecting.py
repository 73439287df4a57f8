"""Bisecting k-means: divide the largest cluster until there are k (THOR V-C, figure 4)."""

from __future__ import annotations

import numpy as np

from upwell.models.pages.grouping.vectors import Floats, Labels

from .kmeans import Metric, simple_kmeans
from .quality import quality


def bisecting_kmeans(
    x: Floats, k: int, iterations: int, seed: int, metric: Metric = "cosine"
) -> Labels:
    """Labels of one clustering into at most k clusters.

    Parameters
    ----------
    iterations
        The paper's I: how many divisions are tried at each step; the best one counts.

    Reading
    -------
    A cluster of equal pages cannot be divided; when the largest is one, the next in size is.

    Examples
    --------
    >>> x = np.array([[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], float)
    >>> bisecting_kmeans(x, k=3, iterations=5, seed=0).tolist()
    [0, 0, 1, 2]

    References
    ----------
    THOR V-C; fig. 4.
    """
    clusters = [np.arange(len(x))]
    whole: list[tuple[int, ...]] = []
    while len(clusters) + len(whole) < k and clusters:
        largest = max(range(len(clusters)), key=lambda i: (len(clusters[i]), -int(clusters[i][0])))
        rows = clusters.pop(largest)
        halves = _divide(x, rows, iterations, seed + len(clusters) + len(whole), metric)
        if len(halves) < 2:
            whole.append(tuple(rows.tolist()))
        clusters += halves if len(halves) == 2 else []
    labels = np.zeros(len(x), np.int64)
    everything = [*(rows.tolist() for rows in clusters), *map(list, whole)]
    for label, rows_of in enumerate(sorted(everything)):
        labels[rows_of] = label
    return labels


def _divide(x: Floats, rows: Labels, iterations: int, seed: int, metric: Metric) -> list[Labels]:
    """The two halves of highest quality; one part when no division was found."""
    if len(rows) < 2:
        return [rows]
    tries = simple_kmeans(x[rows], 2, iterations, seed, metric)
    best = max(tries, key=lambda labels: quality(x[rows], labels))
    return [rows[best == label] for label in (0, 1) if (best == label).any()]
