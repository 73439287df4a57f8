"""Set packing: words whose documents overlap little (TXT 5.2)."""

from __future__ import annotations

import numpy as np

from ..corpus import Corpus
from .distances import distances
from .sampling import Terms


def pack_words(
    corpus: Corpus, words: Terms, count: int, delta: float = 0.6, seed: int = 0
) -> Terms:
    """Words in random order, each at set distance of at least `delta` from all taken before.

    Parameters
    ----------
    corpus
        The snapshot.
    words
        The sampled vocabulary.
    count
        Words taken at most.
    delta
        Δ. 1 allows no common document; TXT 6.3 takes .6 and finds no more than 150 words above .8.
    seed
        Of the order.

    Reading
    -------
    The text calls Δ "the maximum amount of overlap", the algorithm asks for a distance of at least
    Δ; the algorithm is followed.

    Examples
    --------
    >>> corpus = Corpus.of(["xa", "xa xb", "xa xc", "xc", "xc", "xd"])
    >>> sorted(corpus.terms[t] for t in pack_words(corpus, np.array([0, 1, 3]), 4))[1:]
    ['xd']

    References
    ----------
    TXT 5.1, 5.2, 5.2.1; fig. 10.
    """
    shuffled = np.random.default_rng(seed).permutation(words)
    apart = distances(corpus, shuffled)
    free = np.ones(len(shuffled), bool)
    taken: list[int] = []
    while len(taken) < count and free.any():
        word = int(np.argmax(free))
        taken.append(word)
        free &= apart[word] >= delta
        free[word] = False
    return shuffled[taken]
