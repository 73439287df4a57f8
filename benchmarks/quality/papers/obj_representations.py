"""The first experiment of OBJ: which part of a page tells its template, and mixtures of both.

python -m benchmarks.quality obj_representations

A page is right when most of its cluster are of its kind. OBJ adds keywords and whole texts to tags;
its own numbers are lost in the copy. Groups are those of `thor_representations`.

References
----------
OBJ 4; table 1, 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from statistics import fmean, pstdev

from upwell.models.pages.grouping.vectors import Floats, Labels, count_matrix, raw, tfidf
from upwell.models.papers.thor.clustering.em import expectation_maximisation
from upwell.models.papers.thor.clustering.kmeans import simple_kmeans
from upwell.models.papers.thor.clustering.measures import purity
from upwell.models.papers.thor.clustering.quality import choose
from upwell.models.papers.thor.clustering.representations import Representation

from ..figures import Figure, show
from .thor_representations import Group, kinds_of, labels_of, two_kinds

REPRESENTATIONS: dict[str, Representation] = {
    "tags": "TFIDF tags",
    "keywords": "keywords",
    "text": "TFIDF content",
    "tags and keywords": "tags and keywords",
    "tags and text": "tags and content",
    "random": "random",
}


def measure(quick: bool = False) -> list[Figure]:
    """Tables 1 and 2."""
    groups = [*kinds_of("swde", "type", owners=True), *kinds_of("big9", "year")]
    if not groups:
        return []
    return [*_shares(groups, 1 if quick else 3), *_mixtures(groups), *_signatures()]


def _shares(groups: list[Group], draws: int) -> Iterator[Figure]:
    """Table 1: share of pages in clusters most of which are their kind, and its deviation."""
    for name in REPRESENTATIONS:
        found = []
        for group in groups:
            for seed in range(draws):
                drawn = Random(seed).sample(group, min(110, len(group)))
                labels = labels_of(REPRESENTATIONS[name], drawn, seed)
                found.append(purity([page.truth for page in drawn], labels))
        yield Figure(f"table 1: {name}, pages right", fmean(found), None)
        yield Figure(f"table 1: {name}, deviation", pstdev(found), None, better="lower")


def _mixtures(groups: list[Group]) -> Iterator[Figure]:
    """k-means beside expectation maximisation, over the number of clusters."""
    for k in (2, 3, 4, 5):
        for name, cluster in (("k-means", _means), ("EM", expectation_maximisation)):
            found = []
            for group in groups:
                drawn = Random(1).sample(group, min(110, len(group)))
                x = tfidf(count_matrix([page.tags for page in drawn])[0])
                found.append(purity([page.truth for page in drawn], cluster(x, k, 10, 1).tolist()))
            yield Figure(f"tags by {name}, k = {k}, pages right", fmean(found), None)


def _means(x: Floats, k: int, restarts: int, seed: int) -> Labels:
    return choose(x, list(simple_kmeans(x, k, restarts, seed)))


def _signatures() -> Iterator[Figure]:
    """Table 2: the average tag signature of answers and of other pages of one source."""
    group = two_kinds()
    if not group:
        return
    counts, tags = count_matrix([page.tags for page in group])
    rows, common = raw(counts), Counter(tag for page in group for tag in page.tags)
    for tag, _ in sorted(common.most_common(8)):
        for kind in sorted({page.truth for page in group}, reverse=True):
            mean = rows[[page.truth == kind for page in group], tags.index(tag)].mean()
            yield Figure(f"table 2: <{tag}>, {kind}", float(mean), None)


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
