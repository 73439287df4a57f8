"""Cost of query selection in P: one lxml parse of a 50 kB page in the same run.

python -m benchmarks.speed.queries

A made-up source of 5,000 documents: no data set is needed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import mean

import numpy as np
from lxml import etree

from benchmarks.quality.figures import Figure, show
from upwell.models.queries.corpus import Corpus
from upwell.models.queries.experiment.clusters import cluster_words
from upwell.models.queries.experiment.cover import cover_words
from upwell.models.queries.experiment.limited_source import Source
from upwell.models.queries.experiment.sampling import sample_words
from upwell.models.queries.pool import QueryPool

PAGE = ("<li class='hit'><h3><a href='/o/1'>object</a></h3><p>" + "word " * 20 + "</p></li>") * 330


def measure(quick: bool = False) -> list[Figure]:
    """Choosing, folding and writing in P; the lists for 2,000 words in P, once per snapshot."""
    texts = _texts(2000 if quick else 5000)
    corpus = Corpus.of(texts)
    parse_s = mean(_seconds(lambda: etree.HTML(PAGE)) for _ in range(30))
    words = sample_words(corpus)
    cover_s = _seconds(lambda: cover_words(corpus, words, 150))
    cluster_s = _seconds(lambda: cluster_words(corpus, words, 150))
    choose_s, fold_s, write_s, n_bytes = _crawl(corpus, texts, 100 if quick else 300)
    return [
        Figure("pool: choose the next query, P", choose_s / parse_s, None, None, "lower"),
        Figure("pool: fold an answer of 50 objects, P", fold_s / parse_s, None, None, "lower"),
        Figure("pool: write what changed, P", write_s / parse_s, None, None, "lower"),
        Figure("pool: kB written per answer", n_bytes / 1000, None, None, "lower"),
        Figure("cover of 2,000 words, P", cover_s / parse_s, None, None, "lower"),
        Figure("clusters of 2,000 words, P", cluster_s / parse_s, None, None, "lower"),
    ]


def _crawl(corpus: Corpus, texts: list[str], n: int) -> tuple[float, float, float, float]:
    """Mean seconds to choose, fold and write, and mean bytes written."""
    source, pool = Source(corpus, limit=50), QueryPool()
    query: str | None = corpus.terms[0]
    spent: list[tuple[float, float, float, int]] = []
    while query is not None and len(spent) < n:
        matches, returned = source.search([corpus.numbers[word] for word in query.split()])
        answer = [(item, texts[item].split()) for item in returned.tolist()]
        started = time.perf_counter()
        pool.fold_answer(query, answer, matches)
        folded = time.perf_counter()
        dirty = pool.encode_dirty()
        written = time.perf_counter()
        query = pool.next()
        chosen = time.perf_counter()
        size = sum(len(data) for data in dirty.values() if data)
        spent.append((chosen - written, folded - started, written - folded, size))
    choose, fold, write, size_ = (mean(column) for column in zip(*spent, strict=True))
    return choose, fold, write, size_


def _seconds(step: Callable[[], object]) -> float:
    started = time.perf_counter()
    step()
    return time.perf_counter() - started


def _texts(n: int) -> list[str]:
    """Documents of 60 words of a skewed vocabulary of 30,000."""
    rng = np.random.default_rng(0)
    return [
        " ".join(f"w{w}" for w in (rng.random(60) ** 4 * 30_000).astype(int).tolist())
        for _ in range(n)
    ]


def main() -> None:
    """Print the ratios."""
    show(measure())


if __name__ == "__main__":
    main()
