"""The assignment has the least sum that can be, whatever the costs."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.models.papers.thor.pagelets.assignment import assignment

shapes = st.tuples(st.integers(1, 5), st.integers(1, 5))


@given(shapes, st.data())
def test_no_other_pairing_costs_less(shape: tuple[int, int], data: st.DataObject) -> None:
    """Against every pairing there is; costs that tie are common among shapes of subtrees."""
    cost = st.sampled_from([0.0, 0.25, 0.5, 1.0]) | st.floats(0, 1)
    costs = np.array(
        data.draw(st.lists(cost, min_size=shape[0] * shape[1], max_size=shape[0] * shape[1]))
    ).reshape(shape)
    found = assignment(costs)
    rows, columns = zip(*found, strict=True)
    assert sorted(set(rows)) == list(rows)
    assert len(set(columns)) == len(columns) == min(shape)
    tall = costs if shape[0] >= shape[1] else costs.T
    least = min(
        sum(tall[row, column] for column, row in enumerate(chosen))
        for chosen in permutations(range(tall.shape[0]), tall.shape[1])
    )
    assert least == pytest.approx(sum(costs[row, column] for row, column in found))


def test_large_costs_are_paired_as_scipy_pairs_them() -> None:
    """It comes with river; where no two sums are equal there is one answer."""
    optimize = pytest.importorskip("scipy.optimize")
    draw = np.random.default_rng(7)
    for shape in ((40, 40), (3, 90), (120, 35)):
        costs = draw.random(shape)
        rows, columns = optimize.linear_sum_assignment(costs)
        expected = [(int(row), int(column)) for row, column in zip(rows, columns, strict=True)]
        assert expected == assignment(costs)
