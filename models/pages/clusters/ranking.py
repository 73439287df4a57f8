"""Rank page clusters by how likely they hold answers (THOR V-D)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np


class Richness(NamedTuple):
    """How rich one page is in content: distinct terms, largest fanout, bytes."""

    terms: int
    fanout: int
    size: int


Criteria = tuple[float, float, float]  # weights of terms, fanout and size
EQUAL: Criteria = (1.0, 1.0, 1.0)


def scores(
    clusters: Mapping[int, Sequence[Richness]], criteria: Criteria = EQUAL
) -> dict[int, float]:
    """A score in 0..1 per cluster: the combination of its mean terms, largest fanout and bytes.

    Parameters
    ----------
    clusters
        Pages of each cluster.
    criteria
        Weights of the combination. Fanout alone put details before lists three times, and a page
        without matches before the single match once; terms, size and the sum did not.

    Reading
    -------
    The three have different scales: each is divided by its largest mean on the site.

    Examples
    --------
    >>> scores({0: [Richness(300, 20, 9000)], 1: [Richness(30, 5, 3000)]})
    {0: 1.0, 1: 0.2278}

    References
    ----------
    THOR V-D.
    """
    if not clusters:
        return {}
    means = np.array([np.mean(pages, axis=0) for pages in clusters.values()], float)
    shares = means / np.maximum(means.max(axis=0), 1e-12)
    weights = np.array(criteria) / sum(criteria)
    return dict(zip(clusters, (shares @ weights).round(4).tolist(), strict=True))


def ranks(score: Mapping[int, float]) -> dict[int, int]:
    """Place of each cluster, 0 for the likeliest; ties to the older id.

    >>> ranks({7: 0.2, 9: 1.0})
    {9: 0, 7: 1}
    """
    order = sorted(score, key=lambda cluster: (-score[cluster], cluster))
    return {cluster: place for place, cluster in enumerate(order)}


def recommended(rank: Mapping[int, int], m: int = 2) -> list[int]:
    """The m clusters passed on to pagelet identification, best first.

    References
    ----------
    THOR V-D; fig. 16.
    """
    return sorted(rank, key=lambda cluster: rank[cluster])[:m]
