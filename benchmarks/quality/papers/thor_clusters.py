"""The paper's comparison in one command: what pages can be clustered by, its cost, and ours.

python -m benchmarks.quality thor_clusters

Made-up sources answer by THOR's four kinds of page; beside them two owners of several sites
(`swde`) and the four years of news sites (`big9`). Every representation is told k; `upwell`, the
running clusters, is not. The second column holds the paper's entropy at 110 pages, measured on its
own 50 sources. Times are multiples of TFIDF tags, on the made-up sources.

References
----------
THOR VIII-A; fig. 7, 8; OBJ 4.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import comb
from random import Random
from statistics import fmean

from upwell.models.pages.clusters.learner import Clusters
from upwell.models.pages.signature import Signature, signature
from upwell.models.papers.thor.clustering.measures import adjusted_rand, entropy
from upwell.models.papers.thor.clustering.phase import cluster_thor
from upwell.models.papers.thor.clustering.representations import REPRESENTATIONS, Representation
from upwell.models.tree.parse import parse

from ..figures import Figure, show
from ..pages.clusters import Sample as Signed
from ..pages.clusters import news, owners
from .made_sites import MadePage, made_site
from .thor_representations import Group, Sample, kinds_of, labels_of, seconds, view
from .tree_edit import tree_edit_distance

PAPER: dict[Representation, float] = {
    "TFIDF tags": 0.04,
    "raw tags": 0.24,
    "TFIDF content": 0.28,
    "raw content": 0.38,
    "size": 0.44,
    "URL": 0.56,
    "random": 0.65,
}
SIZES = (5, 20, 40, 110)


def measure(quick: bool = False) -> list[Figure]:
    """Entropy, agreement and time of every representation."""
    made = [made_site(seed) for seed in range(4 if quick else 12)]
    sources = [[Sample(page.kind, view(page.body, page.url)) for page in site] for site in made]
    real = {
        "own": kinds_of("swde", "type", owners=True),
        "big9": kinds_of("big9", "year"),
    }
    figures = [
        *_sizes(sources),
        *_compared("made-up", sources),
        *_ours("made-up", [_signed(site) for site in made]),
    ]
    for name, groups in real.items():
        if groups:
            figures += _compared(name, groups)
    for name, family in (("own", owners()), ("big9", news())):
        if family:
            figures += _ours(name, list(family.values()))
    return [*figures, *_times(sources), *_tree_edit(made[0])]


def _sizes(sources: list[Group]) -> Iterator[Figure]:
    """Figure 7 with all its curves."""
    for name, paper in PAPER.items():
        for n in SIZES:
            found = []
            for seed, group in enumerate(sources):
                drawn = Random(seed).sample(group, n)
                found.append(entropy([page.truth for page in drawn], labels_of(name, drawn)))
            told = paper if n == max(SIZES) else None
            floor = 0.08 if told and name == "TFIDF tags" else None
            yield Figure(f"fig. 7: {name}, n = {n}", fmean(found), told, floor, "lower")


def _compared(family: str, groups: list[Group]) -> Iterator[Figure]:
    for name in REPRESENTATIONS:
        if name == "URL" and not all(page.view.url for page in groups[0]):
            continue
        found = []
        for seed, group in enumerate(groups):
            drawn = Random(seed).sample(group, min(110, len(group)))
            truth, labels = [page.truth for page in drawn], labels_of(name, drawn)
            found.append((entropy(truth, labels), adjusted_rand(truth, labels)))
        disorder, ari = (fmean(part) for part in zip(*found, strict=True))
        yield Figure(f"{family}: {name}, entropy", disorder, PAPER.get(name), better="lower")
        yield Figure(f"{family}: {name}, ARI", ari, None)


def _ours(family: str, groups: list[list[Signed]]) -> Iterator[Figure]:
    found = []
    for pages in groups:
        clusters = Clusters()
        for page in pages:
            clusters.fold(page.key, page.signature)
        model = clusters.publish()
        assert model is not None
        truth = [page.truth for page in pages]
        labels = [model.assign(page.signature).cluster for page in pages]
        found.append((entropy(truth, labels), adjusted_rand(truth, labels)))
    disorder, ari = (fmean(part) for part in zip(*found, strict=True))
    yield Figure(f"{family}: upwell, not told k, entropy", disorder, None, 0.02, "lower")
    yield Figure(f"{family}: upwell, not told k, ARI", ari, None, 0.9)


def _signed(site: list[MadePage]) -> list[Signed]:
    return [
        Signed(page.url + str(i), page.kind, signature(parse(page.body)))
        for i, page in enumerate(site)
    ]


def _times(sources: list[Group]) -> Iterator[Figure]:
    """Figure 8 at 110 pages."""
    names = [name for name in REPRESENTATIONS if name != "random"]
    took = {name: seconds(name, sources[:4]) for name in names}
    for name in names:
        share = took[name] / took["TFIDF tags"]
        yield Figure(f"fig. 8: time of {name}, of TFIDF tags", share, None, better="lower")


def _tree_edit(site: list[MadePage]) -> Iterator[Figure]:
    """What comparing every two of 110 pages would take, from a few pairs; beside ours for all."""
    trees = [parse(page.body) for page in site]
    lists = [tree for tree, page in zip(trees, site, strict=True) if page.kind == "list"]
    started = time.perf_counter()
    for one, two in zip(lists[:3], lists[3:6], strict=True):
        tree_edit_distance(one, two)
    hours = (time.perf_counter() - started) / 3 * comb(110, 2) / 3600
    yield Figure("tree edit distance of 110 pages, hours", hours, 1.0, better="lower")
    tags = [Signature(tags=signature(tree).tags) for tree in trees]
    started = time.perf_counter()
    cluster_thor(tags)
    spent = time.perf_counter() - started
    yield Figure("TFIDF tags of 110 pages, seconds", spent, 0.1, better="lower")


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
