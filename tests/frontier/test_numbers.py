"""The ledger of a site's requests and the credits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.models.frontier.budget import credits
from upwell.models.frontier.numbers import Ledger

# None: issue a request; a number: an answer to it, perhaps never asked or answered before
moves = st.lists(st.none() | st.integers(-2, 40), max_size=120)


def played(steps: list[int | None]) -> tuple[Ledger, set[int], set[int]]:
    """A ledger after these moves, and the same kept as two sets."""
    ledger, issued, answered = Ledger(), set[int](), set[int]()
    for step in steps:
        if step is None:
            issued.add(len(issued) + 1)
            assert len(issued) == ledger.issue()
        else:
            first = step in issued and step not in answered
            assert first == ledger.answer(step)
            answered |= {step} if first else set()
    return ledger, issued, answered


@given(moves)
def test_issued_is_answered_plus_outstanding(steps: list[int | None]) -> None:
    ledger, issued, answered = played(steps)
    assert ledger.issued == ledger.answered + ledger.outstanding
    assert (len(issued), len(answered)) == (ledger.issued, ledger.answered)


@given(moves)
def test_low_is_the_lowest_open_number_and_below_it_all_are_answered(
    steps: list[int | None],
) -> None:
    ledger, issued, answered = played(steps)
    assert min(issued - answered, default=len(issued) + 1) == ledger.low
    assert sorted(issued - answered) == ledger.open_numbers()
    assert set(range(1, ledger.low)) <= answered


@given(moves, moves)
def test_a_ledger_read_back_goes_on_exactly(
    before: list[int | None], after: list[int | None]
) -> None:
    ledger, _, _ = played(before)
    other = Ledger.decode(ledger.encode())
    for step in after:
        expected, actual = (
            book.issue() if step is None else book.answer(step) for book in (ledger, other)
        )
        assert expected == actual
    assert ledger.encode() == other.encode()
    assert (ledger.low, ledger.answered) == (other.low, other.answered)


def test_a_ledger_of_a_long_crawl_is_a_few_bytes() -> None:
    ledger = Ledger()
    for number in range(1, 100_000):
        ledger.issue()
        if number > 1000:
            ledger.answer(number - 1000)
    assert len(ledger.encode()) < 20


@pytest.mark.parametrize(
    ("delay_s", "expected"),
    [
        (0.0, 1024),  # a host of one's own
        (0.1, 1024),
        (1.0, 300),  # five minutes
        (7.0, 42),
        (200.0, 2),  # never fewer than two
    ],
)
def test_credits_are_five_minutes_of_the_hosts_delay_within_bounds(
    delay_s: float, expected: int
) -> None:
    assert expected == credits(delay_s)
