"""What pages are clustered by: tags against content, size and nothing at all; their time.

python -m benchmarks.quality thor_representations

Groups are two owners of several sites (`swde`) and the four years of each site of `big9`; every
representation is told k, as many as page types. An owner's addresses name the type and news pages
have none, so URLs are held against tags on made-up sources: `thor_clusters`. Times are multiples,
so that they travel; centroids are of a source of `wien` with two kinds of page.

References
----------
THOR V-B, VIII-A; fig. 7, 8, 11; table III, IV.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from random import Random
from statistics import fmean
from typing import NamedTuple

import numpy as np

from upwell.models.pages.grouping.vectors import count_matrix, raw, tfidf
from upwell.models.papers.thor.clustering.measures import entropy
from upwell.models.papers.thor.clustering.representations import (
    PageView,
    Representation,
    cluster_by,
)
from upwell.models.text.terms import terms
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TEXT

from ..datasets import pages, unpacked
from ..figures import Figure, show

SIZES = (20, 110)
TERMS = (250, 500, 1000, 2000)  # distinct terms of a content signature
FIG_7: dict[Representation, float] = {  # entropy at 110 pages, as the paper's text has it
    "TFIDF tags": 0.04,
    "raw tags": 0.24,
    "TFIDF content": 0.28,
    "raw content": 0.38,
    "size": 0.44,
    "random": 0.65,
}


class Sample(NamedTuple):
    """A page and its kind."""

    truth: str
    view: PageView

    @property
    def tags(self) -> Mapping[str, int]:
        """Elements per tag."""
        return self.view.tags

    @property
    def content(self) -> Mapping[str, int]:
        """Stems and how often they occur."""
        return self.view.content


Group = list[Sample]


def measure(quick: bool = False) -> list[Figure]:
    """Figures 7, 8 and 11; tables III and IV."""
    groups = [*kinds_of("swde", "type", owners=True), *kinds_of("big9", "year")]
    if not groups:
        return []
    draws = 1 if quick else 3
    return [
        *_entropies(groups, draws),
        *_times(groups),
        *_growth(groups),
        *_centroids(),
    ]


def labels_of(name: Representation, drawn: Group, seed: int = 1) -> list[int]:
    """Clusters of the pages, as many as they have kinds."""
    k = len({page.truth for page in drawn})
    return cluster_by(name, [page.view for page in drawn], k, seed=seed)


def _entropies(groups: list[Group], draws: int) -> Iterator[Figure]:
    """Figure 7."""
    for name, paper in FIG_7.items():
        for n in SIZES:
            found = [
                entropy([page.truth for page in drawn], labels_of(name, drawn, seed))
                for group in groups
                for seed in range(draws)
                for drawn in [Random(seed).sample(group, min(n, len(group)))]
            ]
            told = paper if n == max(SIZES) else None
            yield Figure(f"fig. 7: {name}, n = {n}, k told", fmean(found), told, better="lower")


def _times(groups: list[Group]) -> Iterator[Figure]:
    """Figure 8: one run of k-means, in runs over as many pages by TFIDF tags."""
    for n in SIZES:
        drawn = [Random(0).sample(group, min(n, len(group))) for group in groups]
        took = {name: seconds(name, drawn) for name in FIG_7 if name != "random"}
        for name, spent in took.items():
            told = 10.0 if n == max(SIZES) and "content" in name else None
            figure = f"fig. 8: time of {name}, n = {n}, of TFIDF tags"
            yield Figure(figure, spent / took["TFIDF tags"], told, better="lower")


def _growth(groups: list[Group]) -> Iterator[Figure]:
    """Figure 11: time by the size of the signature, in times of the smallest."""
    group = max(groups, key=len)[:110]
    common = Counter(term for page in group for term in page.content)
    took = []
    for n in TERMS:
        held = {term for term, _ in common.most_common(n)}
        cut = [
            page._replace(view=page.view._replace(content=_only(page.content, held)))
            for page in group
        ]
        took.append(seconds("TFIDF content", [cut]))
    for n, spent in zip(TERMS, took, strict=True):
        yield Figure(f"fig. 11: {n} terms, time of {TERMS[0]}", spent / took[0], n / TERMS[0])


def _only(content: Mapping[str, int], held: set[str]) -> dict[str, int]:
    return {term: n for term, n in content.items() if term in held}


def seconds(name: Representation, groups: list[Group]) -> float:
    """Least time of five for weighing pages and one run of k-means over them."""
    best = float("inf")
    for _ in range(5):
        started = time.perf_counter()
        for group in groups:
            cluster_by(name, [page.view for page in group], 3, restarts=1)
        best = min(best, time.perf_counter() - started)
    return best


def _centroids() -> Iterator[Figure]:
    """Tables III and IV: the tags that weigh most in the mean page of either kind."""
    group = two_kinds()
    if not group:
        return
    counts, tags = count_matrix([page.tags for page in group])
    kinds = sorted({page.truth for page in group}, reverse=True)
    for number, rows in (("III", tfidf(counts)), ("IV", raw(counts))):
        means = [rows[[page.truth == kind for page in group]].mean(axis=0) for kind in kinds]
        units = [mean / np.linalg.norm(mean) for mean in means]
        heaviest = np.argsort(-np.maximum.reduce(units), kind="stable")[:5]
        for tag in heaviest.tolist():
            for kind, unit in zip(kinds, units, strict=True):
                yield Figure(f"table {number}: <{tags[tag]}>, {kind}", float(unit[tag]), None)


def two_kinds() -> Group:
    """The first source with at least two pages of either kind; no page when there is none."""
    for group in kinds_of("wien", "type"):
        if len(counts := Counter(page.truth for page in group)) == 2 and min(counts.values()) > 1:
            return group
    return []


def kinds_of(archive: str, truth: str, owners: bool = False) -> list[Group]:
    """Pages of the sites, or owners of several sites, that have more than one kind of page."""
    root = unpacked(archive)
    if root is None:
        return []
    named = Counter(site.name.rpartition("-")[2] for site in root.iterdir())
    groups: dict[str, Group] = defaultdict(list)
    for page in pages(root):
        name = page.site.rpartition("-")[2] if owners else page.site
        if owners and named[name] < 2:
            continue
        groups[name].append(Sample(str(page.truth.get(truth)), view(page.body)))
    return [group for group in groups.values() if len({page.truth for page in group}) > 1]


def view(body: bytes, url: str = "") -> PageView:
    """A page in every representation."""
    tree = parse(body)
    text = " ".join(text for text in tree.text if text)
    tags = Counter(tag for tag in tree.tag if tag != TEXT)
    return PageView(tags, Counter(terms(text, tree.language)), len(body), url)


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
