"""Page clustering in the paper's own form, from signatures to labels (THOR V-C, figure 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from upwell.models.pages.grouping.vectors import (
    Floats,
    Labels,
    count_matrix,
    raw,
    relative_tfidf,
    tfidf,
)
from upwell.models.pages.signature import Signature

from .bisecting import bisecting_kmeans
from .em import expectation_maximisation
from .kmeans import Metric, search
from .quality import choose


@dataclass(frozen=True, slots=True)
class ThorParams:
    """Settings of the paper's clustering; the defaults are the paper's.

    `alphabet` and `penalty` step beyond it: `tag.class` counts, and a price on each cluster.
    """

    alphabet: Literal["tag", "class", "path"] = "tag"
    weights: Literal["tfidf", "raw", "relative"] = "tfidf"  # "relative": OBJ's
    metric: Metric = "cosine"
    algorithm: Literal["simple", "bisecting", "em"] = "simple"  # "em": OBJ's rival
    max_k: int = 6  # M; the paper reports 2 to 5
    restarts: int = 10  # N; the paper's balance of time and quality
    penalty: float = 0.0
    equal: float = 1e-3
    seed: int = 0


def cluster_thor(signatures: Sequence[Signature], params: ThorParams | None = None) -> list[int]:
    """A label for each page: the best clustering over k = 1..M and N restarts.

    Examples
    --------
    >>> answers = [Signature(tags={"html": 1, "li": 10 + i % 3}) for i in range(8)]
    >>> nothing = [Signature(tags={"html": 1, "p": 1})] * 3
    >>> cluster_thor(answers + nothing)
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]

    References
    ----------
    THOR V-C; fig. 5.
    """
    params = params or ThorParams()
    if not signatures:
        return []
    counts = _counts(signatures, params.alphabet)
    x = {"tfidf": tfidf, "raw": raw, "relative": relative_tfidf}[params.weights](counts)
    most = min(params.max_k, len(x))
    if params.algorithm == "simple":
        clusterings = list(search(x, most, params.restarts, params.seed, params.metric))
    else:
        clusterings = [_divided(x, k, params) for k in range(1, most + 1)]
    return _numbered(choose(x, clusterings, params.penalty, params.equal))


def _divided(x: Floats, k: int, params: ThorParams) -> Labels:
    if params.algorithm == "em":
        return expectation_maximisation(x, k, params.restarts, params.seed + k)
    return bisecting_kmeans(x, k, params.restarts, params.seed + k, params.metric)


def _counts(signatures: Sequence[Signature], alphabet: str) -> Floats:
    if alphabet == "path":
        return count_matrix([page.paths for page in signatures])[0]
    if alphabet == "class":
        return count_matrix([page.classes for page in signatures])[0]
    return count_matrix([page.tags for page in signatures])[0]


def _numbered(labels: Labels) -> list[int]:
    """Labels counted from 0 in order of first appearance."""
    number: dict[int, int] = {}
    return [number.setdefault(label, len(number)) for label in labels.tolist()]
