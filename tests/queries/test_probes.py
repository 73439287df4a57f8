"""Probes: words of the dictionary, and words that are in none."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from upwell.models.queries.probes import dictionary, nonsense_words, probe_words, probes


@given(st.integers(0, 2**32), st.sampled_from(sorted(dictionary())))
def test_probe_words_are_distinct_words_of_the_language(seed: int, language: str) -> None:
    words = probe_words(seed, 100, language)
    assert 100 == len(set(words))
    assert set(words) <= set(dictionary()[language])


@given(st.integers(0, 2**32))
def test_nonsense_words_are_distinct_and_in_no_dictionary(seed: int) -> None:
    words = nonsense_words(seed, 10)
    assert 10 == len(set(words))
    assert not {known for listed in dictionary().values() for known in listed} & set(words)
    assert all(word.isascii() and word.isalpha() and len(word) == 9 for word in words)


def test_another_seed_asks_other_words() -> None:
    assert probe_words(1) != probe_words(2)
    assert nonsense_words(1) != nonsense_words(2)


def test_an_unknown_language_is_probed_in_english() -> None:
    assert probe_words(1, 9) == probe_words(1, 9, "tlh")


def test_repeats_are_the_first_words_once_more_and_come_last() -> None:
    order = list(probes(4, words=20, nonsense=5, repeats=3))
    words = [probe.word for probe in order if probe.kind == "word"]
    assert words[:3] == [probe.word for probe in order[-3:]]
    assert 5 == sum(probe.kind == "nonsense" for probe in order)
    assert 28 == len(order)


def test_no_word_of_the_dictionary_stands_twice() -> None:
    for words in dictionary().values():
        assert len(words) == len(set(words))
