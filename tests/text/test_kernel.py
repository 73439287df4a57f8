"""The compiled kernel finds the terms and words that plain Python finds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models import compiled
from upwell.models.pages.content import hashed_text
from upwell.models.pages.signature import signature
from upwell.models.text import terms
from upwell.models.text import words as words_of
from upwell.models.tree.parse import parse

KERNEL = compiled.built("upwell.models.text.kernel")
needs_kernel = pytest.mark.skipif(KERNEL is None, reason="no kernel was built here")

words = st.sampled_from(
    "The searching Searches 42 7 databases of Donaudampfschifffahrtsgesellschaftskapitaen a I o_o"
    " don't C-130 x\x1fy AND and running runs".split(" ")
)
texts = st.lists(st.one_of(words, st.text(st.characters(max_codepoint=130), max_size=30))).map(
    " ".join
)


@needs_kernel
@given(texts, st.sampled_from(["en", "de-AT", "xx", ""]), st.booleans())
@settings(max_examples=300, deadline=None)
def test_terms_are_those_of_the_pure_way(text: str, language: str, numbers: bool) -> None:
    with compiled.pure():
        expected = terms(text, language, numbers)
    assert expected == terms(text, language, numbers)


@needs_kernel
def test_words_that_share_a_slot_do_not_share_a_term() -> None:
    """There are more words than slots, so that some do."""
    table = KERNEL.Terms({f"w{n}": f"t{n}" if n % 3 else "" for n in range(40_000)})
    text = " ".join(f"W{n}" for n in range(40_000))
    expected = [f"t{n}" for n in range(40_000) if n % 3]
    assert expected == table.of(text)
    assert expected == table.of(text)


@needs_kernel
def test_a_text_with_other_characters_is_refused() -> None:
    with pytest.raises(ValueError):
        KERNEL.Terms({}).of("é")


wide = st.lists(
    st.one_of(words, st.text("aZ_9 -\xa0éİKſσΣ検索エ\u0307", max_size=9), st.text(max_size=9))
).map(" ".join)


@needs_kernel
@given(wide, st.sampled_from(["", "the", "running 42", "検索 É", "Σ"]))
@settings(max_examples=300, deadline=None)
def test_words_are_counted_as_in_the_pure_way(text: str, query: str) -> None:
    with compiled.pure():
        expected = hashed_text(text, query, 20)
    assert list(expected.items()) == list(hashed_text(text, query, 20).items())


@needs_kernel
@given(wide)
@settings(max_examples=200, deadline=None)
def test_as_many_words_are_distinct_as_in_the_pure_way(text: str) -> None:
    tree = parse(f"<p>{text.replace('<', '')}<p>and {text[:9].replace('<', '')}".encode())
    with compiled.pure():
        expected = signature(tree).terms
    assert expected == signature(tree).terms


@needs_kernel
def test_words_are_counted_though_more_were_met_than_are_remembered() -> None:
    table = KERNEL.Words(words_of, lambda word: int(word[1:] or 0))
    for start in range(0, 120_000, 10_000):
        expected = dict.fromkeys(range(start, start + 10_000), 1)
        assert expected == table.counts(" ".join(f"W{n}" for n in expected))
    assert table.counts(" ".join(f"w{n}" for n in range(40_000))) is None
    assert [(3, 1), (7, 2)] == list(table.counts("w7 W9 w3 é7 w8 É7", ["w8"], 2).items())


@needs_kernel
def test_a_letter_that_is_written_by_what_is_around_it_is_left_to_plain_python() -> None:
    assert KERNEL.Words(words_of, len).counts("ΟΔΟΣ") is None
    assert KERNEL.Words(words_of).distinct(["a", "ΟΔΟΣ"]) is None
