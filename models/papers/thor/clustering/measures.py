"""How good a clustering is when the classes are known: entropy, purity, Rand index (THOR VII-B)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from math import comb, log


def entropy(classes: Sequence[Hashable], clusters: Sequence[Hashable]) -> float:
    """Entropy of the classes within clusters, weighted by pages: 0 pure, 1 valueless.

    Reading
    -------
    Logarithms to the base of the number of classes; a set of one class has entropy 0.

    Examples
    --------
    >>> entropy("aabb", [0, 0, 0, 1])
    0.6887

    References
    ----------
    THOR VII-B.
    """
    n_classes = len(set(classes))
    if n_classes < 2:
        return 0.0
    pairs = Counter(zip(clusters, classes, strict=True))
    size = Counter(clusters)
    bits = sum(n * log(n / size[cluster]) for (cluster, _), n in pairs.items())
    return round(abs(bits) / len(classes) / log(n_classes), 4)


def purity(classes: Sequence[Hashable], clusters: Sequence[Hashable]) -> float:
    """Share of pages that are of their cluster's most frequent class.

    >>> purity("aabb", [0, 0, 0, 1])
    0.75
    """
    most: dict[Hashable, int] = {}
    for (cluster, _), n in Counter(zip(clusters, classes, strict=True)).items():
        most[cluster] = max(most.get(cluster, 0), n)
    return sum(most.values()) / max(1, len(classes))


def adjusted_rand(classes: Sequence[Hashable], clusters: Sequence[Hashable]) -> float:
    """Agreement of two partitions over pairs of pages, 0 by chance, 1 when equal.

    >>> adjusted_rand("aabb", [5, 5, 7, 7])
    1.0
    """
    both = sum(comb(n, 2) for n in Counter(zip(classes, clusters, strict=True)).values())
    of_classes = sum(comb(n, 2) for n in Counter(classes).values())
    of_clusters = sum(comb(n, 2) for n in Counter(clusters).values())
    chance = of_classes * of_clusters / max(1, comb(len(classes), 2))
    most = (of_classes + of_clusters) / 2
    return (both - chance) / (most - chance) if most != chance else 1.0
