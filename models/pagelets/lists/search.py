"""Repeated structure on one page: the best runs, by score."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..page.outline import Floats, Outline
from .candidates import Candidate, are_descriptions, candidates
from .features import Features, cheap_features, dear_features, opened
from .grid import prefer_cells, prefer_wholes
from .run import Run
from .score import ScoreParams, run_score
from .segment import Part, rough_parts, segment

_CUT = 0.5  # what a run wins at most when its last part is cut: evenness


@dataclass(frozen=True, slots=True)
class RunParams:
    """Bounds of the search; the score's weights are tuned apart."""

    least: float = 0.05  # share of the counting text a run must hold
    top: int = 8  # runs that are kept
    least_words: int = 4
    most_parts: int = 2_000
    largest: float = 0.6  # share of its text in one of three parts; a record among boxes has more
    score: ScoreParams = field(default_factory=ScoreParams)


def find_runs(
    page: Outline,
    mass: Floats,
    params: RunParams | None = None,
    least: float | None = None,
    among: Collection[int] | None = None,
) -> list[Run]:
    """The best runs of a page, best first.

    Parameters
    ----------
    page
        The page.
    mass
        Prefix sums of what counts: of all words on a single page, of the weights of dynamic
        text on a site that is known.
    params
        Bounds and weights.
    least
        Another share that a run must hold.
    among
        Places at which parts may begin, the first or the last of them; None: at any.

    Reading
    -------
    THOR finds the region first and its objects after; records found by their repetition give
    the region with them, and on single pages too.

    References
    ----------
    THOR VI-C, I (partitioning); OBJ 3.
    """
    params = params or RunParams()
    if mass[-1] <= 0:
        return []
    least = params.least if least is None else least
    found = _searched(page, mass, params, least, among)
    found.sort(key=_best_first)
    prefer_wholes(page, found)
    found.sort(key=_best_first)
    prefer_cells(page, found)
    found.sort(key=_best_first)
    return found[: params.top]


def _searched(
    page: Outline, mass: Floats, params: RunParams, least: float, among: Collection[int] | None
) -> list[Run]:
    """The best runs among all candidates, in the order of these."""
    search = _Search(page, mass, params, least)
    roughly = [
        rough
        for i, candidate in enumerate(_distinct(page, search.heavy(mass), among))
        if (rough := search.rough(i, candidate)) is not None
    ]
    roughly.sort(key=lambda rough: -rough.bound)
    for rough in roughly:  # the best come first, so that most of the others need no second look
        if not search.may_enter(rough.bound):
            break
        search.try_out(rough)
    return [run for _, run in sorted(search.found, key=lambda one: one[0])]


def run_of(
    page: Outline,
    mass: Sequence[float],
    candidate: Candidate,
    parts: list[Part],
    params: RunParams | None = None,
) -> Run | None:
    """The run of parts that are known already; None where fewer than two have words."""
    f = cheap_features(page, parts, mass, mass[-1])
    if f is None:
        return None
    return _run(page, candidate, parts, opened(page, parts, f), params or RunParams())


def _run(
    page: Outline, candidate: Candidate, parts: list[Part], cheap: Features, params: RunParams
) -> Run:
    f = dear_features(page, parts, cheap)
    places = Counter([page.place[a] for a, _ in parts])
    score = run_score(f, candidate.kind, params.score)
    commonest = places.most_common(1)[0][0]
    return Run(candidate.region, candidate.kind, parts, score, f, commonest, frozenset(places))


def _best_first(run: Run) -> float:
    return -run.score


def _distinct(
    page: Outline, heavy: Sequence[bool], among: Collection[int] | None
) -> Iterator[Candidate]:
    seen = set()
    place = page.place
    for names in (page.by_path, page.by_place):
        for candidate in candidates(page, names, heavy=heavy):
            starts = candidate.starts
            first, last = place[starts[0]], place[starts[-1]]
            if among is not None and first not in among and last not in among:
                continue
            mark = (candidate.kind, candidate.region, starts[0], starts[-1], len(starts))
            if mark not in seen:
                seen.add(mark)
                yield candidate


class _Rough(NamedTuple):
    """A candidate before its last part is cut, with what is cheap to tell of it."""

    number: int
    candidate: Candidate
    parts: list[Part]
    features: Features
    bound: float  # of its score, were all parts alike and the last one cut


class _Search:
    """Candidates in, runs out; the floor is the score of the last run that would be kept."""

    def __init__(self, page: Outline, mass: Floats, params: RunParams, least: float) -> None:
        self.page, self.params, self.least = page, params, least
        self.mass_at: list[float] = mass.tolist()
        self.total = self.mass_at[-1]
        self.found: list[tuple[int, Run]] = []
        self.scores: list[float] = []

    def heavy(self, mass: Floats) -> list[bool]:
        """Whether each node holds enough to be a region."""
        held = (mass[self.page.tree.end] - mass[:-1]) / self.total
        heavy: list[bool] = (held >= self.least).tolist()
        return heavy

    def may_enter(self, score: float) -> bool:
        kept = self.params.top
        return len(self.scores) < kept or score >= self.scores[-kept]

    def rough(self, number: int, candidate: Candidate) -> _Rough | None:
        """None with too little text, or too many parts."""
        kind, region, starts = candidate
        page, params = self.page, self.params
        if len(starts) > params.most_parts or are_descriptions(page, starts):
            return None
        reach = (self.mass_at[page.end[region]] - self.mass_at[starts[0]]) / self.total
        if reach < self.least or page.words(starts[0], page.end[starts[-1]]) < params.least_words:
            return None
        parts = rough_parts(page, candidate)
        f = self._features(parts)
        if f is None:
            return None
        return _Rough(number, candidate, parts, f, run_score(f, kind, params.score) + _CUT)

    def try_out(self, rough: _Rough) -> None:
        page, kind, score = self.page, rough.candidate.kind, self.params.score
        f: Features | None = opened(page, rough.parts, rough.features)
        if f is None or not self.may_enter(run_score(f, kind, score) + _CUT):
            return
        whole, sums = segment(page, rough.candidate), page.word_sums
        parts = [(a, b) for a, b in whole if sums[b] > sums[a]]
        if len(parts) < 2:
            return
        if whole[-1] != rough.parts[-1]:
            f = self._features(parts)
            f = f and opened(page, parts, f)
        if f is None or not self.may_enter(run_score(f, kind, score)):
            return
        if len(parts) > 2 and self._largest(parts) > self.params.largest * f.mass * self.total:
            return
        run = _run(page, rough.candidate, parts, f, self.params)
        self.found.append((rough.number, run))
        insort(self.scores, run.score)

    def _largest(self, parts: list[Part]) -> float:
        return max(self.mass_at[b] - self.mass_at[a] for a, b in parts)

    def _features(self, parts: list[Part]) -> Features | None:
        f = cheap_features(self.page, parts, self.mass_at, self.total)
        return f if f is not None and f.mass >= self.least else None
