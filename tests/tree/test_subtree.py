"""Subtrees as THOR III defines them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models.papers.thor.subtree import minimal_subtrees, subtree_content
from upwell.models.tree import parse

from .strategies import pages


@given(pages, st.sampled_from("abcdefgh"))
@settings(max_examples=80, deadline=None)
def test_minimal_subtrees_are_those_with_none_below(page: str, letter: str) -> None:
    tree = parse(page.encode("utf-8", "replace"))
    having = [letter in "".join(subtree_content(tree, node)) for node in range(tree.n)]
    expected = [u for u in range(tree.n) if having[u] and not any(having[u + 1 : int(tree.end[u])])]
    assert expected == minimal_subtrees(tree, lambda node: having[node]).tolist()


@given(pages)
@settings(max_examples=80, deadline=None)
def test_the_words_of_a_subtree_are_a_difference_of_prefix_sums(page: str) -> None:
    tree = parse(page.encode("utf-8", "replace"))
    for node in range(tree.n):
        end = int(tree.end[node])
        assert tree.words[node:end].sum() == tree.word_sums[end] - tree.word_sums[node]
        assert tree.linked[node:end].sum() == tree.linked_sums[end] - tree.linked_sums[node]
