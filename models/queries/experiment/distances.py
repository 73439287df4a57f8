"""How far two words are apart, by the documents they stand in (TXT 4.2)."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..corpus import Corpus, ranges
from .sampling import Terms

Distance = Literal["set", "cosine", "euclidean"]
Matrix = NDArray[np.float64]

_BLOCK = 2048  # documents multiplied at a time: bounds the dense block at words x 2048


def distances(corpus: Corpus, words: Terms, how: Distance = "set") -> Matrix:
    """Pairwise distances of words.

    Parameters
    ----------
    corpus
        The snapshot.
    words
        Terms to compare.
    how
        `euclidean` and `cosine` over term frequencies, `set` over document sets.

    Examples
    --------
    The scenario of table 2; its distances are those of table 4:

    >>> corpus = Corpus.of(["xa", "xa xb", "xa xc", "xc", "xc", "xd"])
    >>> distances(corpus, np.arange(4)).round(2).tolist()[2]
    [0.67, 1.0, 0.0, 1.0]

    References
    ----------
    TXT 4.2.1, 4.2.2, 4.2.3; table 2, 3, 4, 5; fig. 8.
    """
    product = _products(corpus, words, binary=how == "set")
    square = np.diag(product).copy()
    if how == "euclidean":
        out = np.sqrt(np.maximum(0, square[:, None] + square[None] - 2 * product))
    elif how == "cosine":
        out = 1 - product / np.sqrt(square[:, None] * square[None])
    else:
        # 1 - |u ∧ v| / min(|u|, |v|)
        out = 1 - product / np.minimum(square[:, None], square[None])
    np.fill_diagonal(out, 0)
    return np.maximum(out, 0)


def _products(corpus: Corpus, words: Terms, binary: bool) -> Matrix:
    """Inner products of the words' document vectors; sums of whole numbers, so exact."""
    n_words = len(words)
    at = ranges(corpus.post_offsets, words)
    word = np.repeat(np.arange(n_words), corpus.frequency[words])
    document = corpus.postings[at]
    weight = np.ones(len(at)) if binary else corpus.post_tf[at].astype(np.float64)
    order = np.argsort(document, kind="stable")
    word, document, weight = word[order], document[order], weight[order]
    out = np.zeros((n_words, n_words))
    kind = np.float32 if binary else np.float64  # ones add up exactly in 24 bits
    for first in range(0, corpus.n, _BLOCK):
        here = slice(*np.searchsorted(document, [first, first + _BLOCK]))
        block = np.zeros((n_words, min(_BLOCK, corpus.n - first)), kind)
        block[word[here], document[here] - first] = weight[here]
        out += block @ block.T
    return out
