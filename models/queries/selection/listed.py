"""The thesis's selections in a crawl: lists of words over the objects that are known (TXT 4, 5).

The thesis chooses all words from a snapshot before it asks the first. A crawl has no snapshot: it
chooses a list over the objects that answers have shown, asks it to its end, and chooses anew over
what is known then.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..corpus import Corpus, Ids
from ..experiment.baselines import popular_words, random_words
from ..experiment.clusters import cluster_words
from ..experiment.cover import cover_words
from ..experiment.packing import pack_words
from ..experiment.sampling import Terms, sample_words
from ..params import LISTED, LISTED_APART, LISTED_FROM, RAREST

Selection = Literal["random", "popular", "cluster", "packing", "cover", "adaptive"]


def words_of_list(
    method: Selection, objects: Iterable[Ids], used: NDArray[np.bool_], seed: int
) -> list[int]:
    """The next words to ask, as numbers, in the order of their list.

    Parameters
    ----------
    method
        Selection; `adaptive` has no list.
    objects
        Words of each object that is known.
    used
        Whether a word was asked.
    seed
        Of draws and ties.

    Reading
    -------
    The frequency band of the thesis, 20 to 500 of 3,000 documents, is 2 to a sixth of the objects
    here, as long as few are known.

    Examples
    --------
    >>> objects = [np.array(words, np.int32) for words in ([0, 1], [0, 2], [0, 2], [3])]
    >>> words_of_list("popular", objects, np.array([True, False, False, False]), 0)
    [2, 1, 3]

    References
    ----------
    TXT 3.2, 3.3, 4.1, 5.1, 5.3.
    """
    corpus = Corpus.of(" ".join(f"w{word}" for word in held.tolist()) for held in objects)
    numbers = np.array([int(term[1:]) for term in corpus.terms], np.int64)
    able = ~used[numbers] if len(numbers) else np.zeros(0, bool)
    chosen = _chosen(method, corpus, able, seed)
    return [int(number) for number in numbers[chosen]]


def _chosen(method: Selection, corpus: Corpus, able: NDArray[np.bool_], seed: int) -> Terms:
    everything = np.flatnonzero(able)
    if method == "random":
        return random_words(everything, LISTED, seed)
    if method == "popular":
        return popular_words(corpus, everything, LISTED)
    band = RAREST, max(RAREST, corpus.n // 6)
    words = sample_words(corpus, "band", LISTED_FROM, band, seed)
    words = words[able[words]]
    if len(words) < 2:
        return everything[:LISTED]
    if method == "cluster":
        return cluster_words(corpus, words, min(LISTED, len(words)), "set", "complete", seed)
    if method == "packing":
        return pack_words(corpus, words, LISTED, LISTED_APART, seed)
    return cover_words(corpus, words, LISTED)
