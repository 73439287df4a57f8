"""Large sets of made-up page signatures, drawn from the spread of each kind of page.

python -m benchmarks.quality thor_synthetic
python -m benchmarks.quality.papers.thor_synthetic --full  # all fifty sources: 5,500,000 signatures

The paper draws 110 to 110,000 signatures for each of 50 sources from the spread of their classes.
Its pages are not to be had, so sources are `made_sites`: of each kind of page the mean and
deviation of every tag's count, and kinds in the mix of the paper's sample. One source is in memory
at a time. Without --full five sources are drawn.

References
----------
THOR VII-A; fig. 9, 10.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections import Counter
from collections.abc import Iterator
from statistics import fmean
from typing import NamedTuple

import numpy as np

from upwell.models.pages.grouping.vectors import Floats, count_matrix, tfidf
from upwell.models.papers.thor.clustering.kmeans import simple_kmeans
from upwell.models.papers.thor.clustering.measures import entropy
from upwell.models.papers.thor.clustering.quality import choose
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TEXT

from ..figures import Figure, show
from .made_sites import MIX, made_site

SIZES = (110, 1_100, 11_000, 110_000)
RESTARTS = 10
ROUNDS = 20
SOURCES = 50


class Spread(NamedTuple):
    """Counts of each tag on the pages of one kind."""

    kind: str
    mean: Floats
    deviation: Floats


class Run(NamedTuple):
    """One source clustered."""

    entropy: float
    seconds: float  # of weighing and one run of k-means


def measure(quick: bool = False, sources: int = 5) -> list[Figure]:
    """Figures 9 and 10; up to a hundredfold of pages when quick, else the paper's thousandfold."""
    sizes = SIZES[:3] if quick else SIZES
    runs: dict[int, list[Run]] = {n: [] for n in sizes}
    for seed in range(sources):
        kinds = spreads(seed)
        for n in sizes:
            runs[n].append(_clustered(kinds, n, seed))
    return list(_figures(runs))


def spreads(seed: int) -> list[Spread]:
    """The spread of each kind of page of one made-up source; enough pages for the rare ones."""
    pages = made_site(seed, 400)
    tags = [Counter(tag for tag in parse(page.body).tag if tag != TEXT) for page in pages]
    counts = count_matrix(tags)[0]
    found = []
    for kind in MIX:
        rows = counts[[page.kind == kind for page in pages]]
        found.append(Spread(kind, rows.mean(axis=0), rows.std(axis=0)))
    return found


def drawn(kinds: list[Spread], n: int, seed: int) -> tuple[Floats, list[str]]:
    """Counts of n made-up pages, and their kinds; a tag all pages of a kind lack stays away."""
    random = np.random.default_rng([seed, n])
    share = [MIX[one.kind] / 100 for one in kinds]
    picks = random.choice(len(kinds), size=n, p=share)
    means = np.array([one.mean for one in kinds])[picks]
    deviations = np.array([one.deviation for one in kinds])[picks]
    counts = np.maximum(0, np.rint(random.normal(means, deviations)))
    return counts, [kinds[i].kind for i in picks]


def _clustered(kinds: list[Spread], n: int, seed: int) -> Run:
    counts, truth = drawn(kinds, n, seed)
    started = time.perf_counter()
    x = tfidf(counts)
    found = simple_kmeans(x, len(kinds), RESTARTS, seed=1, rounds=ROUNDS)
    seconds = (time.perf_counter() - started) / RESTARTS
    labels = choose(x, list(found))
    return Run(entropy(truth, labels.tolist()), seconds)


def _figures(runs: dict[int, list[Run]]) -> Iterator[Figure]:
    total = sum(n * len(found) for n, found in runs.items() if n == max(runs))
    yield Figure("signatures at the largest size, millions", total / 1e6, 5.5)
    first = min(runs)
    disorder = {n: fmean(run.entropy for run in found) for n, found in runs.items()}
    seconds = {n: fmean(run.seconds for run in found) for n, found in runs.items()}
    for n in runs:
        yield Figure(f"fig. 9: {n:,} pages a source, entropy", disorder[n], None, 0.1, "lower")
    for n in runs:
        name = f"fig. 10: {n:,} pages a source, time of {first}"
        yield Figure(name, seconds[n] / seconds[first], n / first, 2.0 * n / first, "lower")


def main() -> None:
    """Print the figures, and how much memory the largest source took."""
    parser = argparse.ArgumentParser(description="Figures 9 and 10 of THOR.")
    parser.add_argument("--full", action="store_true", help="all fifty sources; a quarter hour")
    show(measure(sources=SOURCES if parser.parse_args().full else 5))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"at most {peak:,.0f} MB of memory")


if __name__ == "__main__":
    main()
