"""Stored centroids of the kinds of page: what they are, and which page goes to which."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from upwell.models.pages.clusters.model import ClusterModel, bag
from upwell.models.pages.grouping.vectors import count_matrix, tfidf

from .test_clusters import Build, learn, published


def test_a_stored_centroid_is_the_mean_of_its_pages_weights(site: Build) -> None:
    """The similarity to it is THOR's, with the inverse page frequencies of the clustering."""
    learner, _ = learn(site(list=40, none=10, error=5))
    model = published(learner)
    held = [page for _, page in sorted(learner.state.sample.items())]
    counts, _ = count_matrix([bag(page.signature, model.alphabet) for page in held])
    weights, ids = tfidf(counts), np.array([page.id for page in held])
    for at, cluster in enumerate(model.clusters):
        centroid = weights[ids == cluster.id].mean(0)
        centroid /= np.linalg.norm(centroid)
        expected = weights @ centroid
        found = [model.similarities(page.signature)[at] for page in held]
        assert expected == pytest.approx(np.array(found), abs=0.02)
        assert expected[ids == cluster.id].mean() == pytest.approx(cluster.alike, abs=1e-3)
        assert model.heaviest(cluster.id)


def test_a_page_goes_to_the_nearest_centroid_among_envelopes_that_are_near_enough(
    site: Build,
) -> None:
    clusters, _ = learn(site(list=40, none=10, error=5))
    model = published(clusters)
    loose = _with_an_envelope_around_everything(model)
    for kind, _, signature in site(list=3, none=3):
        found = model.assign(signature).cluster
        assert found != loose.clusters[-1].id, kind
        assert found == model.assign(signature, "centroid").cluster
        assert found == loose.assign(signature).cluster
        assert loose.clusters[-1].id == loose.assign(signature, "envelope").cluster
    for _, _, signature in site(detail=3):
        assert not model.assign(signature).fits


def _with_an_envelope_around_everything(model: ClusterModel) -> ClusterModel:
    """The model, the pages of its last cluster so different that any page lies among them."""
    n, last = len(model.tokens), model.clusters[-1]
    centroid = np.zeros(n, "<f2")
    centroid[last.places] = np.frombuffer(last.centroid, "<f2")
    wide = msgspec.structs.replace(
        last, limit=1.0, places=list(range(n)), low=[0] * n, high=[9999] * n, median=[1] * n,
        centroid=centroid.tobytes(),
    )  # fmt: skip
    return msgspec.structs.replace(model, clusters=[*model.clusters[:-1], wide])
