"""Micro-clusters: average linkage of pages down to a given number of groups."""

from __future__ import annotations

import numpy as np

from .vectors import Floats, Labels


def average_linkage(x: Floats, k: int) -> Labels:
    """Merge the two nearest groups until k are left; a group is named by its lowest row.

    Deterministic: no start to choose, distances rounded to nine digits, ties to the lowest rows.

    Parameters
    ----------
    x
        Page vectors, rows of length one; the distance of two pages is 1 - cosine.

    Examples
    --------
    >>> average_linkage(np.array([[1.0, 0.0], [0.0, 1.0], [0.8, 0.6]]), k=2).tolist()
    [0, 1, 0]

    Reading
    -------
    The paper's k-means needs k and restarts; from random starts it mostly loses to linkage even
    when k is told. Distances of merged groups follow Lance and Williams: their weighted mean.
    """
    n = len(x)
    distance = np.maximum(0.0, 1.0 - x @ x.T).round(9)
    np.fill_diagonal(distance, np.inf)
    size = np.ones(n)
    labels = np.arange(n)
    for _ in range(n - k):
        i, j = sorted(divmod(int(distance.argmin()), n))
        row = (size[i] * distance[i] + size[j] * distance[j]) / (size[i] + size[j])
        row[[i, j]] = np.inf
        distance[i] = distance[:, i] = row
        distance[j] = distance[:, j] = np.inf
        size[i] += size[j]
        labels[labels == j] = i
    return labels
