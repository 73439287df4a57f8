"""What reading a page goes by."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..content.related_links import ElsewhereParams
from ..content.text_weights import WeightParams
from ..lists.search import RunParams


@dataclass(frozen=True, slots=True)
class ReadParams:
    """Tuned on `wien`, `serp` (single pages) and `swde` (cost 1 to 1.5, lam .25)."""

    weights: WeightParams = field(default_factory=WeightParams)
    runs: RunParams = field(default_factory=RunParams)
    elsewhere: ElsewhereParams = field(default_factory=ElsewhereParams)
    cost: float = 1.25  # price of a region of the cut
    empty: float = 3.0  # counting words below which a page is empty
    empty_cut: float = 4.0  # and of all regions of a cut
    votes: float = 3.0  # weight of ln(votes) beside a run's score
    doubt: float = 0.02  # share of the best place's votes that every place is given
    stands_known: float = 0.2  # mass of a run at a place of lists, or of a lone page's best run
    stands_unknown: float = 0.7  # of any other, which must be linked and of three parts
    sure: float = 20.0  # pages that voted for no list: there is none
    score: float = 0.5
    linked: float = 0.5
    alike: float = 0.3  # the blocks of a page's frame are not even that
    parts: int = 3
    long: int = 10  # parts of a run that may be the first list of a site that is asked
    trusted: float = 0.3  # votes below this share of the best: a single match is looked for
    trusted_top: float = 2.0  # once the best place has so many
    voted: float = 0.05  # votes of a place that is looked at before all are searched
    unsearched: float = 0.85  # mass at a known place that makes a search unnecessary
    second_mass: float = 0.15  # of the counting text outside the first region
    second_least: float = 0.3
    second_alike: float = 0.5
    second_plain: float = 0.5  # share of parts with text beside links, if the first has it
    second_score: float = 0.5  # of the best run's score
    widest_alike: float = 0.8  # of a run at the same place that holds the best and more
    widest_linked: float = 0.8  # its share of parts with a link, beside the best run's
    values: float = 0.9  # of the pages with a list; what is on more of them may be its frame
    heading: int = 5  # words between two known lists that makes them groups of one region
