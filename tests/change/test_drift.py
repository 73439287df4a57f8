"""Drift of a site's pages."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models.change.drift import Drift
from upwell.models.change.params import DriftParams

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
    drift = Drift(DriftParams(least=3))
    alarms = [drift.fold(distance) for distance in [0.05] * 30 + [0.6] * 60]
    assert 1 == sum(alarms)
