"""Simple k-means over page vectors, all restarts at once (THOR V-C, figure 3)."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from .weights import Floats

Labels = NDArray[np.int64]
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
    picks = np.random.default_rng(seed).permuted(np.tile(np.arange(len(x)), (restarts, 1)), axis=1)
    return settle(x, picks[:, :k], metric, rounds)


def settle(x: Floats, starts: Labels, metric: Metric = "cosine", rounds: int = 50) -> Labels:
    """Assign and refine until no page moves, for each row of `starts` (pages that begin a cluster).

    Ties go to the lowest cluster; a cluster that lost all its pages keeps its center.

    >>> x = np.array([[1.0, 0.0], [0.9, 0.1], [0.0, 1.0]])
    >>> settle(x, np.array([[0, 2], [0, 1]])).tolist()
    [[0, 0, 1], [0, 0, 1]]
    """
    restarts, k = starts.shape
    centers = x[starts]  # (restarts, k, tokens)
    labels = np.full((restarts, len(x)), -1, np.int64)
    for _ in range(rounds):
        nearest = _distances(x, centers, metric).argmin(axis=2).T
        if (nearest == labels).all():
            break
        labels = nearest
        member = (labels[:, None, :] == np.arange(k)[None, :, None]).astype(float)
        size = member.sum(2, keepdims=True)
        centers = np.where(size > 0, member @ x / np.maximum(size, 1), centers)
    return labels


def _distances(x: Floats, centers: Floats, metric: Metric) -> Floats:
    """Distance of each page to each center of each restart, shape (pages, restarts, k).

    Rounded, so that equal distances are ties whatever order sums were taken in.
    """
    restarts, k, n = centers.shape
    products = (x @ centers.reshape(-1, n).T).reshape(len(x), restarts, k)
    if metric == "cosine":
        distances = 1 - products / np.maximum(np.linalg.norm(centers, axis=2), 1e-12)
    else:
        distances = (x**2).sum(1)[:, None, None] - 2 * products + (centers**2).sum(2)
    rounded: Floats = distances.round(9)
    return rounded
