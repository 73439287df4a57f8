"""The paper's clustering experiments on real sites whose page types are known.

python -m benchmarks.quality thor_clustering

Groups are the owners' mixed sites of `swde` and the four years of each site of `big9`, tags as the
alphabet. Entropy: 0 is pure, 1 valueless. Where a figure has a second number beside it, that is the
paper's, measured on its own 50 sources: relations compare, not third digits.

References
----------
THOR VIII-A; fig. 7, 12; table II.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from statistics import fmean, pstdev
from typing import Literal

from upwell.models.pages.grouping.vectors import Labels, count_matrix, tfidf, unit_rows
from upwell.models.papers.thor.clustering.bisecting import bisecting_kmeans
from upwell.models.papers.thor.clustering.kmeans import Metric, simple_kmeans
from upwell.models.papers.thor.clustering.measures import entropy
from upwell.models.papers.thor.clustering.phase import ThorParams, cluster_thor
from upwell.models.papers.thor.clustering.quality import choose

from ..figures import Figure, show
from ..pages.clusters import Sample, news, owners

Group = list[Sample]
Weights = Literal["tfidf", "raw"]
PAPER_FIG_7: dict[Weights, float] = {"tfidf": 0.04, "raw": 0.24}
PAPER_TABLE_2: dict[tuple[Weights, Metric], tuple[float, float]] = {  # mean, deviation
    ("tfidf", "cosine"): (0.038, 0.074),
    ("tfidf", "euclidean"): (0.037, 0.073),
    ("raw", "cosine"): (0.117, 0.170),
    ("raw", "euclidean"): (0.279, 0.257),
}


def measure(quick: bool = False) -> list[Figure]:
    """Figures 7 and 12, table II."""
    groups = [*owners().values(), *news().values()]
    if not groups:
        return []
    draws = 2 if quick else 5
    return [
        *_sizes(groups, draws),
        *_metrics(groups, draws),
        *_algorithms(groups, draws),
        *_settings(groups, draws),
    ]


def _sizes(groups: list[Group], draws: int) -> Iterator[Figure]:
    """Figure 7: entropy by the number of pages, TFIDF against raw tags, best k."""
    for weights, paper in PAPER_FIG_7.items():
        params = replace(ThorParams(), weights=weights)
        for n in (5, 20, 40, 110):

            def labels(drawn: Group, params: ThorParams = params) -> list[int]:
                return cluster_thor([page.signature for page in drawn], params)

            found = _mean_entropy(groups, n, draws, labels)
            told = paper if n == 110 else None
            yield Figure(f"fig. 7: {weights} tags, n = {n}", found, told, better="lower")


def _metrics(groups: list[Group], draws: int) -> Iterator[Figure]:
    """Table II: cosine against Euclidean, TFIDF against bare counts, k as many as types.

    Raw counts keep their lengths here, as the paper says of its own.
    """
    for (weights, metric), paper in PAPER_TABLE_2.items():
        plain = weights == "raw"

        def labels(drawn: Group, plain: bool = plain, metric: Metric = metric) -> list[int]:
            counts = count_matrix([page.signature.tags for page in drawn])[0]
            x = counts if plain else tfidf(counts)
            k = len({page.truth for page in drawn})
            found = list(simple_kmeans(x, k, 10, seed=1, metric=metric))
            best = choose(unit_rows(x), found)
            return [int(label) for label in best]

        found = _entropies(groups, 110, draws, labels)
        name = f"table II: {weights} tags, {metric}"
        yield Figure(name, fmean(found), paper[0], better="lower")
        yield Figure(f"{name}, deviation", pstdev(found), paper[1], better="lower")


def _algorithms(groups: list[Group], draws: int) -> Iterator[Figure]:
    """Figure 12: simple against bisecting k-means by k."""
    for k in (2, 3, 4, 5):
        for name in ("simple", "bisecting"):

            def labels(drawn: Group, k: int = k, simple: bool = name == "simple") -> list[int]:
                x = tfidf(count_matrix([page.signature.tags for page in drawn])[0])
                best: Labels = (
                    choose(x, list(simple_kmeans(x, k, 10, seed=1)))
                    if simple
                    else bisecting_kmeans(x, k, 10, seed=1)
                )
                return [int(label) for label in best]

            found = _mean_entropy(groups, 110, draws, labels)
            yield Figure(f"fig. 12: {name} k-means, k = {k}", found, None, better="lower")


def _settings(groups: list[Group], draws: int) -> Iterator[Figure]:
    """The last experiment of VIII-A: k from 2 to 5 by restarts from 2 to 20."""
    for k in (2, 3, 4, 5):
        for restarts in (2, 10, 20):

            def labels(drawn: Group, k: int = k, restarts: int = restarts) -> list[int]:
                x = tfidf(count_matrix([page.signature.tags for page in drawn])[0])
                best = choose(x, list(simple_kmeans(x, k, restarts, seed=1)))
                return [int(label) for label in best]

            found = _mean_entropy(groups, 110, draws, labels)
            yield Figure(f"k = {k}, {restarts} restarts", found, None, better="lower")


def _mean_entropy(
    groups: list[Group], n: int, draws: int, cluster: Callable[[Group], list[int]]
) -> float:
    return fmean(_entropies(groups, n, draws, cluster))


def _entropies(
    groups: list[Group], n: int, draws: int, cluster: Callable[[Group], list[int]]
) -> list[float]:
    """Of each group, the mean over draws of n of its pages."""
    found = []
    for group in groups:
        samples = [Random(seed).sample(group, min(n, len(group))) for seed in range(draws)]
        found.append(
            fmean(entropy([page.truth for page in drawn], cluster(drawn)) for drawn in samples)
        )
    return found


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
