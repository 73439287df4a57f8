"""Selection by clusters: alike words together, one of each cluster is asked (TXT 4)."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ..corpus import Corpus
from .distances import Distance, Matrix, distances
from .sampling import Terms

Linkage = Literal["complete", "single"]
Merge = tuple[float, int, int]  # height, a member of the one cluster, a member of the other


def cluster_words(
    corpus: Corpus,
    words: Terms,
    count: int,
    how: Distance = "set",
    linkage: Linkage = "complete",
    seed: int = 0,
) -> Terms:
    """The word of highest document frequency of each of `count` clusters.

    Parameters
    ----------
    corpus
        The snapshot.
    words
        The sampled vocabulary.
    count
        Clusters, hence words chosen.
    how
        Distance of two words.
    linkage
        Distance of two clusters: of their farthest members (`complete`) or nearest (`single`).
    seed
        Decides ties.

    Reading
    -------
    Words that share no document are all at distance 1, so "stop at n clusters" leaves the last
    merges open: the first `len(words) - count` of a seeded order are taken.

    Examples
    --------
    Section 4.4: a, b and c fall into one cluster, d stays alone.

    >>> corpus = Corpus.of(["xa", "xa xb", "xa xc", "xc", "xc", "xd"])
    >>> chosen = cluster_words(corpus, np.arange(4), 2)
    >>> sorted(corpus.terms[t] for t in chosen)[1]
    'xd'

    References
    ----------
    TXT 4.1, 4.3, 4.4; fig. 9.
    """
    shuffled = np.random.default_rng(seed).permutation(words)
    merges = agglomerate(distances(corpus, shuffled, how), linkage)
    owner = np.arange(len(shuffled))
    for _, a, b in merges[: max(0, len(shuffled) - count)]:
        owner[_root(owner, b)] = _root(owner, a)
    best: dict[int, int] = {}
    frequency = corpus.frequency[shuffled]
    for i in range(len(shuffled)):
        root = _root(owner, i)
        if root not in best or frequency[i] > frequency[best[root]]:
            best[root] = i
    return shuffled[list(best.values())]


def agglomerate(distance: Matrix, linkage: Linkage = "complete") -> list[Merge]:
    """All merges of hierarchical agglomerative clustering, lowest first.

    A chain of nearest neighbours ends in a pair that are each other's nearest; both linkages are
    reducible, so merging such pairs as they are met gives the same tree as merging the closest
    pair each time, in O(n²) instead of O(n³).

    Examples
    --------
    >>> points = np.array([0.0, 1.0, 5.0, 6.5])
    >>> [height for height, _, _ in agglomerate(abs(points[:, None] - points))]
    [1.0, 1.5, 6.5]

    References
    ----------
    TXT 4.3.
    """
    join = np.maximum if linkage == "complete" else np.minimum
    near = distance.astype(np.float64)
    np.fill_diagonal(near, np.inf)
    alive = np.ones(len(near), bool)
    chain: list[int] = []
    merges: list[Merge] = []
    while len(merges) < len(near) - 1:
        if not chain:
            chain.append(int(np.argmax(alive)))
        tip = chain[-1]
        other = int(np.argmin(near[tip]))
        if len(chain) > 1 and near[tip, chain[-2]] <= near[tip, other]:
            other = chain[-2]  # a tie goes back, or the chain would never end
        if len(chain) < 2 or other != chain[-2]:
            chain.append(other)
            continue
        merges.append((float(near[tip, other]), other, tip))
        del chain[-2:]
        joined = join(near[tip], near[other])
        joined[other] = np.inf
        near[other], near[:, other] = joined, joined
        near[tip], near[:, tip], alive[tip] = np.inf, np.inf, False
    return sorted(merges, key=lambda merge: merge[0])


def _root(owner: Terms, i: int) -> int:
    while owner[i] != i:
        owner[i] = owner[owner[i]]
        i = int(owner[i])
    return i
