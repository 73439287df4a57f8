"""Sample, ids, ranking, weights and measures."""

from __future__ import annotations

from collections import Counter
from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models.pages.clusters.ranking import Richness, ranks, recommended, scores
from upwell.models.pages.clusters.stable_ids import inherit, resolve
from upwell.models.pages.grouping.vectors import Labels, count_matrix, tfidf
from upwell.models.papers.thor.clustering.measures import adjusted_rand, entropy, purity
from upwell.models.sample.retained import retained

IDS = st.dictionaries(st.integers(0, 999), st.integers(0, 5), max_size=60)
PAIRS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=40)


@given(IDS, st.integers(0, 10), st.integers(1, 4))
def test_the_lowest_hashes_of_all_and_of_each_id_stay(
    ids: dict[int, int], sample: int, keep: int
) -> None:
    """And nothing else."""
    lowest = set(sorted(ids)[:sample])
    rare = {h for h in ids if sum(ids[g] == ids[h] and g < h for g in ids) < keep}
    assert lowest | rare == retained(ids, sample, keep, most=6)


@given(IDS)
def test_what_stays_stays_when_asked_again(ids: dict[int, int]) -> None:
    """Retention of a retained sample keeps it whole."""
    stay = retained(ids, 10, 2, most=3)
    assert len(stay) <= 10 + 2 * 3
    once = {h: ids[h] for h in stay}
    assert stay >= retained(once, 10, 2, most=3)
    assert set(sorted(ids)[:10]) <= stay


SAMPLES = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=40
)  # (id told, id now, group)


def grouped(pages: list[tuple[int, int, int]]) -> list[Labels]:
    found = sorted({group for *_, group in pages})
    return [np.array([i for i, (*_, g) in enumerate(pages) if g == group]) for group in found]


@given(SAMPLES)
def test_ids_are_handed_on_once_and_new_ones_were_never_used(
    pages: list[tuple[int, int, int]],
) -> None:
    """Each group has an id of its own: one that its pages know, or one from `next_id` on."""
    groups = grouped(pages)
    names = inherit(groups, [told for told, *_ in pages], [now for _, now, _ in pages], next_id=5)
    assert len(groups) == len(set(names.ids))
    assert all(
        id_ >= 5 or id_ in {id_ for row in rows for id_ in pages[row][:2]}
        for id_, rows in zip(names.ids, groups, strict=True)
    )
    assert not set(names.leads) & set(names.ids)
    assert set(names.leads.values()) <= set(names.ids)


@given(SAMPLES)
def test_no_naming_changes_what_fewer_pages_were_told(pages: list[tuple[int, int, int]]) -> None:
    """Of the pages told one id, all in the largest part stay; tried against every other way."""
    groups = grouped(pages)
    told = [id_ for id_, *_ in pages]
    names = inherit(groups, told, [now for _, now, _ in pages], next_id=5)
    name_of = {row: id_ for id_, rows in zip(names.ids, groups, strict=True) for row in rows}
    kept = sum(resolve(names.leads, id_) == name_of[row] for row, id_ in enumerate(told))
    pairs = Counter((id_, group) for id_, _, group in pages)
    most = sum(max(pairs[id_, group] for group in range(5)) for id_ in set(told))
    assert most == kept


def test_vanished_ids_follow_most_of_their_pages() -> None:
    """Through any number of steps."""
    groups = [np.arange(4), np.arange(4, 6)]
    names = inherit(groups, answered=[1, 1, 2, 2, 2, 0], now=[1, 1, 2, 2, 2, 0], next_id=3)
    assert ([1, 0], {2: 1}) == (names.ids, names.leads)
    assert resolve({**names.leads, 1: 3}, 2) == 3


@pytest.mark.parametrize(
    ("richness", "first"),
    [
        # (pages per cluster, the cluster that should come first)
        ({0: [(300, 20, 9000)], 1: [(40, 12, 3000)]}, 0),
        ({0: [(90, 10, 3000)], 1: [(90, 10, 9000)]}, 1),  # bytes decide
        ({0: [(50, 50, 3000)], 1: [(300, 20, 9000)]}, 1),  # fanout alone does not
    ],
)
def test_rich_clusters_come_first(
    richness: dict[int, list[tuple[int, int, int]]], first: int
) -> None:
    """Terms, fanout and bytes together (THOR V-D)."""
    pages = {c: [Richness(*page) for page in rows] for c, rows in richness.items()}
    assert [first] == recommended(ranks(scores(pages)), m=1)


def test_the_scale_of_a_criterion_is_of_no_consequence() -> None:
    """Bytes in kilobytes rank as bytes do."""
    pages = {0: [Richness(10, 3, 4000)], 1: [Richness(30, 2, 2000)], 2: [Richness(5, 9, 1000)]}
    scaled = {c: [page._replace(size=page.size // 1000) for page in p] for c, p in pages.items()}
    assert scores(pages) == scores(scaled)


def test_weights_are_the_papers() -> None:
    """ln(tf + 1) · ln((n + 1)/n_k), then length one."""
    bags = [{"a": 2, "b": 1}, {"a": 1}, {"a": 4, "c": 3}]
    counts, tokens = count_matrix(bags)
    n = {token: sum(token in bag for bag in bags) for token in tokens}
    expected = [[log(bag.get(t, 0) + 1) * log(4 / n[t]) for t in tokens] for bag in bags]
    lengths = [sum(w * w for w in row) ** 0.5 for row in expected]
    rows = [[w / length for w in row] for row, length in zip(expected, lengths, strict=True)]
    assert np.array(rows) == pytest.approx(tfidf(counts))


@settings(max_examples=60)
@given(PAIRS)
def test_measures_do_not_depend_on_names_and_know_the_perfect_clustering(
    pairs: list[tuple[int, int]],
) -> None:
    """Renaming clusters changes nothing; the classes themselves are entropy 0, purity 1, ARI 1."""
    classes, clusters = zip(*pairs, strict=True)
    renamed = [10 - cluster for cluster in clusters]
    for measure in (entropy, purity, adjusted_rand):
        assert measure(classes, clusters) == pytest.approx(measure(classes, renamed))
    perfect = (entropy(classes, classes), purity(classes, classes), adjusted_rand(classes, classes))
    assert perfect == (0.0, 1.0, 1.0)


@settings(max_examples=60)
@given(PAIRS)
def test_the_rand_index_counts_pairs(pairs: list[tuple[int, int]]) -> None:
    """Against the definition over all pairs of pages."""
    classes, clusters = zip(*pairs, strict=True)
    n = len(pairs)
    both = a = b = 0
    for i in range(n):
        for j in range(i):
            same, together = classes[i] == classes[j], clusters[i] == clusters[j]
            both, a, b = both + (same and together), a + same, b + together
    chance = a * b / (n * (n - 1) / 2)
    expected = (both - chance) / ((a + b) / 2 - chance) if (a + b) / 2 != chance else 1.0
    assert expected == pytest.approx(adjusted_rand(classes, clusters))


@settings(max_examples=40)
@given(PAIRS)
def test_entropy_is_1_where_every_cluster_mixes_the_classes_evenly(
    pairs: list[tuple[int, int]],
) -> None:
    """THOR VII-B's worst case; and always within 0..1."""
    classes, clusters = zip(*pairs, strict=True)
    assert 0 <= entropy(classes, clusters) <= 1
    even = [(c, k) for k in set(clusters) for c in set(classes)]
    mixed = 1.0 if len(Counter(c for c, _ in even)) > 1 else 0.0
    assert mixed == entropy([c for c, _ in even], [k for _, k in even])
