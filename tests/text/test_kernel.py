"""The compiled kernel finds the terms that plain Python finds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models import compiled
from upwell.models.text import terms

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
