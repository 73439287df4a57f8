"""Which pages of a site are folded in full: all at first, later a sample chosen by hash."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..pagelets import PageletEvidence
from ..pagelets.content.place_counts import PlaceTable
from ..sample.retained import page_hash


@dataclass(frozen=True, slots=True)
class SampleParams:
    """How much of a site is folded in full."""

    full: int = 128  # pages of which each is; then half as many for each doubling of the pages
    few: int = 16  # a place on fewer pages than this is new
    new: float = 0.2  # share of new places from which a page is folded whatever its hash


def step(n_pages: int, full: int) -> int:
    """The sampling step after so many pages: one page in so many is folded in full.

    A power of two, so that a later sample is part of every earlier one.

    >>> [step(n, full=128) for n in (0, 127, 128, 255, 256, 10_000)]
    [1, 1, 2, 2, 4, 128]
    """
    return 1 << (n_pages // full).bit_length()


def sampled(
    url: str,
    evidence: PageletEvidence,
    n_pages: int,
    places: PlaceTable,
    params: SampleParams,
    visit: bool = False,
) -> bool:
    """Whether this page is folded in full: its hash says so, or it is of a kind not yet known.

    Strings and places are shares of pages, and the shares of a sample are those of the whole.
    A page of a new template is no sample of anything counted so far. A page that is visited again
    is counted by now: what it says at every visit would become what all pages say.
    """
    k = step(n_pages, params.full)
    if page_hash(url) % k == 0 and not visit:
        return True
    seen: list[int] = np.frombuffer(evidence.places, "<i8").tolist()
    return sum(places.pages(place) < params.few for place in seen) >= params.new * len(seen)
