"""What the paper's tags were held against: other representations, other algorithms."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models.pages.grouping.vectors import relative_tfidf
from upwell.models.pages.signature import Signature
from upwell.models.papers.thor.clustering.average import average_kmeans
from upwell.models.papers.thor.clustering.em import expectation_maximisation
from upwell.models.papers.thor.clustering.kmeans import simple_kmeans
from upwell.models.papers.thor.clustering.measures import adjusted_rand
from upwell.models.papers.thor.clustering.phase import ThorParams, cluster_thor
from upwell.models.papers.thor.clustering.representations import (
    REPRESENTATIONS,
    PageView,
    Representation,
    cluster_by,
    vectors,
)

WORDS = [f"word{i}" for i in range(200)]


def _views() -> tuple[list[str], list[PageView]]:
    """Answers and pages without: apart in tags and size, alike in addresses, new words each."""
    draw, truth, pages = Random(1), [], []
    for i in range(40):
        none = i % 4 == 0
        n = draw.randint(5, 20)
        tags = {"p": 2, "em": 1, "h4": 1} if none else {"li": n, "b": n, "a": n + 4}
        content = dict.fromkeys(draw.sample(WORDS, 6 if none else 3 * n), 1)
        address = f"/search?q={draw.choice(WORDS)}"
        truth.append("none" if none else "list")
        pages.append(PageView({"html": 1, **tags}, content, 300 if none else 900 * n, address))
    return truth, pages


@pytest.mark.parametrize("name", ["TFIDF tags", "raw tags", "tags and keywords"])
def test_tags_tell_answers_from_pages_without(name: Representation) -> None:
    truth, pages = _views()
    assert 1.0 == adjusted_rand(truth, cluster_by(name, pages, k=2, seed=1))


@pytest.mark.parametrize("name", ["URL", "random", "TFIDF content"])
def test_what_says_nothing_of_the_kind_does_not_tell(name: Representation) -> None:
    """Addresses of one form, labels by lot, words of another query each."""
    truth, pages = _views()
    assert adjusted_rand(truth, cluster_by(name, pages, k=2, seed=1)) < 0.5


@pytest.mark.parametrize("name", REPRESENTATIONS)
def test_a_representation_gives_the_same_labels_for_the_same_seed(name: Representation) -> None:
    _, pages = _views()
    labels = cluster_by(name, pages, k=3, seed=4)
    assert labels == cluster_by(name, pages, k=3, seed=4)
    assert set(labels) <= {0, 1, 2}


def test_addresses_of_two_forms_are_two_clusters() -> None:
    pages = [PageView({}, {}, 1, f"http://a.example/item/{i}/view") for i in range(9)]
    pages += [PageView({}, {}, 1, f"http://a.example/search?q=w{i}&p=1") for i in range(5)]
    assert 1.0 == adjusted_rand([0] * 9 + [1] * 5, cluster_by("URL", pages, k=2, seed=1))


def test_parts_of_a_mixture_weigh_the_same() -> None:
    """The similarity of two pages is the mean of that by tags and that by words."""
    _, pages = _views()
    tags, words, both = (
        vectors(name, pages) for name in ("TFIDF tags", "TFIDF content", "tags and content")
    )
    expected = (tags @ tags.T + words @ words.T) / 2
    assert np.allclose(expected, both @ both.T)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 4))
def test_a_page_is_where_it_is_most_similar_on_average(seed: int, k: int) -> None:
    """No page would rather be among the members of another cluster."""
    points = np.random.default_rng(seed).random((12, 2))
    likeness = 1 - np.linalg.norm(points[:, None] - points[None], axis=2) / 2
    labels = average_kmeans(likeness, k, restarts=3, seed=seed)
    kept = [c for c in range(k) if (labels == c).any()]
    means = np.array([likeness[:, labels == c].mean(axis=1) for c in kept])
    own = means[[kept.index(c) for c in labels], np.arange(12)]
    settled = np.isclose(own, means.max(axis=0)).mean()
    assert settled == 1.0


def test_mixtures_part_clusters_of_unlike_width_better_than_means() -> None:
    """A tight cluster beside a wide one: k-means cuts the wide one, the mixture does not."""
    draw = np.random.default_rng(3)
    x = np.vstack([draw.normal(0, 0.05, (60, 2)), draw.normal([1.2, 0], 0.5, (60, 2))])
    truth = [0] * 60 + [1] * 60
    soft = expectation_maximisation(x, 2, 5, seed=1).tolist()
    hard = simple_kmeans(x, 2, 5, seed=1, metric="euclidean")[0].tolist()
    assert adjusted_rand(truth, soft) > adjusted_rand(truth, hard) + 0.05


@pytest.mark.parametrize("algorithm", ["simple", "bisecting", "em"])
@pytest.mark.parametrize("weights", ["tfidf", "raw", "relative"])
def test_every_form_of_the_papers_parts_two_plain_templates(algorithm: str, weights: str) -> None:
    found = [Signature(tags={"html": 1, "li": 10 + i % 3, "b": 2}) for i in range(9)]
    none = [Signature(tags={"html": 1, "p": 2, "em": 1})] * 4
    params = ThorParams(algorithm=algorithm, weights=weights, penalty=0.04)  # type: ignore[arg-type]
    assert [0] * 9 + [1] * 4 == cluster_thor(found + none, params)


def test_a_tag_of_every_page_weighs_nothing_in_objs_form() -> None:
    """And the most frequent tag of a page is the measure of the others."""
    weights = relative_tfidf(np.array([[8.0, 4.0, 2.0], [3.0, 0.0, 0.0]]))
    assert [0.0, 0.0] == weights[:, 0].tolist()
    assert weights[0, 1] == pytest.approx(2 * weights[0, 2])
