"""Query selection on 20 Newsgroups: the thesis's experiment, and a crawl that knows nothing.

`python -m benchmarks.quality queries` prints overlap rates at 60 % hit rate, unsorted and by rank.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from statistics import mean

import numpy as np

from upwell.models.queries.corpus import Corpus
from upwell.models.queries.experiment.limited_source import Sort, Source
from upwell.models.queries.experiment.rates import Curve, Step, at_hit_rate
from upwell.models.queries.experiment.run import Method, experiment
from upwell.models.queries.pool import QueryPool
from upwell.models.queries.probes import probe_words

from ..datasets import unpacked
from ..figures import Figure, show

DRAW = 3000  # documents of the thesis's source
LIMIT = 50
# sketch: overlap at 60 % of each method, unsorted and by rank; table 13 of the thesis is above all
SORTS: tuple[Sort, Sort] = ("none", "rank")
SKETCH: dict[Method, tuple[float, float | None]] = {
    "random": (2.26, 2.45),
    "popular": (2.07, None),
    "cluster": (2.04, None),
    "packing": (2.22, 2.46),
    "cover": (1.57, 1.58),
    "adaptive": (1.37, 1.40),
}


def measure(quick: bool) -> list[Figure]:
    """Overlap at 60 % by method and order; two draws instead of five when quick.

    References
    ----------
    TXT 6.3.
    """
    documents = newsgroups()
    if not documents:
        return []
    seeds = range(2 if quick else 5)
    out = []
    for method, sketch in SKETCH.items():
        for sort, known in zip(SORTS, sketch, strict=True):
            if known is None or (quick and method != "adaptive"):
                continue
            values = [_overlap(method, sort, seed) for seed in seeds]
            bar = 1.42 if (method, sort) == ("adaptive", "none") else None
            out.append(
                Figure(f"overlap at 60 %, {method}, {sort}", mean(values), known, bar, "lower")
            )
    out += _running(documents, "none", 1.92, 0.797, 1000)
    if not quick:
        out += _running(documents, "rank", 2.22, 0.743, 1000)
    return out


def crawl(source: Source, texts: list[frozenset[str]], n_queries: int, seed: int) -> Iterator[Step]:
    """What a pool does with a source of which it knows nothing but what comes back."""
    pool, curve = QueryPool(seed), Curve(source.corpus.n)
    probes = [word for word in probe_words(seed, 100) if word in source.corpus.numbers]
    for i in range(n_queries):
        query = probes[i] if i < len(probes) else pool.next()
        if query is None:
            return
        numbers = [source.corpus.numbers[word] for word in query.split()]
        matches, returned = source.search(numbers)
        answer = [(n, sorted(texts[n])) for n in returned.tolist()]
        new = pool.fold_answer(query, answer, matches)
        yield curve.add(query, matches, len(returned), new)


def _running(
    documents: list[str], sort: Sort, sketch: float, share: float, n_queries: int
) -> list[Figure]:
    corpus = Corpus.of(documents)
    texts = [
        frozenset(corpus.terms[t] for t in corpus.words_in(d).tolist()) for d in range(corpus.n)
    ]
    steps = list(crawl(Source(corpus, LIMIT, sort), texts, n_queries, seed=0))
    reached = at_hit_rate(steps, 0.6)
    name = f"crawl of {corpus.n} documents, {sort}"
    at = reached.overlap_rate if reached else float("inf")
    return [
        Figure(f"{name}: overlap at 60 %", at, sketch, None, "lower"),
        Figure(f"{name}: hit rate after {n_queries}", steps[-1].hit_rate, share),
    ]


def _overlap(method: Method, sort: Sort, seed: int) -> float:
    documents = newsgroups()
    drawn = np.sort(np.random.default_rng(seed).permutation(len(documents))[:DRAW])
    sample = [documents[i] for i in drawn.tolist()]
    steps = list(experiment(sample, method, 150, LIMIT, sort, overhead=0.2, seed=seed))
    reached = at_hit_rate(steps, 0.6)
    return reached.overlap_rate if reached else float("inf")


@cache
def newsgroups() -> list[str]:
    """Texts of the collection; none when it is not at hand."""
    root = unpacked("text-20news")
    if root is None:
        return []
    lines = (root / "docs.jsonl").read_text("utf-8").splitlines()
    read = (json.loads(line) for line in lines)
    return [f"{line.get('title') or ''}\n{line['text']}" for line in read]


def main() -> None:
    """Print the figures."""
    show(measure(quick=False))


if __name__ == "__main__":
    main()
