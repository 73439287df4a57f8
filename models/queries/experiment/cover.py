"""Set covering: most new documents for the price, greedily (TXT 5.3)."""

from __future__ import annotations

from math import inf

import numpy as np

from ..corpus import Corpus, ranges, starts
from .sampling import Terms


def cover_words(corpus: Corpus, words: Terms, count: int, overhead: float = 0.0) -> Terms:
    """Greedy set covering: the word of most uncovered documents per cost, again and again.

    Eager: every gain is kept right by walking the words of each document once, when it is covered.
    It picks what re-counting every word at every step picks.

    Parameters
    ----------
    corpus
        The snapshot; its documents are what is to be covered.
    words
        The sampled vocabulary.
    count
        Words taken at most; fewer when everything is covered.
    overhead
        Price of asking in documents: cost = overhead + documents of the word. `inf` counts new
        documents alone.

    Reading
    -------
    The thesis divides new documents by the cost of a query and leaves the cost open: its documents.
    They are counted without the return limit, as the thesis does.

    Examples
    --------
    >>> corpus = Corpus.of(["xa", "xa xb", "xa xc", "xc", "xc", "xd"])
    >>> [corpus.terms[t] for t in cover_words(corpus, np.arange(4), 9)]
    ['xa', 'xd', 'xc']

    References
    ----------
    TXT 5.3; fig. 11.
    """
    offsets = starts(corpus.frequency[words])
    documents = corpus.postings[ranges(corpus.post_offsets, words)]
    size = np.diff(offsets)
    order = np.argsort(documents, kind="stable")
    holders = np.repeat(np.arange(len(words)), size)[order]  # words of each document, in a row
    holder_offsets = starts(np.bincount(documents, minlength=corpus.n))
    cost = np.ones(len(words)) if overhead == inf else np.maximum(overhead + size, 1e-9)
    gain = size.copy()
    covered = np.zeros(corpus.n, bool)
    taken: list[int] = []
    while len(taken) < count and len(words):
        best = int(np.argmax(gain / cost))
        if gain[best] <= 0:
            break
        taken.append(best)
        new = documents[offsets[best] : offsets[best + 1]]
        new = new[~covered[new]]
        covered[new] = True
        gain -= np.bincount(holders[ranges(holder_offsets, new)], minlength=len(gain))
    return words[taken]
