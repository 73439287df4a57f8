"""The thesis's experiments in one call: choose words, ask a limited source, count (TXT 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np

from ..corpus import Corpus
from ..jitter import jitter
from ..params import AdaptiveParams, PairParams
from ..selection.adaptive import Adaptive
from .baselines import popular_words, random_words
from .clusters import Linkage, cluster_words
from .cover import cover_words
from .distances import Distance
from .limited_source import Match, Sort, Source
from .packing import pack_words
from .rates import Curve, Step
from .sampling import Terms, sample_words

Method = Literal["random", "popular", "cluster", "packing", "cover", "adaptive"]
METHODS: tuple[Method, ...] = ("random", "popular", "cluster", "packing", "cover", "adaptive")


def experiment(
    documents: Sequence[str],
    method: Method = "adaptive",
    count: int = 150,
    limit: int = 50,
    sort: Sort = "none",
    sample: int | None = None,
    overhead: float = 1.0,
    seed: int = 0,
    vocabulary: int = 2000,
    band: tuple[int, int] = (20, 500),
    distance: Distance = "set",
    linkage: Linkage = "complete",
    delta: float = 0.6,
    match: Match = "and",
    ordered: bool = False,
) -> Iterator[Step]:
    """Ask a simulated source `count` queries chosen by a method, one step each.

    Parameters
    ----------
    documents
        Texts of the collection.
    method
        Selection; the first five fix a list from the sample, `adaptive` listens to the answers.
    count
        Queries.
    limit, sort, match
        The source: see `Source`.
    sample
        Documents the words are chosen from, drawn at random; the rest only answer. None: all.
    overhead
        Price of asking in units of a full answer, of `adaptive`.
    seed
        Of every draw, order and tie.
    vocabulary, band
        The sampled words of the five lists: how many, and their document frequencies.
    distance, linkage, delta
        Of `cluster` and `packing`.
    ordered
        Ask a list in the order it was chosen in instead of shuffled (6.3).

    Reading
    -------
    The dictionary is shuffled before it is asked, as 6.3 does; without that set covering is another
    method. `adaptive` knows the texts of the sample, as every list does, but counts a document only
    when it was returned; its order is the method, so it is never shuffled.

    Examples
    --------
    >>> texts = ["red car", "red bus", "blue bus", "blue tram"]
    >>> [step.query for step in experiment(texts, "popular", 2, band=(1, 9), ordered=True)]
    ['red', 'bus']

    References
    ----------
    TXT 6.1, 6.2, 6.3; table 6, 10, 11.
    """
    corpus = Corpus.of(documents)
    source = Source(corpus, limit, sort, match, seed)
    drawn = np.random.default_rng(seed).permutation(corpus.n)[
        : corpus.n if sample is None else sample
    ]
    if method == "adaptive":
        params = AdaptiveParams(overhead, pairs=PairParams() if match == "and" else None)
        yield from _listen(source, np.sort(drawn), count, params, seed)
        return
    snapshot = corpus.draw(np.sort(drawn))
    words = sample_words(snapshot, "band", vocabulary, band, seed)
    chosen = {
        "random": lambda: random_words(words, count, seed),
        "popular": lambda: popular_words(snapshot, words, count),
        "cluster": lambda: cluster_words(snapshot, words, count, distance, linkage, seed),
        "packing": lambda: pack_words(snapshot, words, count, delta, seed),
        "cover": lambda: cover_words(snapshot, words, count),
    }[method]()
    if not ordered:
        chosen = np.random.default_rng(seed + 1).permutation(chosen)
    yield from _ask(source, chosen)


def _ask(source: Source, words: Terms) -> Iterator[Step]:
    """Ask a list, come what may."""
    curve, seen = Curve(source.corpus.n), np.zeros(source.corpus.n, bool)
    for word in words.tolist():
        matches, returned = source.search([word])
        new = int(np.count_nonzero(~seen[returned]))
        seen[returned] = True
        yield curve.add(source.corpus.terms[word], matches, len(returned), new)


def _listen(
    source: Source, drawn: Terms, count: int, params: AdaptiveParams, seed: int
) -> Iterator[Step]:
    """Ask what the answers so far suggest."""
    corpus, curve = source.corpus, Curve(source.corpus.n)
    sample = {document: corpus.words_in(document) for document in drawn.tolist()}
    chooser = Adaptive(jitter(corpus.terms, seed), params, sample)
    for _ in range(count):
        query = chooser.choose(source.limit)
        if query is None:
            return
        expected = chooser.expectation(query, source.limit)
        matches, returned = source.search(query)
        answer = [(document, corpus.words_in(document)) for document in returned.tolist()]
        new = chooser.fold(query, matches, answer, expected)
        words = " ".join(corpus.terms[term] for term in query)
        yield curve.add(words, matches, len(returned), new)
