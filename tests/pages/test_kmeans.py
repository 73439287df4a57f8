"""Simple and bisecting k-means against the figures they come from."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from upwell.models.pages.grouping.vectors import Floats, unit_rows
from upwell.models.papers.thor.clustering.bisecting import bisecting_kmeans
from upwell.models.papers.thor.clustering.kmeans import Metric, settle, simple_kmeans

PAGES = arrays(float, st.tuples(st.integers(3, 12), st.just(4)), elements=st.integers(0, 5))


def naive(x: Floats, start: list[int], metric: str, rounds: int) -> list[int]:
    """Figure 3 as written, one run, page by page."""
    centers = [x[i] for i in start]
    labels: list[int] = []
    for _ in range(rounds):
        nearest = []
        for page in x:
            if metric == "cosine":
                far = [1 - page @ c / max(float(np.linalg.norm(c)), 1e-12) for c in centers]
            else:
                far = [float(((page - c) ** 2).sum()) for c in centers]
            far = [round(float(d), 9) for d in far]
            nearest.append(far.index(min(far)))
        if nearest == labels:
            break
        labels = nearest
        for i in range(len(centers)):
            own = [page for page, label in zip(x, labels, strict=True) if label == i]
            if own:
                centers[i] = np.mean(own, axis=0)
    return labels


@settings(max_examples=60, deadline=None)
@given(PAGES, st.integers(1, 3), st.sampled_from(["cosine", "euclidean"]), st.data())
def test_all_restarts_at_once_are_the_runs_one_by_one(
    counts: Floats, k: int, metric: Metric, data: st.DataObject
) -> None:
    """Every row of `settle` is what figure 3 gives from the same first centers."""
    x = unit_rows(counts + 0.5)
    starts = [data.draw(st.permutations(range(len(x))))[:k] for _ in range(3)]
    expected = [naive(x, start, metric, rounds=20) for start in starts]
    assert expected == settle(x, np.array(starts), metric, rounds=20).tolist()


def test_the_seed_decides() -> None:
    """Equal seeds give equal labels, and other seeds other first centers."""
    x = unit_rows(np.random.default_rng(0).random((40, 6)))
    first = simple_kmeans(x, 4, restarts=3, seed=1)
    assert first.tolist() == simple_kmeans(x, 4, restarts=3, seed=1).tolist()
    assert first.tolist() != simple_kmeans(x, 4, restarts=3, seed=2).tolist()


def test_a_run_ends_where_no_page_would_move() -> None:
    """Each page is nearest to the centroid of its own cluster when a run has settled."""
    x = unit_rows(np.random.default_rng(3).random((50, 5)))
    labels = simple_kmeans(x, 3, restarts=1, seed=0, rounds=500)[0]
    centroids = unit_rows(np.stack([x[labels == c].mean(axis=0) for c in range(3)]))
    assert labels.tolist() == (x @ centroids.T).argmax(axis=1).tolist()


@settings(max_examples=40, deadline=None)
@given(PAGES, st.integers(1, 5))
def test_bisecting_gives_k_clusters_while_pages_differ(counts: Floats, k: int) -> None:
    """There are min(k, distinct pages) clusters."""
    x = unit_rows(counts + np.array([0.5, 0, 0, 0]))
    distinct = len(np.unique(x.round(9), axis=0))
    assert min(k, distinct) == len(set(bisecting_kmeans(x, k, iterations=8, seed=0).tolist()))


def test_bisecting_divides_the_largest() -> None:
    """The first division sets the small class apart, the next goes through the large one."""
    large = [[1.0, 0.02 * i, 0.0] for i in range(9)]
    x = unit_rows(np.array([*large, [0, 0, 1], [0, 0.1, 1]], float))
    assert bisecting_kmeans(x, 2, iterations=10, seed=0).tolist() == [0] * 9 + [1] * 2
    three = bisecting_kmeans(x, 3, iterations=10, seed=0).tolist()
    assert len(set(three[:9])) == 2
    assert len(set(three[9:])) == 1
