"""Laws of term entropy: the running form is the batch form."""

from __future__ import annotations

from collections import Counter
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.models.blocks.wisdom.entropy import entropy, entropy_of, next_entropy
from upwell.models.blocks.wisdom.term_entropy import TermEntropy

FREQUENCIES = st.lists(st.integers(0, 30), min_size=2, max_size=50).filter(any)
PAGES = st.lists(st.lists(st.sampled_from("abcdefg"), max_size=12), min_size=1, max_size=12)


@given(FREQUENCIES)
def test_two_sums_give_the_entropy_of_all_pages(frequencies: list[int]) -> None:
    log_sum = sum(tf * log(tf) for tf in frequencies if tf)
    expected = entropy_of(frequencies, len(frequencies))
    assert pytest.approx(expected, abs=1e-12) == entropy(
        sum(frequencies), log_sum, len(frequencies)
    )


@given(FREQUENCIES)
def test_page_by_page_correction_gives_the_entropy_of_all_pages(frequencies: list[int]) -> None:
    known = 0.0
    for k, tf in enumerate(frequencies):
        if k:
            known = next_entropy(known, sum(frequencies[:k]), tf, k)
    assert pytest.approx(entropy_of(frequencies, len(frequencies)), abs=1e-12) == known


@given(FREQUENCIES)
def test_the_weight_is_idf_for_an_even_term_and_more_for_a_skewed_one(
    frequencies: list[int],
) -> None:
    n = len(frequencies)
    held = [tf for tf in frequencies if tf]
    idf = log(n / len(held)) / log(n)
    weight = 1 - entropy_of(frequencies, n)
    if len(set(held)) == 1:
        assert pytest.approx(idf, abs=1e-12) == weight
    else:
        assert weight > idf


@given(PAGES)
def test_a_site_knows_the_entropy_of_every_term_whatever_the_order(pages: list[list[str]]) -> None:
    site, back = TermEntropy(), TermEntropy()
    for page in pages:
        site.fold(page)
    for page in reversed(pages):
        back.fold(page)
    for term in {term for page in pages for term in page}:
        expected = entropy_of([Counter(page)[term] for page in pages], len(pages))
        assert pytest.approx(expected, abs=1e-9) == site.entropy(term)
        assert pytest.approx(expected, abs=1e-9) == back.entropy(term)


@given(PAGES)
def test_the_state_round_trips(pages: list[list[str]]) -> None:
    site = TermEntropy()
    for page in pages:
        site.fold(page)
    assert site == TermEntropy.decode(site.encode())


def test_a_site_of_any_length_keeps_a_bounded_number_of_terms_and_the_common_ones() -> None:
    site = TermEntropy(max_terms=100)
    for i in range(50):
        site.fold(["home", *(f"word{i}-{j}" for j in range(20))])
    assert len(site.sums) <= 100
    assert site.weight("home") == pytest.approx(0.0)
    assert site.weight("word0-0") == 1.0
