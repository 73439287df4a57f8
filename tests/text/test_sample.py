"""A hash-chosen sample depends on what was seen, not on order or parts."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from upwell.models.sample import admits, key_hash, lowest

keys = st.lists(st.text(max_size=5), max_size=40)


@given(keys, st.integers(0, 10), st.randoms())
def test_order_and_repetition_do_not_matter(seen: list[str], n: int, random: Random) -> None:
    shuffled = [*seen, *seen]
    random.shuffle(shuffled)
    assert lowest(seen, n) == lowest(shuffled, n)


@given(keys, keys, st.integers(0, 10))
def test_samples_of_parts_merge_to_the_sample_of_the_whole(
    first: list[str], second: list[str], n: int
) -> None:
    assert lowest(first + second, n) == lowest(lowest(first, n) + lowest(second, n), n)


@given(keys, st.integers(0, 10))
def test_admitting_one_by_one_ends_in_the_lowest(seen: list[str], n: int) -> None:
    held: set[int] = set()
    for key in seen:
        candidate = key_hash(key)
        leaving = admits(held, candidate, n)
        if leaving is not None:
            held = (held | {candidate}) - ({leaving} - {candidate})
    assert {key_hash(key) for key in lowest(seen, n)} == held


def test_the_hash_is_fixed_for_all_time() -> None:
    assert 3244421341483603138 == key_hash("")
