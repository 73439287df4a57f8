"""Clusters without centroids: a page goes where it is most similar to the members on average."""

from __future__ import annotations

import numpy as np

from upwell.models.pages.grouping.vectors import Floats, Labels


def average_kmeans(
    similarity: Floats, k: int, restarts: int, seed: int, rounds: int = 50
) -> Labels:
    """Labels of the best of some runs, told by the mean similarity of pages to their clusters.

    Parameters
    ----------
    similarity
        Of every two pages, shape (pages, pages).
    rounds
        End of a run that has not settled.

    Examples
    --------
    >>> likeness = np.array([[1.0, 0.9, 0.1], [0.9, 1.0, 0.2], [0.1, 0.2, 1.0]])
    >>> average_kmeans(likeness, k=2, restarts=4, seed=1).tolist() in ([0, 0, 1], [1, 1, 0])
    True

    Reading
    -------
    Used by the paper for URLs, whose mean is no URL. A page counts as a member of its own cluster.

    References
    ----------
    THOR VIII-A.
    """
    n = len(similarity)
    random = np.random.default_rng(seed)
    best, most = np.zeros(n, np.int64), -np.inf
    for _ in range(restarts):
        starts = random.permutation(n)[:k]
        labels = similarity[:, starts].argmax(axis=1)
        for _ in range(rounds):
            member = labels[:, None] == np.arange(k)
            means = similarity @ member / np.maximum(member.sum(axis=0), 1)
            moved = means.argmax(axis=1)
            if (moved == labels).all():
                break
            labels = moved
        worth = float(means[np.arange(n), labels].mean())
        if worth > most:
            best, most = labels, worth
    return best
