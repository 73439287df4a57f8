"""Laws of THOR's third phase in the paper's own form."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pagelets.generated import site, small_trees
from upwell.models.papers.thor.pagelets.candidates import candidate_subtrees
from upwell.models.papers.thor.pagelets.common import common_subtree_sets
from upwell.models.papers.thor.pagelets.distance import (
    ALL,
    DEPTH,
    FANOUT,
    NODES,
    PATH,
    DistanceWeights,
    Shape,
    distance,
    distances,
    shapes,
)
from upwell.models.papers.thor.pagelets.diversity import intra_similarity, term_vectors
from upwell.models.papers.thor.pagelets.phase import ThorParams, thor_pagelets
from upwell.models.papers.thor.pagelets.selection import dynamic_children, select_pagelet
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

ITEMS = "".join(f"<li>item {i}</li>" for i in range(10))
CHAIN = parse(f"<body><h1>x</h1><main><h2>y</h2><ul>{ITEMS}</ul></main></body>".encode())


def dynamic(tree: TagTree, *tags: str) -> list[int]:
    return [i for i, tag in enumerate(tree.tag) if tag in tags]


def test_delta_2_on_body_main_list_and_ten_items_gives_the_list() -> None:
    pagelet = select_pagelet(CHAIN, dynamic(CHAIN, "body", "main", "ul", "li"), delta=2)
    assert dynamic(CHAIN, "ul") == [pagelet]


def test_as_printed_the_selection_stops_at_the_first_small_loss() -> None:
    nodes = dynamic(CHAIN, "body", "main", "ul", "li")
    assert dynamic(CHAIN, "main") == [select_pagelet(CHAIN, nodes, as_printed=True)]


def test_a_greater_delta_goes_deeper() -> None:
    nodes = dynamic(CHAIN, "body", "main", "ul", "li")
    at = [select_pagelet(CHAIN, nodes, delta) for delta in (0, 1, 10)]
    assert [dynamic(CHAIN, "body")[0], dynamic(CHAIN, "ul")[0], dynamic(CHAIN, "li")[0]] == at


def test_without_dynamic_subtrees_there_is_no_pagelet() -> None:
    assert select_pagelet(CHAIN, []) is None


@given(small_trees(), st.data())
@settings(max_examples=40, deadline=None)
def test_one_hop_means_that_no_dynamic_subtree_is_rooted_between(
    tree: TagTree, data: st.DataObject
) -> None:
    chosen = data.draw(st.sets(st.integers(0, tree.n - 1)))

    def hops(u: int, v: int) -> int:
        n = 0
        while v > u:
            n += v in chosen
            v = int(tree.parent[v])
        return n if v == u else 0

    expected = {u: [v for v in sorted(chosen) if v > u and hops(u, v) == 1] for u in chosen}
    assert expected == dynamic_children(tree, chosen)


@given(small_trees())
@settings(max_examples=40, deadline=None)
def test_candidates_hold_words_and_no_two_of_a_chain_hold_the_same(tree: TagTree) -> None:
    def content(u: int) -> list[int]:
        return [i for i in range(u, int(tree.end[u])) if tree.text[i] is not None]

    found = candidate_subtrees(tree)
    contents = [tuple(content(u)) for u in found]
    assert all(contents)
    assert len(set(contents)) == len(contents)
    assert {tuple(content(u)) for u in range(tree.n) if content(u) and tree.text[u] is None} == set(
        contents
    )


shape = st.builds(
    Shape, st.text("abc", max_size=6), st.integers(0, 9), st.integers(0, 9), st.integers(1, 99)
)


def edit_distance(a: str, b: str) -> int:
    """By the textbook table."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (x != y))
    return row[-1]


@given(shape, shape)
def test_the_distance_is_the_mean_of_its_four_terms(one: Shape, two: Shape) -> None:
    def term(a: int, b: int) -> float:
        return abs(a - b) / max(a, b) if max(a, b) else 0.0

    longer = max(len(one.path), len(two.path))
    terms = [
        edit_distance(one.path, two.path) / longer if longer else 0.0,
        *(term(a, b) for a, b in zip(one[1:], two[1:], strict=True)),
    ]
    alone = [distance(one, two, w) for w in (PATH, FANOUT, DEPTH, NODES)]
    assert terms == pytest.approx(alone)
    assert sum(terms) / 4 == pytest.approx(distance(one, two, ALL))


