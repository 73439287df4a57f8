"""OBJ's ranked separators: each make of list names its own."""

from __future__ import annotations

import pytest

from upwell.models.papers.obj.separators import (
    SeparatorParams,
    by_deviation,
    by_partial_paths,
    ranked_separators,
    separated,
)
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

NAMES = "amber birch cedar delta ember fjord".split()
MAKES = {
    "li": "".join(f"<li><a href=/{n}>{n}</a> a word on {n}</li>" for n in NAMES),
    "dt": "".join(f"<dt>{n}</dt><dd>a word or two on {n}</dd>" for n in NAMES),
    "hr": "".join(f"<hr><b>{n}</b><br>a word on {n}<br>and more" for n in NAMES),
    "h3": "".join(f"<h3>{n}</h3><p>a word on {n}</p><p>and more</p>" for n in NAMES),
}


def _region(tag: str) -> TagTree:
    holder = {"li": "ul", "dt": "dl"}.get(tag, "div")
    return parse(f"<body><{holder}>{MAKES[tag]}</{holder}></body>".encode())


def _root(tree: TagTree) -> int:
    return tree.tag.index("body") + 1


@pytest.mark.parametrize("tag", MAKES)
def test_the_separator_of_a_make_is_ranked_first(tag: str) -> None:
    tree = _region(tag)
    assert tag == ranked_separators(tree, _root(tree))[0].tag


@pytest.mark.parametrize("tag", MAKES)
def test_a_separator_gives_as_many_objects_as_there_are(tag: str) -> None:
    tree = _region(tag)
    parts = separated(tree, _root(tree), tag)
    assert [name in tree.visible(*part) for name, part in zip(NAMES, parts, strict=True)] == (
        [True] * len(NAMES)
    )


def test_even_distances_go_before_uneven_ones() -> None:
    tree = parse(b"<div><p>a b</p><i>c</i><p>d</p><i>e</i><p>f g</p><i>h</i><p>i</p></div>")
    region = tree.tag.index("div")
    children = [u for u in range(tree.n) if int(tree.parent[u]) == region]
    # from p to p 3, 2, 3 words; from i to i 2, 3
    assert ["p", "i"] == by_deviation(tree, children)


def test_paths_that_come_again_speak_for_their_tag() -> None:
    tree = parse(b"<div><p><b>1</b></p><p><b>2</b></p><ul><li>3</li></ul></div>")
    children = [u for u in range(tree.n) if int(tree.parent[u]) == tree.tag.index("div")]
    assert ["p", "ul"] == by_partial_paths(tree, children)


def test_what_occurs_once_separates_nothing() -> None:
    tree = parse(b"<div><h2>one</h2><p>two</p></div>")
    assert [] == ranked_separators(tree, tree.tag.index("div"), SeparatorParams(least=2))
