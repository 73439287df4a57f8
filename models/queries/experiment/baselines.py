"""The two plain selections: random words, and the most popular (TXT 3.3)."""

from __future__ import annotations

import numpy as np

from ..corpus import Corpus
from .sampling import Terms


def random_words(words: Terms, count: int, seed: int = 0) -> Terms:
    """Random words of the sampled vocabulary.

    >>> random_words(np.arange(5), 3, seed=1).tolist()
    [4, 0, 1]

    References
    ----------
    TXT 3.3.
    """
    return np.random.default_rng(seed).permutation(words)[:count]


def popular_words(corpus: Corpus, words: Terms, count: int) -> Terms:
    """The words of highest document frequency, most frequent first ("generic frequency").

    >>> corpus = Corpus.of(["red car", "red bus", "bus", "bus"])
    >>> [corpus.terms[t] for t in popular_words(corpus, np.arange(3), 2)]
    ['bus', 'red']

    References
    ----------
    TXT 3.3.
    """
    return words[np.argsort(-corpus.frequency[words], kind="stable")[:count]]
