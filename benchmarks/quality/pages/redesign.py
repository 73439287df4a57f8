"""A site gets another design while it is read: how soon are its answers right again?

python -m benchmarks.quality redesign

Of each bundled source: sixty answers under one design, then sixty under the next, each read when
it comes, as a stream is. Right is a page whose regions are all told, no other, with as many objects
as there are records; lost are the pages that are wrong after the change beyond the share that was
wrong before it. Beside them what tests on the distance of a page to the nearest kind say of the
change: Page-Hinkley as `models/change/drift.py` sets it, and ADWIN.

References
----------
THOR V-E.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from random import Random
from statistics import fmean, median
from typing import Any, NamedTuple

from upwell.models.change.drift import Drift
from upwell.models.site import Site
from upwell.sources.families import FAMILIES
from upwell.sources.site import Course
from upwell.sources.site import Site as Source
from upwell.sources.starting import pages_of
from upwell.sources.truth import Truth

from ..figures import Figure, show
from ..sealed import first_seeds
from .bundled import judged
from .bundled_pages import HOST, RECORDS, Answered, matching_words, visit

PAGES = 60  # under each design
STEADY = 20  # pages from which on the share of wrong ones before the change is taken
WINDOWS = ((0, 5), (5, 10), (10, 20), (20, PAGES))
ADWIN_DELTA = 0.002


class Read(NamedTuple):
    """One page of the stream."""

    right: bool
    distance: float  # to the nearest kind that was known
    version: int  # of the model that read it


def measure(quick: bool = False) -> list[Figure]:
    """All sources; `quick`: every fourth."""
    names = list(FAMILIES)[:: 4 if quick else 1]
    streams = [streamed(redesigned(name, seed)) for name in names for seed in first_seeds(1)]
    before = [fmean(page.right for page in stream[STEADY:PAGES]) for stream in streams]
    after = [stream[PAGES:] for stream in streams]
    figures = [Figure("right, before", fmean(before), None, 0.87 if quick else 0.92)]
    for first, last in WINDOWS:
        begun, share = (
            fmean(page.right for pages in part for page in pages[first:last])
            for part in (streams, after)
        )
        floor = (0.75 if quick else 0.87) if last == PAGES else None
        name = f"right, pages {first + 1} to {last} after, beside those of the beginning"
        figures.append(Figure(name, share, begun, floor))
    pairs = list(zip(before, after, strict=True))
    lost = [sum(not page.right for page in pages) - PAGES * (1 - rate) for rate, pages in pairs]
    figures.append(Figure("pages lost by a redesign, mean", fmean(lost), None, 13.0, "lower"))
    models = [_first_model(stream) for stream in streams]
    figures.append(Figure("a model of the new design after, median", median(models), None))
    return figures + list(_detectors(streams))


def redesigned(name: str, seed: int) -> list[Answered]:
    """Answers to words of the records, no word twice; half of them under another design."""
    now = 0.0
    pages = pages_of(FAMILIES[name], seed, RECORDS)
    site = Source(pages, seed, course=Course(redesign_after_s=1.0), clock=lambda: now)
    truth = Truth(site, HOST)
    draw = Random(f"redesign {name} {seed}")
    words = matching_words(truth, FAMILIES[name].language, draw)[: 2 * PAGES]
    old = [visit(site, truth, truth.search_url(word), word, False) for word in words[:PAGES]]
    now = 2.0
    return old + [visit(site, truth, truth.search_url(word), word, False) for word in words[PAGES:]]


def streamed(pages: Sequence[Answered]) -> list[Read]:
    """Each page read as it comes."""
    site, out = Site(), []
    for page in pages:
        version = site.model.version if site.model else 0
        reading = site.observe_tree(page.tree, page.url, page.query)
        told = judged(page, reading)
        right = told.counted and told.found == told.true and told.right == told.told
        out.append(Read(right, 1.0 - reading.similarity, version))
    return out


def _first_model(stream: Sequence[Read]) -> int:
    """Pages of the new design that came before the first model that knows it."""
    versions = [page.version for page in stream[PAGES - 1 :]]
    changes = (n for n, (one, two) in enumerate(pairwise(versions)) if two > one)
    return next(changes, PAGES)


def _detectors(streams: Sequence[Sequence[Read]]) -> Iterator[Figure]:
    import river.drift

    make_adwin: Callable[..., Any] = river.drift.ADWIN

    def adwin() -> Callable[[float], bool]:
        test = make_adwin(delta=ADWIN_DELTA, grace_period=8, clock=1)

        def fold(distance: float) -> bool:
            test.update(distance)
            return bool(test.drift_detected)

        return fold

    for name, make in (("Page-Hinkley", lambda: Drift().fold), ("ADWIN", adwin)):
        alarms = []
        for stream in streams:
            fold = make()
            alarms.append(
                [i for i, page in enumerate(stream) if page.version and fold(page.distance)]
            )
        told = [next((i - PAGES + 1 for i in found if i >= PAGES), None) for found in alarms]
        delays = [delay for delay in told if delay is not None]
        false = fmean(sum(i < PAGES for i in found) for found in alarms)
        yield Figure(f"{name}: redesigns told, share", len(delays) / len(told), None)
        yield Figure(f"{name}: after pages, median", median(delays or [PAGES]), None)
        yield Figure(f"{name}: false alarms in {PAGES} pages before", false, None)


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
