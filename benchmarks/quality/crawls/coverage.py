"""Whether the certificate of coverage is honest, on databases of known size.

python -m benchmarks.quality coverage                how often the interval holds the truth
python -m benchmarks.quality.crawls.coverage fit     the weights of `models/queries/coverage/params`

Every family is judged by weights that were fitted on all the others.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from upwell.models.queries.coverage.certificate import Coverage, certificate_of
from upwell.models.queries.coverage.evidence import log_odds
from upwell.models.queries.coverage.params import FEWEST_ANSWERS, Calibration
from upwell.sources.families import FAMILIES

from ..figures import Figure
from .known_sizes import Case, crawled, drawn_case

CASES, QUICK_CASES = 13, 1  # of each family
SHARES = (0.3, 0.5, 0.8, 0.95)  # of the source, at which the certificate is looked at
STEP = 0.025  # of the share, between two moments that are fitted
RIDGE = 5.0
N_KNOTS = 7
OUTSIDE = 0.03  # of the truth, on each side of an interval: families differ
EVERYTHING = 9.0  # log odds above any estimate: the whole source was seen
WANTED, STOPS = 0.98, (0.97, 0.995)


class Moment(NamedTuple):
    """A crawl when it had seen so much."""

    case: Case
    share: float  # in truth
    features: list[float]
    seen: int
    most_matches: int
    last: bool


def measure(quick: bool = False) -> list[Figure]:
    """Interval and half-width by the share seen, by kind of answer, by family.

    References
    ----------
    TXT 2.4.
    """
    moments = list(_moments(QUICK_CASES if quick else CASES))
    judged = [pair for family in FAMILIES for pair in _judged(moments, family)]
    figures = [Figure("sources of known size", len({m.case for m in moments}), None)]
    for share in SHARES:
        figures += _figures(f"at {share:.0%}", [p for p in judged if _is_at(p[0], share)])
    figures += _figures("at the end", [p for p in judged if p[0].last])
    for name, is_so in _KINDS.items():
        figures += _figures(name, [p for p in judged if is_so(p[0].case)])
    within = {f: _holds([p for p in judged if p[0].case.family == f]) for f in FAMILIES}
    figures += [
        Figure("families whose interval holds in .85 of the cases", _part(within, 0.85), None),
        Figure("the worst family", min(within.values()), None),
    ]
    return [*figures, *_stopping(judged)]


def fitted(moments: Sequence[Moment]) -> Calibration:
    """Weights by ridge regression of the log odds, and how far the truth was from them."""
    rows = np.array([moment.features for moment in moments])
    odds = np.array([log_odds(moment.share) for moment in moments])
    ridge = RIDGE * np.eye(rows.shape[1])
    ridge[0, 0] = 0.0
    weights = np.linalg.solve(rows.T @ rows + ridge, rows.T @ odds)
    estimate = rows @ weights
    whole = np.array([moment.share >= 1 for moment in moments])
    knots, below, above = _spread(estimate, np.where(whole, EVERYTHING, odds - estimate))
    return Calibration(*(_rounded(side) for side in (weights, knots, below, above)))


def _spread(
    estimate: NDArray[np.float64], error: NDArray[np.float64]
) -> tuple[list[float], list[float], list[float]]:
    edges = np.quantile(estimate, np.linspace(0, 1, N_KNOTS + 1))
    knots, below, above = [], [], []
    for low, high in pairwise(edges):
        inside = (estimate >= low) & (estimate <= high)
        knots.append(float(np.median(estimate[inside])))
        below.append(float(np.quantile(error[inside], OUTSIDE)))
        above.append(float(np.quantile(error[inside], 1 - OUTSIDE)))
    return knots, below, above


def _rounded(values: Sequence[float] | NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(round(float(value), 3) for value in values)


def _moments(n_cases: int) -> Iterator[Moment]:
    for family in FAMILIES:
        for number in range(n_cases):
            yield from _of(drawn_case(family, number))


def _of(case: Case) -> Iterator[Moment]:
    before, last = 0.0, None
    for glance in crawled(case):
        evidence = glance.evidence
        if evidence.captures.sums.answers < FEWEST_ANSWERS:
            continue
        last = Moment(
            case, glance.share, evidence.features(), evidence.seen, evidence.most_matches, False
        )
        if int(glance.share / STEP) > int(before / STEP):
            before = glance.share
            yield last
    if last is not None:
        yield last._replace(last=True)


def _judged(moments: Sequence[Moment], family: str) -> Iterator[tuple[Moment, Coverage]]:
    """The certificates of a family, by weights of the others."""
    others = fitted([moment for moment in moments if moment.case.family != family])
    for moment in moments:
        if moment.case.family == family:
            found = certificate_of(moment.features, moment.seen, moment.most_matches, others)
            yield moment, found


def _figures(name: str, judged: Sequence[tuple[Moment, Coverage]]) -> list[Figure]:
    if not judged:
        return []
    widths = [(c.high - c.low) / 2 / m.case.size for m, c in judged]
    errors = [abs(c.size - m.case.size) / m.case.size for m, c in judged]
    return [
        Figure(f"{name}: the 90 % interval holds the size", _holds(judged), 0.9),
        Figure(f"{name}: median half-width, of the size", float(np.median(widths)), None),
        Figure(f"{name}: median error, of the size", float(np.median(errors)), None),
    ]


def _holds(judged: Sequence[tuple[Moment, Coverage]]) -> float:
    if not judged:
        return 1.0
    return float(np.mean([c.low <= m.case.size <= c.high for m, c in judged]))


def _part(within: dict[str, float], least: float) -> float:
    return float(np.mean([holds >= least for holds in within.values()]))


def _is_at(moment: Moment, share: float) -> bool:
    return not moment.last and 0 <= moment.share - share < STEP


def _stopping(judged: Sequence[tuple[Moment, Coverage]]) -> list[Figure]:
    """Where a crawl would end that was told to end at .98."""
    ends: dict[Case, float] = {}
    for moment, found in judged:
        if found.share >= WANTED:
            ends.setdefault(moment.case, moment.share)
    shares = list(ends.values())
    n = len({moment.case for moment, _ in judged})
    right = [STOPS[0] <= share <= STOPS[1] for share in shares]
    return [
        Figure(f"{WANTED}: crawls that it ended", len(shares) / n, None),
        Figure(f"{WANTED}: true share seen then, median", float(np.median(shares or [0.0])), None),
        Figure(f"{WANTED}: of these at .97 to .995", float(np.mean(right or [False])), None),
        Figure(
            f"{WANTED}: of these at .95 or more", float(np.mean([s >= 0.95 for s in shares])), None
        ),
    ]


_KINDS: dict[str, Callable[[Case], bool]] = {
    "whole answers": lambda case: case.limit is None,
    "limited": lambda case: case.limit is not None and case.order != "rank",
    "limited and ranked": lambda case: case.limit is not None and case.order == "rank",
    "counts are not told": lambda case: not case.counts,
}


def main() -> None:
    """Print the weights that all families give."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("verb", choices=["fit"])
    parser.add_argument("--cases", type=int, default=CASES, help="of each family")
    chosen = parser.parse_args()
    for name, values in fitted(list(_moments(chosen.cases)))._asdict().items():
        print(f"    {name}={values},")


if __name__ == "__main__":
    main()
