"""Groups of one or two pages: when they belong to a template, and when they stand alone."""

from __future__ import annotations

import numpy as np
import pytest

from upwell.models.pages.clusters.learner import Clusters
from upwell.models.pages.grouping.small_groups import hosts
from upwell.models.pages.params import ClusterParams
from upwell.models.pages.signature import Signature

# counts of nine parts; two templates that share the first, and what a lone page may be
ONE = [9, 9, 9, 9, 0, 0, 0, 0, 0]
OTHER = [9, 0, 0, 0, 0, 9, 9, 9, 0]
CASES = {
    "one of the first kind with a part of its own": ([9, 9, 9, 9, 5, 0, 0, 0, 0], 50, {2: 0}),
    "one of the second kind that lacks a part": ([9, 0, 0, 0, 0, 9, 9, 0, 0], 50, {2: 1}),
    "between the two": ([9, 9, 9, 0, 0, 9, 9, 0, 0], 50, {}),
    "like neither": ([0, 0, 0, 0, 0, 0, 0, 0, 9], 50, {}),
    "one of the first kind, but poor: without matches": ([9, 9, 9, 9, 5, 0, 0, 0, 0], 20, {}),
}


@pytest.mark.parametrize("case", CASES)
def test_a_lone_page_goes_where_it_clearly_belongs(case: str) -> None:
    """Near to one template, far from the next, as rich as it is."""
    lone, terms, expected = CASES[case]
    x = np.log1p(np.array([ONE] * 5 + [OTHER] * 5 + [lone], float))
    groups = [np.arange(5), np.arange(5, 10), np.array([10])]
    assert expected == hosts(x, groups, [50] * 10 + [terms], ClusterParams())


@pytest.mark.parametrize(
    ("lone", "expected"),
    [([9, 9, 9, 9, 5, 0, 0, 0, 0], {1: 0}), ([9, 9, 9, 0, 5, 0, 0, 0, 0], {})],
    ids=["all it has and more", "a part exchanged"],
)
def test_where_there_is_no_other_template_a_lone_page_must_have_all_of_it(
    lone: list[int], expected: dict[int, int]
) -> None:
    """Without contrast only an addition is an option."""
    x = np.log1p(np.array([ONE] * 5 + [lone], float))
    assert expected == hosts(x, [np.arange(5), np.array([5])], [50] * 6, ClusterParams())


def test_three_pages_are_a_template_and_go_nowhere() -> None:
    """The quorum."""
    x = np.log1p(np.array([ONE] * 5 + [OTHER] * 5 + [[9, 9, 9, 9, 5, 0, 0, 0, 0]] * 3, float))
    groups = [np.arange(5), np.arange(5, 10), np.arange(10, 13)]
    assert hosts(x, groups, [50] * 13, ClusterParams()) == {}


def test_a_template_of_few_pages_takes_nothing_in() -> None:
    """Of four pages too little is known."""
    x = np.log1p(np.array([ONE] * 4 + [OTHER] * 5 + [[9, 9, 9, 9, 5, 0, 0, 0, 0]], float))
    groups = [np.arange(4), np.arange(4, 9), np.array([9])]
    assert hosts(x, groups, [50] * 10, ClusterParams()) == {}


def _page(parts: dict[str, int]) -> Signature:
    return Signature(classes={"div.frame": 3, **parts}, terms=50, fanout=5, size=900)


def test_a_fragment_shares_the_id_and_leaves_the_envelope_alone() -> None:
    """Its host reads pages as if the fragment had never been there; the fragment does not fit."""
    articles = [_page({"h1.title": 1, "p.text": 20 + i, "li.tag": 4}) for i in range(12)]
    lists = [_page({"ul.hits": 1, "li.hit": 10 + i, "a.more": 10 + i}) for i in range(12)]
    lone = _page({"h1.title": 1, "p.text": 25, "li.tag": 4, "td.fact": 30})
    without, with_it = Clusters(), Clusters()
    for i, pair in enumerate(zip(articles, lists, strict=True)):
        for page in pair:
            without.fold(f"{i} {sorted(page.classes)}", page)
            with_it.fold(f"{i} {sorted(page.classes)}", page)
    with_it.fold("lone", lone)
    before, after = without.publish(), with_it.publish()
    assert before is not None
    assert after is not None
    assert 2 == len(before.clusters) == len(after.clusters)
    assert before.clusters[0].high == after.clusters[0].high
    assert before.assign(lone) == after.assign(lone)
    assert not after.assign(lone).fits
    assert after.assign(lone).cluster == with_it.fold("lone", lone)


def test_ten_pages_a_template_are_not_split_by_their_oddities() -> None:
    """Four templates of ten pages each, one page of each with a block of its own: four clusters."""
    clusters, draw = Clusters(), np.random.default_rng(1)
    for kind in "abcd":
        for i in range(10):
            own = {f"div.{kind}{name}": int(draw.integers(2, 6)) for name in "uvwxyz"}
            odd = {f"div.{kind}odd": 30, f"p.{kind}odd": 9} if i == 7 else {}
            clusters.fold(f"{kind} {i}", _page({**own, **odd}))
    model = clusters.publish()
    assert model is not None
    assert [10] * 4 == [cluster.n_pages for cluster in model.clusters]
