"""Soft clusters of pages by expectation maximisation, which OBJ held beside k-means."""

from __future__ import annotations

import numpy as np

from upwell.models.pages.grouping.vectors import Floats, Labels

from .kmeans import simple_kmeans


def expectation_maximisation(
    x: Floats, k: int, restarts: int, seed: int, rounds: int = 50, settled: float = 1e-6
) -> Labels:
    """Labels of the likeliest of some mixtures of k round Gaussians.

    Parameters
    ----------
    x
        Page vectors.
    rounds, settled
        A run ends when its mean log-likelihood gains less than `settled`, or here.

    Examples
    --------
    >>> x = np.array([[0.0, 1.0], [0.1, 1.0], [1.0, 0.0], [1.0, 0.1], [0.0, 0.9]])
    >>> labels = expectation_maximisation(x, k=2, restarts=3, seed=1)
    >>> bool(labels[0] == labels[1] == labels[4] != labels[2] == labels[3])
    True

    Reading
    -------
    The paper names the method and its library only. One variance per cluster, the same in all
    directions: with some hundred tags and as many pages no more can be estimated. Each run begins
    with clusters of one k-means step, so that a run is as good as its start.

    References
    ----------
    OBJ 4.
    """
    best, most = np.zeros(len(x), np.int64), -np.inf
    for start in simple_kmeans(x, k, restarts, seed, rounds=1):
        share = (start[:, None] == np.arange(k)).astype(float)
        last = -np.inf
        for _ in range(rounds):
            likelihood = _log_densities(x, share)
            top = likelihood.max(axis=1, keepdims=True)
            total = top + np.log(np.exp(likelihood - top).sum(axis=1, keepdims=True))
            share = np.exp(likelihood - total)
            now = float(total.mean())
            if now - last < settled:
                break
            last = now
        if now > most:
            best, most = share.argmax(axis=1), now
    return best


def _log_densities(x: Floats, share: Floats) -> Floats:
    """Log of weight times density of each page under each cluster, from the shares they have."""
    n, d = x.shape
    weight = share.sum(axis=0) + 1e-9
    means = (share.T @ x) / weight[:, None]
    squares = (x**2).sum(axis=1)[:, None] - 2 * x @ means.T + (means**2).sum(axis=1)
    squares = np.maximum(squares, 0.0)
    variance = (share * squares).sum(axis=0) / weight / d + 1e-6
    densities: Floats = np.log(weight / n) - 0.5 * (d * np.log(variance) + squares / variance)
    return densities
