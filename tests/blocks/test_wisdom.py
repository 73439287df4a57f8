"""Laws of the paper's method: coverage tree, k-MIB, merging, condensing."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.models.blocks.params import WisdomParams
from upwell.models.blocks.wisdom.coverage_tree import (
    aggregated,
    anchor_precision,
    content_index,
    coverage_tree,
)
from upwell.models.blocks.wisdom.k_mib import Criteria, k_mib
from upwell.models.blocks.wisdom.merging import condensed, cstm, dstm
from upwell.models.blocks.wisdom.method import learn, regions
from upwell.models.blocks.wisdom.structure_index import structure_index
from upwell.models.blocks.wisdom.term_entropy import TermEntropy
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

PIECES = st.recursive(
    st.lists(st.sampled_from(["rain", "hill", "sun"]), min_size=1, max_size=3).map(" ".join),
    lambda inner: st.lists(inner, min_size=1, max_size=3).map(
        lambda x: f"<div>{'|'.join(x)}</div>"
    ),
    max_leaves=12,
)


def site_of(*weights: tuple[str, int]) -> TermEntropy:
    """A site of four pages on which each word stands on so many."""
    site = TermEntropy()
    for page in range(4):
        site.fold(word for word, n in weights if page < n)
    return site


SITE = site_of(("rain", 1), ("hill", 2), ("sun", 4))


@given(PIECES)
def test_a_feature_of_a_node_is_the_sum_over_its_subtree(html: str) -> None:
    tree = parse(html.encode())
    feature = np.arange(tree.n, dtype=float)
    for node, total in enumerate(aggregated(tree, feature).tolist()):
        assert sum(range(node, int(tree.end[node]))) == total


@given(PIECES)
def test_the_content_index_is_the_mean_weight_of_the_distinct_terms(html: str) -> None:
    tree = parse(html.encode())
    strings = [(text or "").replace("|", " ").split() for text in tree.text]
    found = content_index(tree, strings, SITE)
    for node in range(tree.n):
        below = {term for words in strings[node : tree.end[node]] for term in words}
        weights = [SITE.weight(term) for term in sorted(below)]
        expected = sum(weights) / len(weights) if weights else 0.0
        assert pytest.approx(expected) == found[node]


@given(st.lists(st.integers(0, 9), min_size=2, max_size=6), st.integers(1, 5))
def test_the_structure_index_sees_shares_and_not_sizes(values: list[int], times: int) -> None:
    found = structure_index(values)
    assert 0 <= found <= 1 + 1e-12
    assert pytest.approx(structure_index([v * times for v in values])) == found


def test_an_anchor_is_precise_by_the_rare_terms_it_shares_with_its_target() -> None:
    both = site_of(("rare", 2), ("common", 4))
    target = frozenset(("rare", "common"))
    assert pytest.approx(1 / 0.5) == anchor_precision(["rare"], target, both)
    assert pytest.approx(1.0) == anchor_precision(["common", "else"], target, both)


def features(tree: TagTree, *, least: float = 0.0) -> Criteria:
    sizes = aggregated(tree, np.array([len(text or "") for text in tree.text], float))
    return Criteria(sizes, lambda node: bool(sizes[node] > least))


BODY = (
    b"<body><div id=a><p>aaaa aaaa</p><p>bbbb bbbb</p><p>cccc cccc</p></div>"
    b"<div id=b><p>d</p></div><div id=c></div></body>"
)


def named(tree: TagTree, nodes: list[int]) -> list[str]:
    return [(tree.attributes[node] or {}).get("id", tree.tag[node]) for node in nodes]


def test_the_block_found_is_the_one_with_most_of_the_feature_evenly_spread() -> None:
    tree = parse(BODY)
    coverage = coverage_tree(tree, SITE, str.split)
    criteria = features(tree)
    assert named(tree, k_mib(coverage, criteria, 0.8, 1)) == ["a"]


@given(PIECES, st.integers(1, 4))
def test_skeleton_nodes_are_at_most_k_and_never_one_inside_another(html: str, k: int) -> None:
    tree = parse(html.encode())
    nodes = k_mib(coverage_tree(tree, SITE, str.split), features(tree), 0.8, k)
    assert len(nodes) <= k
    spans = sorted((node, int(tree.end[node])) for node in nodes)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


def test_siblings_of_the_type_with_no_more_are_merged_and_so_are_those_of_an_ancestor() -> None:
    tree = parse(
        b"<body><div id=date>9 May</div><div id=wrap><div id=one><p id=s>long long</p>"
        b"<p id=short>line</p><p id=longer>long long long</p><p id=none></p></div></div></body>"
    )
    coverage, criteria = coverage_tree(tree, SITE, str.split), features(tree)
    skeleton = next(n for n in range(tree.n) if (tree.attributes[n] or {}).get("id") == "s")
    assert named(tree, sorted(dstm(coverage, skeleton, criteria))) == ["short"]
    assert named(tree, sorted(cstm(coverage, skeleton, criteria))) == ["date"]


def test_condensing_takes_out_what_fails_the_type() -> None:
    tree = parse(BODY)
    coverage, criteria = coverage_tree(tree, SITE, str.split), features(tree, least=1)
    kept = condensed(coverage, [0], criteria)
    kept_text = [text for text, keep in zip(tree.text, kept.tolist(), strict=True) if keep and text]
    assert kept_text == ["aaaa aaaa", "bbbb bbbb", "cccc cccc"]


MENU = b"<ul><li><a href=/a>World news</a><li><a href=/b>Sport news</a></ul>"
STORIES = [
    "heavy snow closed mountain roads",
    "parliament debated pension reform bills",
    "striker scored twice against rivals",
    "telescope captured distant galaxy cluster",
]


def story(words: str) -> bytes:
    text = ". ".join(f"{words} {i}" for i in range(6))
    return b"<body>%s<div><p>%s</p><p>%s</p></div><p>All rights reserved</p>" % (
        MENU,
        text.encode(),
        text.encode(),
    )


@pytest.mark.parametrize("params", [WisdomParams(), WisdomParams(st=0.7), WisdomParams(k=3)])
def test_the_article_is_what_no_other_page_says(params: WisdomParams) -> None:
    trees = [parse(story(words)) for words in STORIES]
    site = learn(trees)
    for tree, words in zip(trees, STORIES, strict=True):
        article = regions(tree, site, params).article
        text = " ".join(
            t for t, keep in zip(tree.text, article.tolist(), strict=True) if keep and t
        )
        assert words in text
        assert "news" not in text
        assert "rights" not in text


def test_a_list_of_links_to_what_they_name_is_the_table_of_contents() -> None:
    links = b"".join(b"<li><a href=/%d>%s</a>" % (i, s.encode()) for i, s in enumerate(STORIES))
    front = parse(MENU + b"<ol>" + links + b"</ol>", url="http://news.example/")
    trees = [front, *(parse(story(words)) for words in STORIES)]
    linked = {f"http://news.example/{i}": frozenset(s.split()) for i, s in enumerate(STORIES)}
    site = learn(trees)
    stems = {url: frozenset(site.sums) & words for url, words in linked.items()}
    toc = regions(front, site, WisdomParams(), stems).toc
    text = " ".join(t for t, keep in zip(front.text, toc.tolist(), strict=True) if keep and t)
    assert all(words in text for words in STORIES)
    assert "Sport" not in text
