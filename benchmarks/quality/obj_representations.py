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

import numpy as np

from upwell.models.pages.kmeans import simple_kmeans
from upwell.models.pages.measures import purity
from upwell.models.pages.quality import choose
from upwell.models.pages.weights import Floats, count_matrix, raw, tfidf, unit_rows

from .figures import Figure, show
from .thor_representations import Group, kinds_of, two_kinds

KEYWORDS = 20  # of a page, the heaviest
REPRESENTATIONS = ("tags", "keywords", "text", "tags and keywords", "tags and text", "random")


def measure(quick: bool = False) -> list[Figure]:
    """Tables 1 and 2."""
    groups = [*kinds_of("swde", "type", owners=True), *kinds_of("big9", "year")]
    if not groups:
        return []
    return [*_shares(groups, 1 if quick else 3), *_signatures()]


def _shares(groups: list[Group], draws: int) -> Iterator[Figure]:
    """Table 1: share of pages in clusters most of which are their kind, and its deviation."""
    for name in REPRESENTATIONS:
        found = []
        for group in groups:
            kinds = len({page.truth for page in group})
            for seed in range(draws):
                drawn = Random(seed).sample(group, min(110, len(group)))
                labels = _labels(name, drawn, kinds, seed)
                found.append(purity([page.truth for page in drawn], labels))
        yield Figure(f"table 1: {name}, pages right", fmean(found), None)
        yield Figure(f"table 1: {name}, deviation", pstdev(found), None, better="lower")


def _labels(name: str, drawn: Group, k: int, seed: int) -> list[int]:
    if name == "random":
        return [Random(seed * 1000 + i).randrange(k) for i in range(len(drawn))]
    x = _vectors(name, drawn)
    found = list(simple_kmeans(x, k, 10, seed=1))
    return [int(label) for label in choose(x, found)]


def _vectors(name: str, drawn: Group) -> Floats:
    """Pages as rows; a mixture holds both parts with equal weight."""
    parts = []
    if "tags" in name:
        parts.append(tfidf(count_matrix([page.tags for page in drawn])[0]))
    if "text" in name or "keywords" in name:
        words = tfidf(count_matrix([page.content for page in drawn])[0])
        parts.append(unit_rows(_heaviest(words)) if "keywords" in name else words)
    return unit_rows(np.hstack(parts))


def _heaviest(rows: Floats) -> Floats:
    """Rows with all but their heaviest weights taken out."""
    kept = np.zeros_like(rows)
    for row, out in zip(rows, kept, strict=True):
        best = np.argsort(-row, kind="stable")[:KEYWORDS]
        out[best] = row[best]
    return kept


def _signatures() -> Iterator[Figure]:
    """Table 2: the average tag signature of answers and of other pages of one source."""
    group = two_kinds()
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
