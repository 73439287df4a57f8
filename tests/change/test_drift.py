"""Drift of a site's pages."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models.change.drift import Drift

distances = st.lists(st.floats(0, 1), max_size=40)


@settings(max_examples=50)
@given(distances, distances)
def test_a_detector_read_back_goes_on_exactly(before: list[float], after: list[float]) -> None:
    drift = Drift()
    for distance in before:
        drift.fold(distance)
    other = Drift.decode(drift.encode())
    assert [drift.fold(d) for d in after] == [other.fold(d) for d in after]
    assert drift.encode() == other.encode()


def test_a_redesign_is_told_within_four_pages() -> None:
    rng = np.random.default_rng(1)
    drift = Drift()
    quiet = [drift.fold(d) for d in (0.1 + 0.02 * rng.random(100)).tolist()]
    assert not any(quiet)
    assert any(drift.fold(d) for d in [0.45] * 4)


def test_pages_that_come_closer_are_no_drift() -> None:
    drift = Drift()
    assert not any(drift.fold(distance) for distance in [0.9] * 20 + [0.1] * 20)


def test_after_an_alarm_the_new_level_is_normal() -> None:
    drift = Drift()
    alarms = [drift.fold(distance) for distance in [0.05] * 30 + [0.6] * 60]
    assert 1 == sum(alarms)


def alarms(step: float, n_pages: int) -> bool:
    """Whether so many pages, so much farther away than three hundred before them, are drift."""
    drift = Drift()
    quiet = [drift.fold(0.1) for _ in range(300)]
    assert not any(quiet)
    return any(drift.fold(0.1 + step) for _ in range(n_pages))


def test_pages_somewhat_farther_away_are_drift_once_there_are_enough_of_them() -> None:
    assert not alarms(0.22, 2)
    assert alarms(0.22, 3)


def test_a_slight_rise_is_no_drift_however_long_it_stays_and_a_plain_one_is() -> None:
    assert not alarms(0.03, 40)
    assert alarms(0.05, 30)


def test_two_pages_are_never_drift() -> None:
    drift = Drift()
    assert [False, False, True] == [drift.fold(distance) for distance in (0.0, 1.0, 1.0)]
