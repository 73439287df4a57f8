"""Repeated structure on one page: the best runs, by score."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .climb import Candidate, candidates
from .features import Features, cheap_features, dear_features
from .grid import prefer_cells, prefer_wholes
from .outline import Floats, Outline
from .run import Run
from .score import ScoreParams, highest_score, run_score
from .segment import Part, rough_parts, segment

_CUT = 0.5  # what a run wins at most when its last part is cut: evenness


@dataclass(frozen=True, slots=True)
class RunParams:
    """Bounds of the search; the score's weights are tuned apart."""

    least: float = 0.05  # share of the counting text a run must hold
    top: int = 8  # runs that are kept
    least_words: int = 4
    most_parts: int = 2_000
    score: ScoreParams = field(default_factory=ScoreParams)


def find_runs(
    page: Outline, mass: Floats, params: RunParams | None = None, least: float | None = None
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

    Reading
    -------
    THOR finds the region first and its objects after; records found by their repetition give
    the region with them, and on single pages too.

    References
    ----------
    THOR VI-C, I (partitioning); OBJ 3.
    """
    params = params or RunParams()
    search = _Search(page, mass, params, params.least if least is None else least)
    if search.total <= 0:
        return []
    for candidate in _distinct(page, search.heavy(mass)):
        if search.is_worth_it(candidate):
            search.try_out(candidate)
    found = sorted(search.found, key=_best_first)
    prefer_wholes(found)
    found.sort(key=_best_first)
    prefer_cells(found)
    found.sort(key=_best_first)
    return found[: params.top]


def _best_first(run: Run) -> float:
    return -run.score


def _distinct(page: Outline, heavy: Sequence[bool]) -> Iterator[Candidate]:
    seen = set()
    for names in (page.by_path, page.by_key):
        for candidate in candidates(page, names, heavy=heavy):
            starts = candidate.starts
            mark = (candidate.kind, candidate.region, starts[0], starts[-1], len(starts))
            if mark not in seen:
                seen.add(mark)
                yield candidate


class _Search:
    """Candidates in, runs out; the floor is the score of the last run that would be kept."""

    def __init__(self, page: Outline, mass: Floats, params: RunParams, least: float) -> None:
        self.page, self.params, self.least = page, params, least
        self.mass_at: list[float] = mass.tolist()
        self.total = self.mass_at[-1]
        self.found: list[Run] = []
        self.scores: list[float] = []

    def heavy(self, mass: Floats) -> list[bool]:
        """Whether each node holds enough to be a region."""
        held = (mass[self.page.tree.end] - mass[:-1]) / self.total
        heavy: list[bool] = (held >= self.least).tolist()
        return heavy

    def may_enter(self, score: float) -> bool:
        kept = self.params.top
        return len(self.scores) < kept or score >= self.scores[-kept]

    def is_worth_it(self, candidate: Candidate) -> bool:
        """Without an array made: enough text, and a bound on the score above the floor."""
        kind, region, starts = candidate
        page, params = self.page, self.params
        if len(starts) > params.most_parts:
            return False
        reach = (self.mass_at[page.end[region]] - self.mass_at[starts[0]]) / self.total
        if reach < self.least or page.words(starts[0], page.end[starts[-1]]) < params.least_words:
            return False
        return self.may_enter(highest_score(reach, len(starts), kind, params.score))

    def try_out(self, candidate: Candidate) -> None:
        page, params = self.page, self.params
        rough = rough_parts(page, candidate)
        f = self._features(rough)
        # the best it can still be, were all parts alike and the last one cut
        if f is None or not self.may_enter(run_score(f, candidate.kind, params.score) + _CUT):
            return
        whole = segment(page, candidate)
        parts = [(a, b) for a, b in whole if page.words(a, b) > 0]
        if len(parts) < 2:
            return
        f = f if whole[-1] == rough[-1] else self._features(parts)
        if f is None or not self.may_enter(run_score(f, candidate.kind, params.score)):
            return
        f = dear_features(page, parts, f)
        keys = Counter(page.tree.key[[a for a, _ in parts]].tolist())
        score = run_score(f, candidate.kind, params.score)
        place = keys.most_common(1)[0][0]
        self.found.append(
            Run(candidate.region, candidate.kind, parts, score, f, place, frozenset(keys))
        )
        insort(self.scores, score)

    def _features(self, parts: list[Part]) -> Features | None:
        f = cheap_features(self.page, parts, self.mass_at, self.total)
        return f if f is not None and f.mass >= self.least else None
