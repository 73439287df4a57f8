"""What a crawl knows of what it is missing: several estimates of one share, none of them right.

Each estimate leans: questions are chosen to bring what is new, words are not equally common, an
answer shows what the source likes best. They lean by different reasons, so they are put side by
side as log odds, with what tells how far each can be believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import starmap
from math import log
from typing import NamedTuple

from .captures import Capture, Captures
from .estimators import chao2, jackknife, lu
from .params import FEWEST_LISTED, HALF_WINDOW, NEAREST

NAMES = (
    "constant",
    "jackknife",
    "chao2",
    "lu",
    "recent",
    "probes",
    "turing",
    "log answers",
    "log seen",
    "log overflow",
    "cut",
    "fading",
    "new",
    "lists",
    "has lists",
    "listed",
)


class Evidence(NamedTuple):
    """Everything a certificate rests on."""

    seen: int  # distinct objects
    captures: Captures
    recent: Sequence[tuple[int, int]]  # of the last answers: objects, and how many were new
    most_matches: int = 0  # that an answer says it has

    @property
    def overlap(self) -> float:
        """Objects on answers for each distinct one (TXT 2.4.2)."""
        return self.captures.sums.returned / self.seen if self.seen else 0.0

    @property
    def only_listed(self) -> int:
        """Objects that lists showed and no question found, about."""
        sample = _Sample.of(self.captures)
        missed = sample.listed - sample.listed_and_asked
        return round(self.seen * missed / max(1, sample.n))

    @property
    def estimates(self) -> dict[str, float]:
        """Size of the source by each classical estimate."""
        sums, sample = self.captures.sums, _Sample.of(self.captures)
        scale = self.seen / max(1, sample.n)
        return {
            "jackknife": scale * jackknife(sample.n, sample.once, sums.answers),
            "chao2": scale * chao2(sample.n, sample.once, sample.twice, sums.answers),
            "lu": lu(self.seen, sums.returned, self._overflow()),
        }

    def _overflow(self) -> float:
        sums = self.captures.sums
        return max(1.0, sums.matched / max(1, sums.returned))

    def features(self) -> list[float]:
        """Numbers in the order of `NAMES`."""
        sums, sample = self.captures.sums, _Sample.of(self.captures)
        sizes = self.estimates
        last, before = self.recent[-HALF_WINDOW:], self.recent[-2 * HALF_WINDOW : -HALF_WINDOW]
        new, new_before = (sum(n for _, n in part) for part in (last, before))
        recent = log_odds(1 - (new + 0.5) / (sum(r for r, _ in last) + 1))
        found = sample.listed_and_asked
        listed = log_odds((found + 0.5) / (sample.listed + 1))
        has_lists = float(sample.listed >= FEWEST_LISTED)
        return [
            1.0,
            *(log_odds(self.seen / max(1.0, sizes[name])) for name in ("jackknife", "chao2", "lu")),
            recent,
            log_odds((sample.probed_and_asked + 0.5) / (sample.probed + 1)),
            log_odds(1 - (sample.once + 0.5) / (sample.captures + 1)),
            log(max(1, sums.answers)),
            log(max(1, self.seen)),
            log(self._overflow()),
            sums.cut / max(1, sums.answers),
            log((new + 0.5) / (new_before + 0.5)) if before else 0.0,
            log((new + 0.5) / max(1, self.seen)),
            has_lists * (listed - recent),
            has_lists,
            sample.listed / max(1, sample.n),
        ]


class _Sample(NamedTuple):
    """Objects of the sample, counted by how they were captured."""

    n: int
    once: int  # by one answer
    twice: int
    captures: int  # by answers, all told
    probed: int  # by a dictionary word
    probed_and_asked: int  # of these, by a chosen question too
    listed: int
    listed_and_asked: int  # of these, by an answer too

    @classmethod
    def of(cls, captures: Captures) -> _Sample:
        rows = list(starmap(_row, captures.counts.items()))
        return cls(*(sum(column) for column in zip(*rows, strict=True))) if rows else cls(*[0] * 8)


def _row(one: Capture, n: int) -> tuple[int, ...]:
    answers = one.questions + one.probes
    probed, listed = one.probes > 0, one.lists > 0
    return (
        n,
        n * (answers == 1),
        n * (answers == 2),
        n * answers,
        n * probed,
        n * (probed and one.questions > 0),
        n * listed,
        n * (listed and answers > 0),
    )


def log_odds(share: float) -> float:
    """Log odds of a share that is kept off 0 and 1.

    >>> log_odds(.5), log_odds(1) < 7
    (0.0, True)
    """
    kept = min(1 - NEAREST, max(NEAREST, share))
    return log(kept / (1 - kept))
