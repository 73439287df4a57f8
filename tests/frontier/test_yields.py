"""What the next page of a list promises, from the pages before it."""

from __future__ import annotations

import pytest

from upwell.models.frontier.yields import next_page_yield


def test_a_last_page_of_known_objects_alone_does_not_end_a_list() -> None:
    """A list may show what is known in between and go on with what is not."""
    assert 5 < next_page_yield([(20, 20), (20, 0)], new_share=0.0)


def test_what_was_new_long_ago_says_nothing_of_the_next_page() -> None:
    assert 0.05 > next_page_yield([(20, 20), (20, 0), (20, 0)], new_share=0.01)


def test_a_short_page_is_believed_no_more_than_the_site() -> None:
    """Five objects count as much as what the whole site says of new ones."""
    assert 5 * (0.0 + 0.6) / 2 == pytest.approx(next_page_yield([(5, 0)], new_share=0.6))
