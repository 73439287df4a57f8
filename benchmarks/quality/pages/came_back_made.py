"""What came back, on made pages: right per class, make and language, and where the status lies.

A site learns from what it answered before; then each page under test is read by itself, so that
none of them teaches another. The goal is .98 right, and nothing told as an object from a page
that is an error, a block or a wall.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from unittest.mock import patch

import upwell
from tests.came_back.corpus import CLASSES, Case, MadeSite, Response, sites

from ..figures import Figure

NEVER_OBJECTS = {"error", "block", "login"}


class Judged(NamedTuple):
    """One page under test beside what was made of it."""

    make: str
    lang: str
    case: Case
    came_back: str
    n_objects: int

    @property
    def right(self) -> bool:
        return self.came_back == self.case.came_back


def measure(quick: bool = False) -> list[Figure]:
    """Shares of the cases that are right; a quick run takes every third site."""
    made = sites()[:: 3 if quick else 1]
    judged = [each for site in made for each in judge(site)]
    figures = [Figure("right", _right(judged), None, 0.98)]
    for lies in (False, True):
        name = "status lies" if lies else "status says so"
        figures.append(Figure(name, _right(j for j in judged if j.case.lies == lies), None))
    for of in CLASSES:
        figures.append(Figure(of, _right(j for j in judged if j.case.came_back == of), None))
    for make in sorted({j.make for j in judged}):
        figures.append(Figure(f"make {make}", _right(j for j in judged if j.make == make), None))
    for lang in sorted({j.lang for j in judged}):
        figures.append(
            Figure(f"language {lang}", _right(j for j in judged if j.lang == lang), None)
        )
    with patch("upwell.models.pages.signs.phrases", return_value=()):
        wordless = [each for site in made for each in judge(site)]
    figures.append(
        Figure("right where no phrase of its language is listed", _right(wordless), None, 0.9)
    )
    told = sum(j.n_objects > 0 for j in judged if j.case.came_back in NEVER_OBJECTS)
    figures.append(Figure("errors, blocks, walls told as objects", told, None, 0, "lower"))
    return figures


def judge(site: MadeSite) -> Iterator[Judged]:
    """Each case of a site, read by a copy of what it has learned."""
    learner = upwell.Site()
    for response in site.answers:
        _observe(learner, response)
    for response in site.nonsense:
        _observe(learner, response, nonsense=True)
    learner.publish()
    learned = learner.save()
    for case in site.cases:
        reading = _observe(upwell.Site.load(learned), case.response)
        yield Judged(site.make, site.lang, case, reading.came_back, len(reading.objects))


def _observe(site: upwell.Site, response: Response, nonsense: bool = False) -> upwell.Reading:
    return site.observe(
        response.body,
        response.url,
        response.query,
        nonsense,
        status=response.status,
        content_type=response.content_type,
        final_url=response.final_url,
    )


def _right(judged: Iterable[Judged]) -> float:
    verdicts = [each.right for each in judged]
    return sum(verdicts) / len(verdicts) if verdicts else 1.0
