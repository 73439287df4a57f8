"""What is looked up once a page, or remembered from page to page, is what looking again tells."""

from __future__ import annotations

from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pagelets.generated import small_trees
from upwell.models.pagelets.content.strings import normal_form, placed_strings, query_terms
from upwell.models.pagelets.fields.alignment import Key, Spot, Star
from upwell.models.pagelets.fields.references import References
from upwell.models.pagelets.lists.candidates import Candidate, candidates
from upwell.models.pagelets.page.outline import Outline
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TEXT, TagTree

TEXTS = st.lists(
    st.sampled_from(["The Wolf 12", "the  wolf", "of 12", "WOLFRAM", "sea", "x", "12 of 30 seas"]),
    min_size=1,
    max_size=8,
)

ROWS = st.lists(
    st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 3)), max_size=4),
    min_size=1,
    max_size=4,
)


def _sections(rows: list[list[tuple[str, int]]]) -> TagTree:
    """Lists beside lists, with items of two classes."""
    lists = (
        "".join(f"<li class={name}>{'word ' * n}<b>!</b></li>" for name, n in row) for row in rows
    )
    return parse("".join(f"<div><ul>{held}</ul></div>" for held in lists).encode())


@given(TEXTS, st.sampled_from(["", "wolf", "Sea wolf", "of", "12"]))
def test_a_string_is_named_by_its_place_and_its_normal_form(texts: list[str], query: str) -> None:
    tree = parse("".join(f"<p>{text}</p>" for text in texts).encode())
    terms = query_terms(query)
    normal = normal_form(terms)
    nodes = [node for node, text in enumerate(tree.text) if text is not None]
    checks = [crc32(normal(tree.text[node] or "").encode()) for node in nodes]
    names = [
        (int(tree.key[node]) * 1000003 ^ check) & 0x7FFFFFFFFFFFFFFF
        for node, check in zip(nodes, checks, strict=True)
    ]
    found = placed_strings(tree, terms)
    assert (nodes, names) == (found.nodes.tolist(), found.names.tolist())


@given(small_trees())
@settings(max_examples=40, deadline=None)
def test_positions_found_parent_by_parent_are_those_of_the_whole_page(tree: TagTree) -> None:
    elements = [node for node in range(tree.n) if tree.tag[node] != TEXT]
    found = [tree.position(node) for node in reversed(elements)]
    assert tree.sibling[elements].tolist() == found[::-1]


@given(ROWS, st.integers(0, 6))
@settings(deadline=None)
def test_climbing_below_heavy_nodes_leaves_out_the_candidates_of_others(
    rows: list[list[tuple[str, int]]], least: int
) -> None:
    tree = _sections(rows)
    page = Outline(tree)
    heavy = [page.words(node, page.end[node]) >= least for node in range(tree.n)]
    for names in (page.by_path, page.by_place):
        every = list(candidates(page, names, least_words=0))
        kept = [one for one in every if heavy[one.region]]
        assert kept == list(candidates(page, names, least_words=0, heavy=heavy))


@given(ROWS)
@settings(deadline=None)
def test_what_keys_repeat_of_paths_adds_no_candidate(rows: list[list[tuple[str, int]]]) -> None:
    tree = _sections(rows)
    page = Outline(tree)
    apart = type(page.by_place)(tree, tree.place)  # all groups by place
    by_path = _marks(list(candidates(page, page.by_path, least_words=0)))
    both = by_path | _marks(list(candidates(page, page.by_place, least_words=0)))
    assert by_path | _marks(list(candidates(page, apart, least_words=0))) == both


def _marks(found: list[Candidate]) -> set[tuple[str, int, tuple[int, ...]]]:
    return {(one.kind, one.region, tuple(one.starts)) for one in found}


@given(st.data())
@settings(max_examples=60)
def test_cells_are_matched_as_heavily_as_any_matching_in_order(data: st.DataObject) -> None:
    keys = st.builds(Key, st.integers(1, 2), st.sampled_from([-5, 0, 1]))
    spots = data.draw(st.lists(st.builds(Spot, keys, st.integers(0, 1)), max_size=5))
    row = data.draw(st.lists(st.tuples(keys, st.integers(0, 1)), max_size=5))
    star = Star(spots)
    found = star.matched(tuple(key for key, _ in row), tuple(kind for _, kind in row))
    worth = sum(
        max(star.likenesses(*row[i])[j] for j in star.likenesses(*row[i]) if spots[j].key == key)
        for i, key in found.items()
    )
    assert worth >= _heaviest(star, row, 0, 0)


def _heaviest(star: Star, row: list[tuple[Key, int]], i: int, j: int) -> float:
    if i == len(row) or j == len(star.spots):
        return 0.0
    pair = star.likenesses(*row[i]).get(j, 0.0) + _heaviest(star, row, i + 1, j + 1)
    return max(pair, _heaviest(star, row, i + 1, j), _heaviest(star, row, i, j + 1))


@pytest.mark.parametrize("href", ["/b", "/b#part", " /b "])
def test_a_link_is_told_in_every_object_that_has_it(href: str) -> None:
    html = f'<ul><li><a href="/b">one</a><li><a href="{href}">two</a><a>three</a></ul>'
    tree = parse(html.encode(), url="http://a.example/")
    references = References(tree)
    last = max(node for node in range(tree.n) if tree.tag[node] == "li")

    class Last:
        start, stop = last, tree.n

    assert ["http://a.example/b"] == references.of(Last)
    assert [None, "http://a.example/b"] == [references.around(u) for u in (tree.n - 1, last + 2)]
