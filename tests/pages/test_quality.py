"""Quality of a clustering and the choice of k."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from upwell.models.pages.grouping.vectors import Floats, Labels, unit_rows
from upwell.models.papers.thor.clustering.kmeans import simple_kmeans
from upwell.models.papers.thor.clustering.quality import choose, printed_quality, quality

PAGES = arrays(float, st.tuples(st.integers(2, 15), st.just(4)), elements=st.integers(1, 9))


def two_classes() -> Floats:
    """80 and 30 pages of two clear classes."""
    draw = np.random.default_rng(0)
    centers = np.repeat([[1.0, 0, 0.1], [0, 1.0, 0.1]], [80, 30], axis=0)
    return unit_rows(np.abs(centers + draw.normal(0, 0.03, centers.shape)))


def best_of(x: Floats, k: int, of: Callable[[Floats, Labels], float]) -> Labels:
    return max(simple_kmeans(x, k, restarts=10, seed=k), key=lambda labels: of(x, labels))


@settings(max_examples=50, deadline=None)
@given(PAGES)
def test_the_length_of_a_centroid_is_the_mean_similarity_to_it(counts: Floats) -> None:
    """THOR V-C: one norm in place of n cosines."""
    x = unit_rows(counts)
    centroid = x.mean(axis=0)
    similarities = x @ centroid / np.linalg.norm(centroid)
    assert quality(x, np.zeros(len(x), int)) == pytest.approx(similarities.mean())


def test_the_printed_quality_chooses_one_cluster_and_the_mean_chooses_two() -> None:
    """Σ of similarities weighted by n_i/n falls with k; the centroid's length rises at k = 2."""
    x = two_classes()
    printed = [printed_quality(x, best_of(x, k, printed_quality)) for k in (1, 2, 3)]
    assert printed == sorted(printed, reverse=True)
    mean = [quality(x, best_of(x, k, quality)) for k in (1, 2, 3)]
    assert mean[1] - mean[0] > 0.1
    assert 0 <= mean[2] - mean[1] < 1e-3


@pytest.mark.parametrize("penalty", [0.0, 0.02, 0.04])
def test_two_clear_classes_are_two_clusters(penalty: float) -> None:
    """80 + 30 pages: k = 2, with a price on clusters and without."""
    x = two_classes()
    clusterings = [labels for k in range(1, 7) for labels in simple_kmeans(x, k, 10, seed=k)]
    chosen = choose(x, clusterings, penalty)
    assert (chosen != chosen[0]).astype(int).tolist() == [0] * 80 + [1] * 30


@settings(max_examples=50, deadline=None)
@given(PAGES, st.data())
def test_quality_grows_with_every_cut(counts: Floats, data: st.DataObject) -> None:
    """Which is why it needs a penalty: a finer clustering never has less."""
    x = unit_rows(counts)
    coarse = np.array(data.draw(st.lists(st.integers(0, 2), min_size=len(x), max_size=len(x))))
    cut = np.array(data.draw(st.lists(st.integers(0, 1), min_size=len(x), max_size=len(x))))
    assert quality(x, coarse) <= quality(x, coarse * 2 + cut) + 1e-12


def test_of_equal_clusterings_the_one_of_fewer_clusters_is_chosen() -> None:
    """Equal pages gain nothing by a second cluster."""
    x = np.ones((4, 1))
    halves = [np.array([0, 0, 1, 1]), np.array([0, 0, 0, 0])]
    assert choose(x, halves).tolist() == [0, 0, 0, 0]
