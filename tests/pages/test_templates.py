"""Linkage, envelopes, the template gap and merging by it."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from upwell.models.pages.clusters.learner import Clusters
from upwell.models.pages.grouping.envelopes import envelope, outside
from upwell.models.pages.grouping.gap import template_gaps
from upwell.models.pages.grouping.linkage import average_linkage
from upwell.models.pages.grouping.merging import templates
from upwell.models.pages.grouping.vectors import Floats, unit_rows
from upwell.models.pages.params import ClusterParams
from upwell.models.pages.signature import Signature

COUNTS = arrays(float, st.tuples(st.integers(2, 9), st.just(5)), elements=st.integers(0, 6))


def naive_linkage(x: Floats, k: int) -> list[int]:
    """Mean distance over all pairs of pages, computed anew at each step."""
    distance = np.maximum(0, 1 - x @ x.T).round(9)
    groups = [[i] for i in range(len(x))]
    while len(groups) > k:
        mean = {
            (a[0], b[0]): round(float(np.mean([distance[i, j] for i in a for j in b])), 7)
            for a, b in combinations(groups, 2)
        }
        least = min(mean, key=lambda pair: (mean[pair], pair))
        first, second = (next(g for g in groups if g[0] == name) for name in least)
        groups.remove(second)
        first.extend(second)
        first.sort()
    label = {row: group[0] for group in groups for row in group}
    return [label[row] for row in range(len(x))]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 10), st.integers(1, 4))
def test_running_distances_are_means_over_pairs(seed: int, n: int, k: int) -> None:
    """Lance-Williams gives the groups of the plain definition."""
    x = unit_rows(np.random.default_rng(seed).random((n, 6)))
    assert naive_linkage(x, min(k, n)) == average_linkage(x, min(k, n)).tolist()


@settings(max_examples=60, deadline=None)
@given(COUNTS)
def test_most_pages_lie_inside_their_own_envelope(counts: Floats) -> None:
    """Without a margin the distance of a page to its group's envelope is 0."""
    x = np.log1p(counts)
    low, high, median = (part[None] for part in envelope(x, band=0.0))
    assert [0.0] * len(x) == outside(x, np.zeros(len(x)), low, high, median)[:, 0].tolist()


@settings(max_examples=60, deadline=None)
@given(COUNTS, st.sampled_from([0.0, 0.25]))
def test_the_gap_is_symmetric_within_0_and_1_and_0_to_itself(counts: Floats, bite: float) -> None:
    """Gaps of single pages to each other."""
    x = np.log1p(counts)
    gaps = np.stack([template_gaps(x, x, x, i, bite) for i in range(len(x))])
    assert gaps.tolist() == gaps.T.tolist()
    assert 0 <= gaps.min() <= gaps.max() <= 1
    assert [0.0] * len(x) == gaps.diagonal().tolist()


def test_options_and_list_lengths_make_no_gap() -> None:
    """A block on some pages of both groups and a list of any length are one template."""
    a = envelope(np.log1p(np.array([[5.0, 0, 3], [5, 2, 9], [5, 2, 20]])), band=0.1)
    b = envelope(np.log1p(np.array([[5.0, 0, 4], [5, 0, 7], [5, 2, 30]])), band=0.1)
    low, high, median = (np.stack(part) for part in zip(a, b, strict=True))
    assert template_gaps(low, high, median, 0, bite=0.25).tolist() == [0.0, 0.0]


def test_groups_without_a_common_tag_share_nothing() -> None:
    """The gap of disjoint templates is 1."""
    x = np.log1p(np.array([[5.0, 2, 0, 0], [0, 0, 1, 7]]))
    assert template_gaps(x, x, x, 0, bite=0.25).tolist() == [0.0, 1.0]


@pytest.mark.parametrize("n_none", [3, 8, 40])
def test_lists_of_all_lengths_are_one_template_and_the_empty_page_another(n_none: int) -> None:
    """No k is told, and a rare class is found as a frequent one."""
    lists = [[5.0, 1, n, n, 2 * n, 0, 0] for n in range(2, 32)]
    none = [[5.0, 0, 0, 0, 0, 1, 4]] * n_none
    groups = templates(np.array(lists + none), ClusterParams())
    expected = {tuple(range(30)), tuple(range(30, 30 + n_none))}
    assert expected == {tuple(rows.tolist()) for rows in groups}


@settings(max_examples=40, deadline=None)
@given(COUNTS)
def test_templates_are_a_partition_and_the_largest_is_first(counts: Floats) -> None:
    """Each row is in one group."""
    groups = templates(counts, ClusterParams())
    assert list(range(len(counts))) == sorted(row for rows in groups for row in rows.tolist())
    sizes = [len(rows) for rows in groups]
    assert sizes == sorted(sizes, reverse=True)


def test_lists_of_one_and_of_many_are_one_template_where_an_item_has_many_classes() -> None:
    """A dozen tokens that repeat with every item are a dozen times the same evidence."""
    frame = [3.0] * 35
    many = [[*frame, 1, *[float(n)] * 12] for n in range(3, 23)]
    one = [[*frame, 1, *[1.0] * 12]] * 10
    groups = templates(np.array(many + one), ClusterParams())
    assert [list(range(30))] == [rows.tolist() for rows in groups]


def test_classes_made_up_for_each_page_give_way_to_paths() -> None:
    """Most classes of a page no other page has; the paths tell two templates."""
    clusters = Clusters()
    for i in range(24):
        made_up = {f"div.{chr(97 + i)}{name}": 3 for name in "pqrstu"}
        classes = {"html": 1, "body": 1, "div.frame": 4, **made_up}
        clusters.fold(str(i), Signature(classes=classes, paths={1: 1, 2 + i % 2: 9, 4 + i % 2: 9}))
    model = clusters.publish()
    assert model is not None
    assert "path" == model.alphabet
    assert [12, 12] == [cluster.n_pages for cluster in model.clusters]
