"""What a page may be clustered by: the paper's tags, and the rivals it was held against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, get_args

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from upwell.models.pages.grouping.vectors import Floats, Labels, count_matrix, raw, tfidf, unit_rows

from .average import average_kmeans
from .kmeans import simple_kmeans
from .quality import choose

Representation = Literal[
    "TFIDF tags",
    "raw tags",
    "TFIDF content",
    "raw content",
    "keywords",
    "tags and keywords",
    "tags and content",
    "URL",
    "size",
    "random",
]
REPRESENTATIONS: tuple[Representation, ...] = get_args(Representation)
KEYWORDS = 20  # of a page, the heaviest


class PageView(NamedTuple):
    """A page as each representation sees it."""

    tags: Mapping[str, int]
    content: Mapping[str, int]
    size: int
    url: str = ""


def cluster_by(
    name: Representation, pages: Sequence[PageView], k: int, restarts: int = 10, seed: int = 0
) -> list[int]:
    """Labels of k clusters, the best of the restarts.

    Examples
    --------
    >>> found = [PageView({"li": 9}, {"otter": 2, "pond": i}, 900, f"/s?q={i}") for i in range(4)]
    >>> none = [PageView({"p": 1}, {"sorry": 1, "nothing": 1}, 90, f"/s?q=x{i}") for i in range(2)]
    >>> cluster_by("size", found + none, k=2)[3:5] in ([0, 1], [1, 0])
    True

    Reading
    -------
    Bytes have no angle: of runs over sizes the one of least spread is taken. URLs have no mean:
    pages go where they are most alike on average.

    References
    ----------
    THOR V-B; THOR VIII-A; OBJ 4.
    """
    if name == "random":
        picks = np.random.default_rng(seed).integers(0, k, len(pages))
        return [int(label) for label in picks]
    if name == "URL":
        urls = [page.url for page in pages]
        likeness = cdist(urls, urls, scorer=Levenshtein.normalized_similarity)
        return [int(one) for one in average_kmeans(likeness.astype(float), k, restarts, seed)]
    x = vectors(name, pages)
    if name == "size":
        runs = simple_kmeans(x, k, restarts, seed, metric="euclidean")
        return [int(label) for label in min(runs, key=lambda run: _spread(x, run))]
    return [int(label) for label in choose(x, list(simple_kmeans(x, k, restarts, seed)))]


def vectors(name: Representation, pages: Sequence[PageView]) -> Floats:
    """Pages as rows of length one, a mixture's parts with equal weight; sizes as they are.

    Reading
    -------
    OBJ's "top keywords" are taken to be the twenty heaviest terms of a page.

    References
    ----------
    OBJ 4.
    """
    if name == "size":
        return np.array([[float(page.size)] for page in pages])
    weighted = raw if name.startswith("raw") else tfidf
    parts = []
    if "tags" in name:
        parts.append(weighted(count_matrix([page.tags for page in pages])[0]))
    if "content" in name or "keywords" in name:
        words = weighted(count_matrix([page.content for page in pages])[0])
        parts.append(unit_rows(_heaviest(words)) if "keywords" in name else words)
    return unit_rows(np.hstack(parts)) if len(parts) > 1 else parts[0]


def _heaviest(rows: Floats) -> Floats:
    """Rows with all but their heaviest weights taken out."""
    best = np.argsort(-rows, axis=1, kind="stable")[:, :KEYWORDS]
    kept = np.zeros_like(rows)
    np.put_along_axis(kept, best, np.take_along_axis(rows, best, axis=1), axis=1)
    return kept


def _spread(x: Floats, labels: Labels) -> float:
    return sum(float(np.var(x[labels == label]) * (labels == label).sum()) for label in set(labels))
