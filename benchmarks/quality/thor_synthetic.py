"""Large sets of made-up page signatures, drawn from the spread of real ones.

python -m benchmarks.quality thor_synthetic

The paper draws 1,100 to 110,000 signatures a source from the distribution of its pages. Here each
page type of the groups of `thor_representations` gives the mean and deviation of each tag's count,
and types are drawn as often as they are. Entropy should stay, time grow with the number of pages.

References
----------
THOR VII-A; fig. 9, 10.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from statistics import fmean
from typing import NamedTuple

import numpy as np

from upwell.models.pages.kmeans import simple_kmeans
from upwell.models.pages.measures import entropy
from upwell.models.pages.quality import choose
from upwell.models.pages.weights import Floats, count_matrix, tfidf

from .figures import Figure, show
from .thor_representations import Group, kinds_of

RESTARTS = 4


class Spread(NamedTuple):
    """Counts of each tag on the pages of one type."""

    share: float  # of the pages of its source
    mean: Floats
    deviation: Floats


def measure(quick: bool = False) -> list[Figure]:
    """Figures 9 and 10; a hundredfold of pages when quick, else the paper's thousandfold."""
    groups = [*kinds_of("swde", "type", owners=True), *kinds_of("big9", "year")]
    if not groups:
        return []
    spreads = [spread(group) for group in groups]
    return list(_growth(spreads, (110, 1_100, 11_000) if quick else (110, 1_100, 11_000, 110_000)))


def spread(group: Group) -> list[Spread]:
    """The spread of each page type of a source."""
    counts = count_matrix([page.tags for page in group])[0]
    types = Counter(page.truth for page in group)
    out = []
    for kind, n in sorted(types.items()):
        rows = counts[[page.truth == kind for page in group]]
        out.append(Spread(n / len(group), rows.mean(axis=0), rows.std(axis=0)))
    return out


def drawn(spreads: list[Spread], n: int, seed: int) -> tuple[Floats, list[int]]:
    """Counts of n made-up pages, and their types."""
    random = np.random.default_rng(seed)
    types = random.choice(len(spreads), size=n, p=[one.share for one in spreads])
    means = np.array([one.mean for one in spreads])[types]
    deviations = np.array([one.deviation for one in spreads])[types]
    return np.maximum(0, np.rint(random.normal(means, deviations))), types.tolist()


def _growth(sources: list[list[Spread]], sizes: tuple[int, ...]) -> Iterator[Figure]:
    first = 0.0
    for n in sizes:
        disorder, seconds = [], 0.0
        for seed, spreads in enumerate(sources):
            counts, types = drawn(spreads, n, seed)
            started = time.perf_counter()
            x = tfidf(counts)
            found = list(simple_kmeans(x, len(spreads), RESTARTS, seed=1))
            seconds += time.perf_counter() - started
            best = choose(x, found)
            disorder.append(entropy([str(one) for one in types], [int(one) for one in best]))
        first = first or seconds
        yield Figure(f"fig. 9: {n:,} pages a source, entropy", fmean(disorder), None, None, "lower")
        name = f"fig. 10: {n:,} pages a source, time of {sizes[0]}"
        yield Figure(name, seconds / first, n / sizes[0], None, "lower")


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
