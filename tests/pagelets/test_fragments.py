"""OBJ's fragments: what is unlike the centroid of its kind."""

from __future__ import annotations

import pytest

from upwell.models.papers.obj.fragments import (
    FragmentParams,
    centroid_similarities,
    fragments,
    is_promising,
)
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

NAMES = "amber birch cedar delta ember fjord grove heath islet jetty".split()
MENU = "".join(f"<li><a href=/{n}>{n} shelf</a> and its notes</li>" for n in NAMES[:4])


def page(number: int) -> TagTree:
    """A menu that stays, an answer that changes, and a box beside it that changes less."""
    words = [f"{name}{number}" for name in NAMES]
    hits = "".join(f"<li><a href=/{w}>{w}</a> told of {w} twice</li>" for w in words)
    box = "".join(f"<p>see also <b>{w}</b> in the shelf</p>" for w in words[:4])
    return parse(f"<body><ul id=m>{MENU}</ul><ol>{hits}</ol><div>{box}</div></body>".encode())


PAGES = [page(number) for number in range(6)]


def tags(found: list[int]) -> list[str]:
    return [PAGES[0].tag[node] for node in found]


def test_the_answer_is_the_fragment_least_like_its_centroid() -> None:
    for tree, found in zip(PAGES, fragments(PAGES), strict=True):
        assert [tree.tag[f.node] for f in found] == ["ol"]


def test_the_second_fragment_is_apart_from_the_first() -> None:
    found = fragments(PAGES, FragmentParams(top=2))[0]
    assert tags([f.node for f in found]) == ["ol", "div"]


def test_a_subtree_that_is_the_same_on_all_pages_is_its_own_centroid() -> None:
    menu = {i: tree.tag.index("ul") for i, tree in enumerate(PAGES)}
    assert list(centroid_similarities(PAGES, menu).values()) == pytest.approx([1.0] * 6)


def test_contents_that_share_no_word_are_as_near_to_the_centroid_as_one_of_n() -> None:
    """Of n orthogonal vectors of length one, each has cosine 1/sqrt(n) with their mean."""
    trees = [parse(f"<p>{name}</p>".encode()) for name in NAMES[:4]]
    kind = {i: tree.tag.index("p") for i, tree in enumerate(trees)}
    assert list(centroid_similarities(trees, kind).values()) == pytest.approx([0.5] * 4)


@pytest.mark.parametrize(
    ("what", "html"),
    [
        ("children", "<ul><li>one two three four five six</ul>"),
        ("words", "<ul><li>one<li>two<li>three</ul>"),
        (
            "text beside links",
            "<ul><li><a href=/>one two three</a><li><a href=/>four five</a></ul>",
        ),
    ],
)
def test_a_subtree_without_enough_of_it_is_not_promising(what: str, html: str) -> None:
    tree = parse(html.encode())
    assert not is_promising(tree, tree.tag.index("ul"), FragmentParams())


def test_no_pages_have_no_fragments() -> None:
    assert [] == fragments([])
