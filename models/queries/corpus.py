"""Documents as term numbers, both ways: terms of a document, documents of a term (TXT 3.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Ids = NDArray[np.int32]
Offsets = NDArray[np.int64]

STOP_WORDS = frozenset(
    "a about above after again all also am an and any are as at be because been before being"
    " below between both but by can could did do does doing down during each few for from"
    " further had has have having he her here hers him his how i if in into is it its itself"
    " just me more most my no nor not now of off on once only or other our out over own re same"
    " she should so some such t s than that the their them then there these they this those"
    " through to too under until up very was we were what when where which while who whom why"
    " will with would you your".split()
)
_ASCII_WORD = re.compile(r"[a-z][a-z0-9]*")


def index_words(text: str) -> list[str]:
    """Words as the simulated index keeps them.

    Reading
    -------
    TXT takes "obvious stop words" out and prints words such as `isn`: lower case, letters first,
    apostrophes part words, no stemming, 119 stop words removed.

    Examples
    --------
    >>> index_words("It isn't the X11 server")
    ['isn', 'x11', 'server']
    """
    return [word for word in _ASCII_WORD.findall(text.lower()) if word not in STOP_WORDS]


@dataclass(frozen=True)
class Corpus:
    """A collection as two compressed tables that say the same.

    Parameters
    ----------
    terms
        Word of each term number.
    offsets, ids, tf
        Document d holds `ids[offsets[d]:offsets[d + 1]]`, rising, so often each.
    post_offsets, postings, post_tf
        Term t stands in `postings[post_offsets[t]:post_offsets[t + 1]]`, rising, so often each.

    Examples
    --------
    >>> corpus = Corpus.of(["red car", "red red bus"])
    >>> corpus.terms, corpus.frequency.tolist()
    (['red', 'car', 'bus'], [2, 1, 1])
    >>> corpus.documents(0).tolist()
    [0, 1]
    """

    terms: list[str]
    offsets: Offsets
    ids: Ids
    tf: Ids
    post_offsets: Offsets
    postings: Ids
    post_tf: Ids

    @classmethod
    def of(cls, texts: Iterable[str]) -> Corpus:
        """Index texts, terms numbered as they come."""
        numbers: dict[str, int] = {}
        offsets, ids, counts = [0], [], []
        for text in texts:
            tf: dict[int, int] = {}
            for word in index_words(text):
                term = numbers.setdefault(word, len(numbers))
                tf[term] = tf.get(term, 0) + 1
            held = sorted(tf)
            ids += held
            counts += [tf[term] for term in held]
            offsets.append(len(ids))
        return cls._posted(
            list(numbers),
            np.array(offsets, np.int64),
            np.array(ids, np.int32),
            np.array(counts, np.int32),
        )

    @classmethod
    def _posted(cls, terms: list[str], offsets: Offsets, ids: Ids, tf: Ids) -> Corpus:
        n_docs = len(offsets) - 1
        documents = np.repeat(np.arange(n_docs, dtype=np.int32), np.diff(offsets))
        order = np.argsort(ids, kind="stable")
        post_offsets = starts(np.bincount(ids, minlength=len(terms)))
        return cls(terms, offsets, ids, tf, post_offsets, documents[order], tf[order])

    def draw(self, documents: NDArray[np.int64]) -> Corpus:
        """The corpus of some of the documents, with the whole vocabulary."""
        rows = ranges(self.offsets, documents)
        offsets = starts(np.diff(self.offsets)[documents])
        return self._posted(self.terms, offsets, self.ids[rows], self.tf[rows])

    @property
    def n(self) -> int:
        """Documents."""
        return len(self.offsets) - 1

    @cached_property
    def frequency(self) -> NDArray[np.int64]:
        """Document frequency of each term."""
        return np.diff(self.post_offsets)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Term number of each word."""
        return {word: term for term, word in enumerate(self.terms)}

    def documents(self, term: int) -> Ids:
        """Documents that hold the term, rising."""
        return self.postings[self.post_offsets[term] : self.post_offsets[term + 1]]

    def words_in(self, document: int) -> Ids:
        """Terms of a document, rising."""
        return self.ids[self.offsets[document] : self.offsets[document + 1]]


def starts(lengths: NDArray[np.int64]) -> Offsets:
    """Where rows of these lengths begin, and where the last one ends.

    >>> starts(np.array([2, 1])).tolist()
    [0, 2, 3]
    """
    out = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=out[1:])
    return out


def ranges(offsets: Offsets, rows: NDArray[np.integer] | Sequence[int]) -> NDArray[np.int64]:
    """Positions of several rows of a compressed table, one row after another.

    >>> ranges(np.array([0, 2, 3, 6]), [2, 0]).tolist()
    [3, 4, 5, 0, 1]
    """
    chosen = np.asarray(rows, np.int64)
    lengths = offsets[chosen + 1] - offsets[chosen]
    base = np.repeat(offsets[chosen] - np.cumsum(lengths) + lengths, lengths)
    return np.asarray(base + np.arange(int(lengths.sum())), np.int64)
