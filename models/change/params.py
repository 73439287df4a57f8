"""Numbers of how versions of an object are told apart."""

from __future__ import annotations

from dataclasses import dataclass

# Both: tests/change/test_object_text.py.
FEWEST_NUMBERED = 3  # numbers that count up by one may be chance in two objects
ODD_ORDINALS = 0.7  # of a list that has an object too many, or one too few, in between


@dataclass(frozen=True, slots=True)
class DriftParams:
    """Page-Hinkley's parameters; both: tests/change/test_drift.py.

    Tuned on 45 year changes of three news sites (44 found, 1.8 pages later on average) and 5
    redesigns (all found, 1 page later): 2 false alarms in 600 and 2 in 1,000 pages. λ = 1 has no
    false alarm in the first and misses 13 year changes; ADWIN finds none of either.

    Parameters
    ----------
    delta
        δ, slack per page.
    threshold
        λ, sum above which it is drift.
    """

    delta: float = 0.02
    threshold: float = 0.5


# All: tests/change/test_revisit.py.
SHORTEST_S = 1.0  # between two visits of a page that tell something
LONGEST_S = 10 * 365 * 86_400.0  # without a change: nothing is told to be rarer
PRIOR_VISITS = 1.0  # of its kind of page, that a page's own are weighed against
FADING_VISITS = 100.0  # that count: what is longer ago says little of today


@dataclass(frozen=True, slots=True)
class HealthParams:
    """Parameters of field health; all: tests/change/test_health.py.

    Parameters
    ----------
    delta
        δ of ADWIN: chance of a false cut.
    half
        What is left where something broke is no more than this share of what was.
    stood
        Visits that showed all that was there, as which each series begins: what a page is compared
        with is itself. With 50 to 100 of them what breaks at once is seen after 22 to 16 visits.
    fewest
        Pages since it fell.
    longest
        Visits of a kind that are kept; half of them are dropped then.
    series
        Of one kind of page, at most.
    follow
        Share by which what a page shows now moves what its next visit is compared with.
    least
        Share of the objects of a page that have a column, below which it is not followed there.
    """

    delta: float = 0.002
    half: float = 0.5
    stood: int = 80
    fewest: int = 5
    longest: int = 256
    series: int = 64
    follow: float = 0.25
    least: float = 0.15


HEALTH = HealthParams()
