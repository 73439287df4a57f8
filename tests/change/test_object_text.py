"""Laws of what an object says: its place in the list is not part of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from upwell.models.change.object_text import without_ordinals

lines = st.lists(
    st.from_regex(r"[A-Z][a-z]{1,9} [a-z]{1,9}", fullmatch=True), min_size=3, max_size=9
)


@given(lines, st.integers(0, 900), st.sampled_from([". ", ") ", " "]))
def test_moving_down_a_numbered_list_changes_nothing(
    texts: list[str], first: int, mark: str
) -> None:
    numbered = [f"{first + i}{mark}{text}" for i, text in enumerate(texts)]
    assert texts == without_ordinals(numbered, [None] * len(texts))


@given(lines)
def test_texts_without_numbers_or_headings_stay_as_they_are(texts: list[str]) -> None:
    assert texts == without_ordinals(texts, [None] * len(texts))


def test_numbers_that_do_not_count_up_are_the_objects_own() -> None:
    texts = ["7 May Jazz", "9 May Blues", "10 May Folk"]
    assert texts == without_ordinals(texts, [None] * 3)


def test_a_heading_is_left_out_and_numbers_go_on_below_the_next() -> None:
    texts = ["Talks (2) 1. amber", "Talks (2) 2. birch", "Walks (1) 3. cedar"]
    groups = ["Talks (2)", "Talks (2)", "Walks (1)"]
    assert ["amber", "birch", "cedar"] == without_ordinals(texts, groups)


def test_nothing_says_nothing() -> None:
    assert [] == without_ordinals([], [])


def test_one_object_that_is_none_does_not_hide_that_the_others_are_numbered() -> None:
    texts = ["1. amber", "2. birch", "3. cedar", "4. delta", "Not found? Ask us", "5. ebony"]
    own = ["amber", "birch", "cedar", "delta", "Not found? Ask us", "ebony"]
    assert own == without_ordinals(texts, [None] * len(texts))


def test_two_numbers_that_count_up_by_one_may_be_chance() -> None:
    """Two flats of two and three rooms are not numbered; three in a row are."""
    two = ["2 rooms by the lake", "3 rooms by the park"]
    assert two == without_ordinals(two, [None] * 2)
    three = [*two, "4 rooms by the hill"]
    assert [text[2:] for text in three] == without_ordinals(three, [None] * 3)


def test_a_short_list_with_one_object_too_many_loses_its_numbers() -> None:
    texts = ["1. amber", "2. birch", "Not found? Ask us", "3. cedar"]
    assert ["amber", "birch", "Not found? Ask us", "cedar"] == without_ordinals(texts, [None] * 4)


def test_numbers_of_three_objects_among_five_are_their_own() -> None:
    texts = ["1 amber", "a birch", "2 cedar", "the delta", "3 ebony"]
    assert texts == without_ordinals(texts, [None] * 5)
