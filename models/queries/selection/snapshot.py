"""A uniform sample of the source, known before the first query (TXT 3.1).

With it the share of a word's documents that is still missing can be counted instead of guessed.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..corpus import Ids
from ..params import FOREIGN
from .bookkeeping import Counts


class Snapshot:
    """Documents of the sample that have not come back yet, per word and in all.

    Examples
    --------
    >>> snapshot = Snapshot({0: np.array([0]), 1: np.array([0, 1])}, n_words=2)
    >>> snapshot.fold(1, new=True)
    >>> snapshot.drawn.tolist(), snapshot.unseen.tolist()
    ([2, 1], [1, 0])

    References
    ----------
    TXT 3.1; fig. 4, 5.
    """

    def __init__(self, documents: Mapping[int, Ids], n_words: int) -> None:
        self.documents = documents
        self.drawn: Counts = np.zeros(n_words, np.int64)
        for words in documents.values():
            self.drawn[words] += 1
        self.unseen = self.drawn.copy()
        self.n_unseen = self.n_drawn = len(documents)
        self.inside = self.outside = 0  # returns of sampled and of other documents

    def fold(self, document: int, new: bool) -> None:
        """A document came back."""
        if document not in self.documents:
            self.outside += 1
            return
        self.inside += 1
        if new:
            self.unseen[self.documents[document]] -= 1
            self.n_unseen -= 1

    def foreign_share(self) -> float:
        """How far the sample is from being the source: the share of returns outside it, or 0."""
        if not self.inside + self.outside:
            return 0.5
        share = (self.outside + 1) / (self.inside + self.outside + 2)
        return share if share >= FOREIGN else 0.0
