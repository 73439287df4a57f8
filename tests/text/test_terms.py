"""Words, stems and terms are the same in every process and in every script."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.models.text import STOP_WORDS, stem, term_id, terms, words
from upwell.models.text.stems import Remembered


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n", []),
        ("One two-three", ["one", "two", "three"]),
        ("snake_case 3.14", ["snake", "case", "3", "14"]),
        ("ÉCOLE Straße ПОИСК", ["école", "straße", "поиск"]),
        ("検", ["検"]),  # one character alone is a word
        ("検索", ["検索"]),
        ("全文検索", ["全文", "文検", "検索"]),
        ("iPhone15を買う", ["iphone15", "を買", "買う"]),
        ("한국어 검색", ["한국어", "검색"]),  # Korean is spaced
    ],
)
def test_words_are_runs_of_letters_or_pairs_where_no_spaces_are(
    text: str, expected: list[str]
) -> None:
    assert expected == words(text)


@given(st.text())
def test_words_are_of_letters_and_digits_in_lower_case(text: str) -> None:
    for word in words(text):
        assert word.isalnum()
        assert word == word.lower()


@given(st.text(), st.text())
def test_a_space_separates_words(first: str, second: str) -> None:
    assert [*words(first), *words(second)] == words(f"{first}\n{second}")


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [
        ("connections", "en", "connect"),
        ("connections", "en-GB", "connect"),
        ("häuser", "DE", "haus"),
        ("continuellement", "fr", "continuel"),
        ("connections", "tlh", "connections"),  # no stemmer for it
        ("connections", "", "connections"),
    ],
)
def test_a_stem_is_that_of_the_language(word: str, language: str, expected: str) -> None:
    assert expected == stem(word, language)


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", ["hous", "1984"]), ("de", ["the", "hous", "of", "1984"]), ("", ["hous", "1984"])],
)
def test_stop_words_are_those_of_the_language(language: str, expected: list[str]) -> None:
    assert expected == terms(
        "the houses of 1984" if language != "de" else "the hous of 1984 und", language
    )


def test_numbers_are_kept_or_dropped_as_asked() -> None:
    assert ["c64", "price", "42"] == terms("C64 price: 42")
    assert ["c64", "price"] == terms("C64 price: 42", numbers=False)


@pytest.mark.parametrize("language", sorted(STOP_WORDS))
def test_every_stop_word_is_a_word_and_never_a_term(language: str) -> None:
    listed = sorted(STOP_WORDS[language])
    assert listed == [word for entry in listed for word in words(entry)]
    assert [] == terms(" ".join(listed), language)


def test_a_term_has_one_number_in_every_process() -> None:
    code = "from upwell.models.text import term_id; print(term_id('søk'))"
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert int(told) == term_id("søk")
    assert 0 <= term_id("søk") < 1 << 64


@given(st.text(st.characters(max_codepoint=127)))
def test_words_of_an_ascii_text_are_those_an_expression_finds(text: str) -> None:
    assert re.findall(r"[a-z0-9]+", text.lower()) == words(text)


@given(st.lists(st.sampled_from("the cats running 42 of houses 7".split())), st.booleans())
def test_terms_are_the_stems_of_words_that_do_not_stop(found: list[str], numbers: bool) -> None:
    expected = [
        stem(word)
        for word in found
        if word not in STOP_WORDS["en"] and (numbers or not word.isdigit())
    ]
    assert expected == terms(" ".join(found), "en", numbers)


@given(st.lists(st.text("ab", max_size=3)))
def test_a_memory_says_what_its_function_says_and_stays_small(found: list[str]) -> None:
    remembered = Remembered(str.upper, most=3)
    for word in found:
        assert word.upper() == remembered[word]
        assert len(remembered) <= 3
