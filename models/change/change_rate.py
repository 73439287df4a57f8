"""How often something changes, from visits that saw only whether it had (Cho & Garcia-Molina)."""

from __future__ import annotations

from math import exp, expm1, frexp, log

import msgspec

from .params import FADING_VISITS, LONGEST_S, PRIOR_VISITS, SHORTEST_S

_STEPS = 60  # halvings of an interval of rates: more than a float tells apart


class ChangeEvidence(msgspec.Struct, array_like=True):
    """Sums over visits: those that saw no change, and those that saw one by their interval.

    Intervals are kept apart by their power of two, with their sum, so that equal ones are exact.

    Attributes
    ----------
    n_same, same_s
        Visits that saw no change, and the seconds since the visits before them.
    changed
        Of visits that saw one, by the power of two of their interval: how many, how many seconds.
    """

    n_same: float = 0.0
    same_s: float = 0.0
    changed: dict[int, tuple[float, float]] = {}

    @property
    def n_visits(self) -> float:
        """Number of visits, old ones weighted less."""
        return self.n_same + sum(n for n, _ in self.changed.values())

    @property
    def total_s(self) -> float:
        """Seconds between the visits in all."""
        return self.same_s + sum(seconds for _, seconds in self.changed.values())

    def fold(self, interval_s: float, changed: bool) -> None:
        """Count a visit so many seconds after the last one; earlier visits lose weight."""
        interval_s = max(interval_s, SHORTEST_S)
        fade = 1 - 1 / FADING_VISITS
        self.n_same, self.same_s = self.n_same * fade, self.same_s * fade
        self.changed = {at: (n * fade, s * fade) for at, (n, s) in self.changed.items()}
        if not changed:
            self.n_same, self.same_s = self.n_same + 1, self.same_s + interval_s
            return
        at = frexp(interval_s)[1]
        n, seconds = self.changed.get(at, (0.0, 0.0))
        self.changed[at] = (n + 1, seconds + interval_s)


def change_rate(
    evidence: ChangeEvidence, prior: float = 0.0, prior_visits: float = PRIOR_VISITS
) -> float:
    """Changes a second, by the likeliest Poisson process, its bias for few visits taken out.

    Parameters
    ----------
    evidence
        Of one page, or of all of its kind.
    prior
        Changes a second of the kind of page, where there is one.
    prior_visits
        Visits that it is worth.

    Reading
    -------
    Cho and Garcia-Molina (Estimating frequency of change, 2003, 4.2 and 5).
    With regular intervals of length 1 their estimator is -ln((n - X + .5) / (n + .5)): the
    likelihood with half an unchanged visit more. For irregular ones that half visit lasts as long
    as a visit did on average. A prior takes its place: as many visits more of that length, of
    which so many saw a change as it makes likely.

    Examples
    --------
    Ten visits, an hour apart, three of them with a change:

    >>> evidence = ChangeEvidence(7, 7 * 3600.0, {12: (3, 3 * 3600.0)})
    >>> round(3600 * change_rate(evidence), 4), round(-log(7.5 / 10.5), 4)
    (0.3365, 0.3365)
    """
    n = evidence.n_visits
    if not n:
        return prior
    mean_s = evidence.total_s / n
    likely = -expm1(-prior * mean_s)
    more, half = (prior_visits, 0.0) if prior else (0.0, 0.5)
    same_s = evidence.same_s + mean_s * (half + more * (1 - likely))
    seen = [(count, seconds / count) for _, (count, seconds) in sorted(evidence.changed.items())]
    seen.append((more * likely, mean_s))
    low, high = log(1 / LONGEST_S), log(1 / SHORTEST_S)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _expected(seen, exp(middle)) > same_s:
            low = middle
        else:
            high = middle
    return exp((low + high) / 2)


def _expected(seen: list[tuple[float, float]], rate: float) -> float:
    """Seconds without a change that the changed visits stand for: Σ t / (e^(rt) - 1)."""
    return sum(n * t / expm1(min(rate * t, 500.0)) for n, t in seen if n)
