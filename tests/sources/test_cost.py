"""A source is never what a benchmark measures; `python -m benchmarks.speed sources` has figures."""

from __future__ import annotations

from benchmarks.speed.sources import cost
from upwell.sources import FAMILIES


def test_a_source_starts_in_seconds_and_answers_for_a_fraction_of_what_analysis_costs() -> None:
    """Asked for are 2 s and a tenth on a quiet machine; the bounds leave room for a busy one.

    The tenth is of analysis in plain Python; where kernels were built it costs half as much.
    """
    found = cost(FAMILIES["catalogue"], 10_000, 20)
    assert found.start < 3
    assert found.plain > 6
    assert found.kernels > 3
