"""Laws of rates of change and of the visits that they are worth."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from numpy.typing import NDArray

from upwell.models.change.change_rate import ChangeEvidence, change_rate
from upwell.models.change.params import FADING_VISITS, LONGEST_S
from upwell.models.change.revisit import interval_s, visit_level, visit_rate

Floats = NDArray[np.float64]


def evidence_of(intervals: Floats, changed: NDArray[np.bool_]) -> ChangeEvidence:
    evidence = ChangeEvidence()
    for interval, change in zip(intervals, changed, strict=True):
        evidence.fold(float(interval), bool(change))
    return evidence


@pytest.mark.parametrize("n_changed", range(6))
def test_regular_visits_give_the_estimate_of_the_paper(n_changed: int) -> None:
    evidence = ChangeEvidence(6 - n_changed, (6 - n_changed) * 60.0)
    if n_changed:
        evidence.changed = {6: (float(n_changed), n_changed * 60.0)}
    expected = -log((6 - n_changed + 0.5) / 6.5)
    assert expected == pytest.approx(60 * change_rate(evidence), abs=1e-6)


def test_the_bias_of_irregular_visits_is_taken_out() -> None:
    """Counting changes by visits reads a page that changes often as a slow one; this does not."""
    rng = np.random.default_rng(3)
    true, found, counted = 1 / 600, [], []
    for _ in range(300):
        intervals = rng.choice([60.0, 600.0, 3600.0], 40)
        changed = rng.random(40) < 1 - np.exp(-true * intervals)
        found.append(change_rate(evidence_of(intervals, changed)))
        counted.append(changed.sum() / intervals.sum())
    assert true == pytest.approx(np.mean(found), rel=0.05)
    assert np.mean(counted) < 0.6 * true


def test_a_page_seen_rarely_is_like_its_kind_and_one_seen_often_like_itself() -> None:
    """Changes once an hour by its kind; it was never seen to."""
    rates = []
    for n in (0, 1, 5, 50):
        evidence = evidence_of(np.full(n, 3600.0), np.zeros(n, bool))
        rates.append(3600 * change_rate(evidence, prior=1 / 3600))
    assert 1.0 == pytest.approx(rates[0])
    assert rates == sorted(rates, reverse=True)
    assert 0.3 < rates[1]
    assert rates[3] < 0.05


def test_what_is_long_ago_counts_for_less() -> None:
    """A page that changed at each visit and then stood still is soon taken to stand still."""
    evidence = evidence_of(np.full(200, 60.0), np.arange(200) < 100)
    assert evidence.n_visits < FADING_VISITS
    assert 60 * change_rate(evidence) < -log(0.6)


def test_the_evidence_is_bounded() -> None:
    rng = np.random.default_rng(1)
    evidence = evidence_of(np.exp(rng.normal(6, 4, 5_000)), rng.random(5_000) < 0.5)
    assert len(evidence.changed) <= 64


def test_what_never_changed_has_the_lowest_rate_there_is() -> None:
    evidence = ChangeEvidence(1e6, 1e6 * LONGEST_S, {})
    assert change_rate(evidence) <= 1.01 / LONGEST_S


def fresh(visits: Floats, rates: Floats) -> float:
    """Share of the time in which pages visited at equal distances are as they are known."""
    with np.errstate(divide="ignore", invalid="ignore"):
        x = rates / visits
        return float(np.mean(np.where(visits > 0, -np.expm1(-x) / x, 0.0)))


def optimum(rates: Floats, budget: float) -> float:
    """The same at the best distances there are: bisection of the multiplier, no code of ours."""

    def visits(price: float) -> Floats:
        low, high = np.full_like(rates, 1e-9), np.full_like(rates, 60.0)
        for _ in range(60):
            x = (low + high) / 2
            below = 1 - (1 + x) * np.exp(-x) < price * rates
            low, high = np.where(below, x, low), np.where(below, high, x)
        return np.where(price * rates < 1, rates / low, 0.0)

    low, high = 1e-12, 1 / float(rates.min())
    for _ in range(150):
        price = (low * high) ** 0.5
        low, high = (price, high) if visits(price).sum() > budget else (low, price)
    return fresh(visits(high), rates)


@pytest.mark.parametrize("sigma", [1.0, 2.0])
@pytest.mark.parametrize("visits", [0.1, 0.3, 1.0, 3.0])
def test_known_rates_close_nine_tenths_of_the_gap_to_the_optimum(
    sigma: float, visits: float
) -> None:
    """Rates are log-normal, a fifth never change; `visits` are those a mean change interval."""
    rng = np.random.default_rng(7)
    rates = np.exp(rng.normal(0, sigma, 4_000))
    rates[:800] = 1e-6
    rates /= rates.mean()
    budget = visits * len(rates)
    level = visit_level(list(rates), [1.0] * len(rates), budget)
    ours = np.array([visit_rate(level, rate, 1.0) for rate in rates])
    assert budget == pytest.approx(ours.sum())
    equal, best = fresh(np.full(len(rates), visits), rates), optimum(rates, budget)
    assert 0.9 <= (fresh(ours, rates) - equal) / (best - equal) <= 1


def test_a_page_that_is_not_worth_a_visit_is_looked_at_rarely() -> None:
    level = visit_level([1.0, 1e4], [1.0, 1.0], budget=1.0)
    assert 0 == visit_rate(level, 1e4, 1.0)
    assert 86_400 == interval_s(level, 1e4, 1.0, longest_s=86_400)


def test_a_page_of_many_objects_is_worth_more_visits() -> None:
    level = visit_level([1.0, 1.0], [20.0, 1.0], budget=10.0)
    assert visit_rate(level, 1.0, 20.0) > 3 * visit_rate(level, 1.0, 1.0)


def test_no_page_and_no_budget_is_no_visit() -> None:
    assert 0 == visit_level([], [], 1.0) == visit_level([1.0], [1.0], 0.0)
