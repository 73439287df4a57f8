"""The thesis's experiments on 20 Newsgroups, one after another.

python -m benchmarks.quality thesis

A source of 3,000 documents returns 50 a query; 2,000 words of its band are sampled, 150 are asked.
A second number is the thesis's own, of a collection with headers: relations compare, not third
digits. A curve is told by points: overlap rates at given hit rates, infinite where none is reached.

References
----------
TXT 3.2, 6.3, 6.4.1, 6.4.2, 6.4.3, 6.5.1, 6.5.2, A; table 8, 9, 10, 11, 12, 13, 14, 15, 16; fig. 7,
12, 13, 14, 16, 17, 18, 19, 20, 21.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from statistics import fmean
from typing import Literal

import numpy as np

from upwell.models.queries.corpus import Corpus
from upwell.models.queries.experiment.baselines import random_words
from upwell.models.queries.experiment.clusters import cluster_words
from upwell.models.queries.experiment.cover import cover_words
from upwell.models.queries.experiment.distances import Distance
from upwell.models.queries.experiment.limited_source import Sort, Source
from upwell.models.queries.experiment.packing import pack_words
from upwell.models.queries.experiment.rates import Curve, Step, at_hit_rate
from upwell.models.queries.experiment.sampling import Sampling, Terms, sample_words

from ..crawls.queries import newsgroups
from ..figures import Figure, show

DRAW = 3000
Selection = Literal["cluster", "cover", "packing", "random"]
LEVELS = (0.15, 0.30, 0.45, 0.60, 0.75)
TABLE_13: dict[Selection, tuple[float | None, ...]] = {
    "cluster": (1.33, 1.51, 1.81, 2.10, 2.70),
    "cover": (1.88, 1.99, 2.37, 2.75, None),
    "packing": (1.97, 2.30, 2.58, 3.00, None),
    "random": (2.13, 2.30, 2.58, 3.02, None),
}
TABLE_10_11: dict[Selection, dict[int, tuple[float, float]]] = {  # query -> HR, OR
    "cluster": {50: (0.522, 1.975), 100: (0.740, 2.769), 150: (0.851, 3.621)},
    "cover": {50: (0.303, 2.226), 100: (0.483, 2.670), 150: (0.621, 3.168)},
}
# Mean of the matches that the appendix prints beside the words of each selection, in the sample.
MATCHES_A: dict[Selection, float] = {
    "cluster": 187.0,
    "cover": 74.0,
    "packing": 50.0,
    "random": 54.0,
}
SECONDS_14: dict[Selection, float] = {"packing": 1.8, "cluster": 240.0, "cover": 10_800.0}


@dataclass(frozen=True)
class Setting:
    """One test environment of the thesis; the defaults are those of table 12."""

    selection: Selection = "cluster"
    sampling: Sampling = "band"
    distance: Distance = "set"
    sort: Sort = "none"
    limit: int = 50
    count: int = 150
    whole: bool = False  # words of 3,000 documents are asked of the whole collection


def measure(quick: bool = False) -> list[Figure]:
    """Every experiment; one draw instead of three, and one return limit, when quick."""
    if not newsgroups():
        return []
    seeds = range(1 if quick else 3)
    limits = (50,) if quick else (50, 100, 150, 400)
    return [
        *_frequencies(),
        *_selections(seeds),
        *_steps_of(seeds),
        *_matches(seeds),
        *_times(),
        *_samplings(seeds),
        *_distances(seeds),
        *_orders(seeds),
        *_limits(limits),
    ]


def _frequencies() -> Iterator[Figure]:
    """Figure 7: how many documents have a word, by the word's rank."""
    found = np.sort(_drawn(0).frequency)[::-1]
    yield Figure("fig. 7: distinct words of 3,000 documents", float(len(found)), 36_000.0)
    for rank in (1, 10, 100, 1_000, 10_000):
        yield Figure(
            f"fig. 7: documents with the word of rank {rank}", float(found[rank - 1]), None
        )


def _selections(seeds: range) -> Iterator[Figure]:
    """Table 13, figure 14."""
    for selection, told in TABLE_13.items():
        for level, paper in zip(LEVELS, told, strict=True):
            found = _overlap(Setting(selection), level, seeds)
            name = f"table 13: {selection}, overlap at {level:.0%}"
            yield Figure(name, found, paper, better="lower")


def _steps_of(seeds: range) -> Iterator[Figure]:
    """Tables 10 and 11."""
    for selection, told in TABLE_10_11.items():
        number = "10" if selection == "cluster" else "11"
        for query, (hit_rate, overlap) in told.items():
            at = [steps_of(Setting(selection), seed)[query - 1] for seed in seeds]
            name = f"table {number}: {selection}, query {query}"
            yield Figure(f"{name}, hit rate", fmean(s.hit_rate for s in at), hit_rate)
            found = fmean(s.overlap_rate for s in at)
            yield Figure(f"{name}, overlap", found, overlap, better="lower")


def _matches(seeds: range) -> Iterator[Figure]:
    """Appendix: how many documents of the sample have a word that was chosen."""
    for selection, paper in MATCHES_A.items():
        found = fmean(s.matches for seed in seeds for s in steps_of(Setting(selection), seed))
        yield Figure(f"appendix: {selection}, matches of a word, mean", found, paper)


