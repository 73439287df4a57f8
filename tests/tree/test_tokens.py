"""The token column says of every subtree what its text says."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models.papers.thor.subtree import node_at, subtree_content
from upwell.models.papers.thor.tokens import Decoder, token_id, tokens
from upwell.models.text.terms import terms
from upwell.models.tree import parse

from .strategies import pages

WORDS = st.lists(st.sampled_from("owl heron bat emu gnu ibis kite lark".split()), max_size=30)


@given(pages, st.booleans())
@settings(max_examples=80, deadline=None)
def test_tokens_of_a_subtree_are_the_terms_of_its_texts(page: str, numbers: bool) -> None:
    tree = parse(page.encode("utf-8", "replace"))
    column = tokens(tree, "en", numbers)
    for node in range(tree.n):
        found = [t for text in subtree_content(tree, node) for t in terms(text, "en", numbers)]
        assert [token_id(term) for term in found] == column.of(tree, node).tolist()


@given(pages)
@settings(max_examples=80, deadline=None)
def test_an_xpath_leads_back_to_its_node(page: str) -> None:
    tree = parse(page.encode("utf-8", "replace"))
    for node in range(tree.n):
        if tree.text[node] is None:
            assert node == node_at(tree, tree.xpath(node))


def test_an_xpath_of_another_page_leads_nowhere() -> None:
    tree = parse(b"<p>one</p>")
    assert [None, None, None] == [
        node_at(tree, xpath) for xpath in ("/", "/html[1]/p[1]", "/html[1]/body[1]/p[2]")
    ]


@given(WORDS)
def test_with_room_for_all_the_decoder_counts_exactly(found: list[str]) -> None:
    decoder = Decoder(most=8)
    decoder.fold(found)
    assert sorted(decoder.heaviest(8)) == sorted((w, found.count(w)) for w in set(found))
    assert all(decoder.name(token_id(word)) == word for word in found)


def test_what_is_light_is_forgotten_when_room_is_short() -> None:
    decoder = Decoder(most=2)
    decoder.fold("owl owl owl bat bat emu gnu".split())
    decoder.fold(["kite"])
    decoder.fold(["lark", "ibis"])
    assert decoder.name(token_id("owl")) == "owl"
    assert decoder.name(token_id("gnu")) is None
    assert len(decoder.heaviest(99)) <= 4
