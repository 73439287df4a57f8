"""Simple k-means over page vectors, all restarts at once (THOR V-C, figure 3)."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from upwell.models.pages.grouping.vectors import Floats, Labels

Metric = Literal["cosine", "euclidean"]


def simple_kmeans(
    x: Floats, k: int, restarts: int, seed: int, metric: Metric = "cosine", rounds: int = 50
) -> Labels:
    """Labels of every restart, from k pages picked at random as first centers.

    Parameters
    ----------
    x
        Page vectors, rows of length one.
    restarts, seed
        The paper's N, and what its random picks follow from.
    rounds
        End of a run that has not settled; the paper varies 2 to 20 and sees little change.

    Returns
    -------
    labels
        int64, shape (restarts, pages).

    Reading
    -------
    Figure 3 picks pages independently; two equal picks only waste a center, so picks differ.
    It assigns to the center of smallest *similarity*: the nearest is meant.

    References
    ----------
    THOR V-C; fig. 3; OBJ 2.
    """
    return settle(x, _picks(len(x), k, restarts, seed), metric, rounds)


def search(
    x: Floats, most: int, restarts: int, seed: int, metric: Metric = "cosine", rounds: int = 50
) -> Labels:
    """`simple_kmeans` for k = 1..most, with seeds counted up from `seed` + 1, all in one product.

    Returns
    -------
    labels
        int64, shape (most · restarts, pages), by k.

    References
    ----------
    THOR V-C; fig. 5.
    """
    starts = np.full((most * restarts, most), -1)
    for k in range(1, most + 1):
        starts[(k - 1) * restarts : k * restarts, :k] = _picks(len(x), k, restarts, seed + k)
    return settle(x, starts, metric, rounds)


def _picks(n: int, k: int, restarts: int, seed: int) -> Labels:
    """The pages each run begins with, one row a run."""
    rows = np.tile(np.arange(n), (restarts, 1))
    return np.random.default_rng(seed).permuted(rows, axis=1)[:, :k]


def settle(x: Floats, starts: Labels, metric: Metric = "cosine", rounds: int = 50) -> Labels:
    """Assign and refine until no page moves, for each row of `starts` (pages that begin a cluster).

    A start of -1 is none: runs of fewer clusters are filled up with it. Ties go to the lowest
    cluster; a cluster that lost all its pages keeps its center.

    >>> x = np.array([[1.0, 0.0], [0.9, 0.1], [0.0, 1.0]])
    >>> settle(x, np.array([[0, 2], [0, 1]])).tolist()
    [[0, 0, 1], [0, 0, 1]]
    """
    labels = np.full((len(starts), len(x)), -1, np.int64)
    moving = np.arange(len(starts))
    centers, none = x[starts], starts < 0  # (runs, k, tokens), (runs, k)
    for _ in range(rounds):
        nearest = _nearest(x, centers, none, metric)
        moved = (nearest != labels[moving]).any(axis=1)
        moving, nearest, none = moving[moved], nearest[moved], none[moved]
        if not len(moving):
            break
        labels[moving] = nearest
        member = (nearest[:, None, :] == np.arange(starts.shape[1])[None, :, None]).astype(float)
        size = member.sum(2, keepdims=True)
        sums = (member.reshape(-1, len(x)) @ x).reshape(*size.shape[:2], -1)
        centers = np.where(size > 0, sums / np.maximum(size, 1), centers[moved])
    return labels


def _nearest(x: Floats, centers: Floats, none: NDArray[np.bool_], metric: Metric) -> Labels:
    """The nearest center of each page in each run, shape (runs, pages).

    Less than 1e-9 nearer is as near, so that sums may be taken in any order.
    """
    runs, k, n = centers.shape
    distances = -(centers.reshape(-1, n) @ x.T).reshape(runs, k, len(x))
    if metric == "cosine":
        distances /= np.maximum(np.linalg.norm(centers, axis=2), 1e-12)[:, :, None]
    else:  # |x|² is the same for all centers
        distances = 2 * distances + (centers**2).sum(2)[:, :, None]
    distances[none] = np.inf
    least = distances[:, 0]
    labels = np.zeros(least.shape, np.int64)
    for label in range(1, k):
        nearer = distances[:, label] < least - 1e-9
        labels[nearer] = label
        least = np.where(nearer, distances[:, label], least)
    return labels