def _times() -> Iterator[Figure]:
    """Table 14, as multiples of set packing."""
    snapshot = _drawn(0)
    words = sample_words(snapshot, seed=0)
    took: dict[Selection, float] = {}
    for selection in SECONDS_14:
        started = time.perf_counter()
        _chosen(snapshot, words, Setting(selection), seed=0)
        took[selection] = time.perf_counter() - started
    for selection, seconds in SECONDS_14.items():
        name = f"table 14: time of {selection}, of packing"
        paper = seconds / SECONDS_14["packing"]
        yield Figure(name, took[selection] / took["packing"], paper, better="lower")


def _samplings(seeds: range) -> Iterator[Figure]:
    """Figure 12: random words of three sampled vocabularies."""
    samplings: tuple[Sampling, ...] = ("band", "popular", "random")
    for sampling in samplings:
        setting = Setting("random", sampling=sampling)
        yield from _ends(f"fig. 12: {sampling} words", setting, seeds)


def _distances(seeds: range) -> Iterator[Figure]:
    """Figure 13: clusters by three distances."""
    distances: tuple[Distance, ...] = ("set", "cosine", "euclidean")
    for distance in distances:
        for level in (0.30, 0.60):
            found = _overlap(Setting(distance=distance), level, seeds)
            name = f"fig. 13: {distance} distance, overlap at {level:.0%}"
            yield Figure(name, found, None, better="lower")


def _orders(seeds: range) -> Iterator[Figure]:
    """Figures 16 and 17: what the order of results does to clusters and to random words."""
    orders: tuple[Sort, ...] = ("none", "relevance", "rank")
    selections: dict[str, Selection] = {"16": "cluster", "17": "random"}
    for number, selection in selections.items():
        for sort in orders:
            setting = Setting(selection, sort=sort)
            yield from _ends(f"fig. {number}: {selection}, {sort}", setting, seeds)


def _limits(limits: tuple[int, ...]) -> Iterator[Figure]:
    """Figures 18 to 21: 1,000 words of 3,000 documents, asked of the whole collection."""
    number = {50: 18, 100: 19, 150: 20, 400: 21}
    samplings: tuple[Sampling, ...] = ("popular", "random")
    selections: tuple[Selection, ...] = ("cluster", "random")
    for limit in limits:
        for sampling in samplings:
            for selection in selections:
                setting = Setting(selection, sampling, limit=limit, count=1000, whole=True)
                name = f"fig. {number[limit]}: k = {limit}, {sampling} words, {selection}"
                yield from _ends(name, setting, range(1), level=None)


def _ends(name: str, setting: Setting, seeds: range, level: float | None = 0.6) -> Iterator[Figure]:
    """A curve by its end, and by its overlap at one hit rate."""
    last = [steps_of(setting, seed)[-1] for seed in seeds]
    if level is not None:
        found = _overlap(setting, level, seeds)
        yield Figure(f"{name}, overlap at {level:.0%}", found, None, better="lower")
    else:
        found = fmean(step.overlap_rate for step in last)
        yield Figure(f"{name}, overlap", found, None, better="lower")
    yield Figure(f"{name}, hit rate", fmean(step.hit_rate for step in last), None)


def _overlap(setting: Setting, level: float, seeds: range) -> float:
    reached = [at_hit_rate(steps_of(setting, seed), level) for seed in seeds]
    return fmean(step.overlap_rate if step else float("inf") for step in reached)


@cache
def steps_of(setting: Setting, seed: int) -> list[Step]:
    """The steps of one test environment over one draw of documents."""
    snapshot = _drawn(seed)
    words = sample_words(snapshot, setting.sampling, seed=seed)
    chosen = np.random.default_rng(seed + 1).permutation(_chosen(snapshot, words, setting, seed))
    corpus = _collection() if setting.whole else snapshot
    source = Source(corpus, setting.limit, setting.sort, "and", seed)
    curve, seen, steps = Curve(corpus.n), np.zeros(corpus.n, bool), []
    for word in chosen.tolist():
        matches, returned = source.search([corpus.numbers[snapshot.terms[word]]])
        new = int(np.count_nonzero(~seen[returned]))
        seen[returned] = True
        steps.append(curve.add(snapshot.terms[word], matches, len(returned), new))
    return steps


def _chosen(snapshot: Corpus, words: Terms, setting: Setting, seed: int) -> Terms:
    if setting.selection == "cluster":
        return cluster_words(snapshot, words, setting.count, setting.distance, "complete", seed)
    if setting.selection == "packing":
        return pack_words(snapshot, words, setting.count, 0.6, seed)
    if setting.selection == "cover":
        return cover_words(snapshot, words, setting.count)
    return random_words(words, setting.count, seed)


@cache
def _collection() -> Corpus:
    return Corpus.of(newsgroups())


@cache
def _drawn(seed: int) -> Corpus:
    documents = newsgroups()
    drawn = np.sort(np.random.default_rng(seed).permutation(len(documents))[:DRAW])
    return Corpus.of([documents[i] for i in drawn.tolist()])


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
