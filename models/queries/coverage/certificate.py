"""Certificate of coverage: the share of a source that was seen, with an interval that is honest.

What the estimates say is weighed as it was right on sources of known size, and the interval is as
wide as it had to be there to hold the truth in nine of ten cases, on families of sources that the
weights had not seen. The weights are printed by `python -m benchmarks.quality.crawls.coverage`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from .evidence import Evidence
from .params import CALIBRATION, FEWEST_ANSWERS, Calibration


class Coverage(NamedTuple):
    """Share of the source that was seen, its size, and where that lies with 90 % certainty.

    Reading
    -------
    Of what an answer or a list can show: what the source never shows to anybody is not in it.
    """

    share: float
    size: int
    low: int
    high: int


def certify(evidence: Evidence, calibration: Calibration = CALIBRATION) -> Coverage | None:
    """The certificate of a crawl; None while too little has come back to say anything.

    Examples
    --------
    >>> from .captures import Captures
    >>> certify(Evidence(0, Captures(), [])) is None
    True

    References
    ----------
    TXT 2.4.
    """
    if evidence.captures.sums.answers < FEWEST_ANSWERS or not evidence.seen:
        return None
    return certificate_of(evidence.features(), evidence.seen, evidence.most_matches, calibration)


def certificate_of(
    features: Sequence[float], seen: int, most_matches: int, calibration: Calibration
) -> Coverage:
    """The certificate from evidence alone; a source has at least what an answer says it has."""
    odds = sum(w * x for w, x in zip(calibration.weights, features, strict=True))
    below, above = spread(odds, calibration)
    least = max(seen, most_matches)
    low = max(least, round(seen / _share(odds + above)))
    size = max(low, round(seen / _share(odds)))
    return Coverage(seen / size, size, low, max(size, round(seen / _share(odds + below))))


def spread(odds: float, calibration: Calibration) -> tuple[float, float]:
    """How far below and above its estimate the truth was, in log odds, at such an estimate."""
    knots = calibration.knots
    at = bisect_left(knots, odds)
    if at in (0, len(knots)):
        place = min(at, len(knots) - 1)
        return calibration.below[place], calibration.above[place]
    part = (odds - knots[at - 1]) / (knots[at] - knots[at - 1])
    below, above = (
        side[at - 1] + part * (side[at] - side[at - 1])
        for side in (calibration.below, calibration.above)
    )
    return below, above


def _share(odds: float) -> float:
    return 1 / (1 + exp(-odds))
