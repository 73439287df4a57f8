"""How often each page is visited for a given budget, so that what is known is least stale."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

import numpy as np


def visit_level(rates: Sequence[float], weights: Sequence[float], budget: float) -> float:
    """The level at which the pages worth visiting use up a budget, in O(n log n).

    Parameters
    ----------
    rates
        Changes a second of each page.
    weights
        What each is worth.
    budget
        Visits a second, for all of them.

    Reading
    -------
    Azar, Horvitz, Lubetzky, Peres and Shahaf (Tractable near-optimal policies for crawling, 2018).
    Visited at random with rate ρ, a page that changes with rate Δ is fresh for ρ / (ρ + Δ) of the
    time. The sum of these, by weight, is largest where ρ = √(μΔ/λ) - Δ, or nothing where that is
    negative: a page that changes faster than it can be followed is not worth a visit. The level is
    1/√λ; it depends on which pages are visited, and those have the highest μ/Δ.

    Examples
    --------
    >>> level = visit_level([1.0, 1.0], [1.0, 1.0], budget=4.0)
    >>> visit_rate(level, 1.0, 1.0)
    2.0
    """
    change, weight = np.asarray(rates, float), np.asarray(weights, float)
    if not len(change) or budget <= 0:
        return 0.0
    order = np.argsort(change / weight, kind="stable")
    change, weight = change[order], weight[order]
    levels = (budget + np.cumsum(change)) / np.cumsum(np.sqrt(weight * change))
    visited = np.nonzero(levels * np.sqrt(weight * change) > change)[0]
    return float(levels[visited[-1]]) if len(visited) else 0.0


def visit_rate(level: float, rate: float, weight: float) -> float:
    """Visits a second of one page at a level; 0: it is not worth one.

    >>> visit_rate(3.0, rate=1.0, weight=1.0), visit_rate(3.0, rate=25.0, weight=1.0)
    (2.0, 0.0)
    """
    return max(0.0, level * sqrt(weight * rate) - rate)


def interval_s(level: float, rate: float, weight: float, longest_s: float = inf) -> float:
    """Seconds to the next visit: the deterministic rounding of the policy, at equal distances.

    A page that is not worth a visit is looked at all the same, rarely: it may have become worth it.

    >>> interval_s(3.0, rate=1.0, weight=1.0), interval_s(3.0, 25.0, 1.0, longest_s=9.0)
    (0.5, 9.0)
    """
    visits = visit_rate(level, rate, weight)
    return min(longest_s, 1 / visits) if visits else longest_s
