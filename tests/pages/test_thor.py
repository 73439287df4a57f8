"""The paper's clustering end to end."""

from __future__ import annotations

from typing import Literal

import pytest

from upwell.models.pages.signature import Signature
from upwell.models.papers.thor.clustering.kmeans import Metric
from upwell.models.papers.thor.clustering.measures import adjusted_rand
from upwell.models.papers.thor.clustering.phase import ThorParams, cluster_thor

Algorithm = Literal["simple", "bisecting"]
Weighting = Literal["tfidf", "raw"]


def pages(kinds: dict[str, dict[str, int]], each: int) -> tuple[list[str], list[Signature]]:
    """`each` pages of every kind; the counts of tokens above one vary a little."""
    classes, signatures = [], []
    for kind, counts in kinds.items():
        for i in range(each):
            bag = {token: n + i % 3 if n > 1 else n for token, n in counts.items()}
            tags: dict[str, int] = {}
            for token, n in bag.items():
                tag = token.partition(".")[0]
                tags[tag] = tags.get(tag, 0) + n
            classes.append(kind)
            signatures.append(Signature(classes=bag, tags=tags))
    return classes, signatures


TAGS = {
    "many": {"html": 1, "table": 1, "tr": 9, "td": 30, "a": 12},
    "none": {"html": 1, "p": 2, "i": 1, "a": 3},
}


@pytest.mark.parametrize("algorithm", ["simple", "bisecting"])
@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
@pytest.mark.parametrize("weights", ["tfidf", "raw"])
def test_two_templates_are_told_apart_in_every_form(
    algorithm: Algorithm, metric: Metric, weights: Weighting
) -> None:
    """Tags that differ in kind separate whatever the algorithm, metric and weights."""
    classes, signatures = pages(TAGS, each=12)
    params = ThorParams(algorithm=algorithm, metric=metric, weights=weights, max_k=2)
    assert adjusted_rand(classes, cluster_thor(signatures, params)) == 1.0


def test_pages_of_div_alone_need_their_classes() -> None:
    """The paper's alphabet sees one tag and nothing else; `tag.class` separates."""
    kinds = {
        "list": {"div.hits": 1, "div.hit": 8, "div.menu": 3},
        "none": {"div.sorry": 1, "div.tip": 8, "div.menu": 3},
    }
    classes, signatures = pages(kinds, each=10)
    assert adjusted_rand(classes, cluster_thor(signatures)) == 0.0
    by_class = ThorParams(alphabet="class", max_k=2)
    assert adjusted_rand(classes, cluster_thor(signatures, by_class)) == 1.0


def test_one_tag_on_some_pages_weighs_more_than_tags_of_all_pages() -> None:
    """A single `b` around the single result tells it from no result, by TFIDF only."""
    frame = {"html": 1, "table": 1, "tr": 40, "td": 80, "a": 60}
    single = [Signature(tags={**frame, "a": 60 - i, "b": 1}) for i in range(8)]
    nothing = [Signature(tags={**frame, "a": 60 - i}) for i in range(8)]
    classes = ["single"] * 8 + ["none"] * 8
    two = ThorParams(max_k=2)
    assert adjusted_rand(classes, cluster_thor(single + nothing, two)) == 1.0
    raw = ThorParams(max_k=2, weights="raw")
    assert adjusted_rand(classes, cluster_thor(single + nothing, raw)) < 0.5


def test_labels_follow_first_appearance_and_the_seed() -> None:
    """The same pages and seed give the same labels, counted from 0."""
    _, signatures = pages(TAGS, each=6)
    labels = cluster_thor(signatures)
    assert labels[0] == 0
    assert labels == cluster_thor(signatures)
    assert cluster_thor([]) == []