@given(st.lists(shape, min_size=1, max_size=4), st.lists(shape, min_size=1, max_size=4))
def test_the_matrix_holds_the_distances_of_all_pairs(ones: list[Shape], twos: list[Shape]) -> None:
    weights = DistanceWeights(0.4, 0.3, 0.2, 0.1)
    expected = [[distance(a, b, weights) for b in twos] for a in ones]
    for row, got in zip(expected, distances(ones, twos, weights).tolist(), strict=True):
        assert row == pytest.approx(got)


counters = st.lists(
    st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 5)), min_size=2, max_size=6
)


@given(counters)
def test_intra_similarity_is_the_mean_cosine_over_pairs(contents: list[dict[str, int]]) -> None:
    from collections import Counter

    vectors = term_vectors([Counter(content) for content in contents])
    pairs = list(combinations(vectors, 2))
    cosines = [sum(w * b.get(t, 0.0) for t, w in a.items()) for a, b in pairs]
    expected = sum(cosines) / len(pairs) if any(vectors) else 1.0
    assert expected == pytest.approx(intra_similarity(vectors), abs=1e-9)


def test_the_nearest_match_may_be_taken_twice_and_the_key_match_never() -> None:
    trees = [parse(b"<div><p>a <b>b</b></p><p>c <b>d</b></p></div>"), parse(b"<p>a <b>b</b></p>")]
    nearest = common_subtree_sets(trees, matching="nearest")
    by_key = common_subtree_sets(trees, matching="key")
    assert all(1 in held for held in nearest)
    taken = [held[1] for held in by_key if 1 in held]
    assert len(set(taken)) == len(taken)


def test_an_assignment_takes_none_twice_and_costs_the_least() -> None:
    """Against all ways there are, on pages of four candidates and of three."""
    trees = [
        parse(b"<div><p>a<ul><li>b<i>c</i></ul></div><h1>d</h1>"),
        parse(b"<h1>e</h1><p>f<ol><li>g</ol>"),
    ]
    ones, twos = ([*candidate_subtrees(tree)] for tree in trees)
    cost = distances(shapes(trees[0], ones), shapes(trees[1], twos))
    assert len(ones) > len(twos) > 2
    least = min(
        sum(cost[row, column] for column, row in enumerate(rows))
        for rows in permutations(range(len(ones)), len(twos))
    )
    sets = common_subtree_sets(trees, matching="assigned")
    pairs = [(ones.index(held[0]), twos.index(held[1])) for held in sets if 1 in held]
    assert len(twos) == len({column for _, column in pairs}) == len(pairs)
    assert least == pytest.approx(sum(cost[pair] for pair in pairs))


@pytest.mark.parametrize("layout", ["div", "ul", "table"])
def test_the_pagelet_of_an_answer_page_holds_its_records_and_not_the_frame(layout: str) -> None:
    pages = site(layout, seed=1, n_pages=6)
    params = ThorParams(matching="key", as_printed=False)
    for p, found in zip(pages, thor_pagelets([p.tree for p in pages], params), strict=True):
        text = p.tree.visible(found[0].node, int(p.tree.end[found[0].node]))
        assert [True] * len(p.tokens) == [token in text for token in p.tokens]
        assert "All rights" not in text


def test_further_pagelets_lie_beside_the_first() -> None:
    pages = site("div", seed=2, n_pages=6, ads=True)
    params = ThorParams(matching="key", as_printed=False, top=2)
    for p, found in zip(pages, thor_pagelets([p.tree for p in pages], params), strict=True):
        bounds = sorted((x.node, int(p.tree.end[x.node])) for x in found)
        assert all(a[1] <= b[0] for a, b in pairwise(bounds))
        assert all(x.node < d < int(p.tree.end[x.node]) for x in found for d in x.dynamic)
