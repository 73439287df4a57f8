"""Word sampling: which words of a snapshot are worth considering at all (TXT 3.2)."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..corpus import Corpus

Sampling = Literal["random", "popular", "band"]
Terms = NDArray[np.int64]


def sample_words(
    corpus: Corpus,
    how: Sampling = "band",
    count: int = 2000,
    band: tuple[int, int] = (20, 500),
    seed: int = 0,
) -> Terms:
    """Choose the sampled vocabulary.

    Parameters
    ----------
    corpus
        The snapshot.
    how
        `random` words, the most `popular`, or those of a frequency `band` ("optimal words").
    count
        Words taken; TXT 6.3 takes 2,000 of 36,000.
    band
        Lowest and highest document frequency; TXT 6.3 takes 20 to 500.
    seed
        Of the draw.

    Reading
    -------
    The band usually holds more than `count` words; the thesis does not say which go: a seeded draw.

    Examples
    --------
    >>> corpus = Corpus.of(["red car", "red bus", "red tram", "bus"])
    >>> [corpus.terms[t] for t in sample_words(corpus, "band", 9, (2, 2))]
    ['bus']
    >>> [corpus.terms[t] for t in sample_words(corpus, "popular", 2)]
    ['red', 'bus']

    References
    ----------
    TXT 3.2.
    """
    frequency = corpus.frequency
    if how == "band":
        able = np.flatnonzero((frequency >= band[0]) & (frequency <= band[1]))
    else:
        able = np.flatnonzero(frequency > 0)
    if how == "popular":
        return able[np.argsort(-frequency[able], kind="stable")[:count]]
    return np.sort(np.random.default_rng(seed).permutation(able)[:count])
