"""The number of matches that a page reports, on the bundled sources, whose truth knows it.

python -m benchmarks.quality reported

Pages of each source come in a stream: read by the standing model, counted, learned from. Judged are
all answers once the stream has ended, as the agents read earlier pages again; and, beside it, those
of the last half as they came. Right: of the lists of sources that state their number. Wrong: of all
answers, those of which another number is told than the true one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from upwell.models.queries.reported import ReportedPlaces, stated_numbers
from upwell.models.site import Site, observe
from upwell.models.urls.pager import pager_links
from upwell.sources.families import FAMILIES

from ..figures import Figure, show
from .bundled_pages import Answered, answered, seeds

SEEDS = 3
STATES = 0.8  # of a source's lists show the number outside of their records, or it states none
GOALS = {"read after": (0.98, 0.005)}
_NUMBER = re.compile(r"\d+")


class Counted(NamedTuple):
    """One answer: the truth, and what was told of it."""

    true: int
    is_list: bool
    streamed: int | None  # as it came
    after: int | None


def measure(quick: bool = False) -> list[Figure]:
    """All sources together, then each alone; `quick`: one seed.

    References
    ----------
    TXT 2.4.
    """
    of = {
        name: [_site(answered(name, seed)) for seed in seeds(1 if quick else SEEDS)]
        for name in FAMILIES
    }
    every = [site for sites in of.values() for site in sites]
    figures = [*_figures("read after", every, streamed=False)]
    figures += _figures("last half as it came", every, streamed=True)
    figures.append(Figure("sites that state a number", sum(s for s, _ in every), None))
    for name, sites in of.items():
        right, wrong = _rates(sites, streamed=False)
        figures += [
            Figure(f"{name}: right", right, None),
            Figure(f"{name}: wrong", wrong, None, None, "lower"),
        ]
    return figures


def _figures(
    what: str, sites: Sequence[tuple[bool, list[Counted]]], streamed: bool
) -> Iterator[Figure]:
    right, wrong = _rates(sites, streamed)
    least, most = GOALS.get(what, (None, None))
    yield Figure(f"{what}: right", right, None, least)
    yield Figure(f"{what}: wrong", wrong, None, most, "lower")


def _rates(sites: Sequence[tuple[bool, list[Counted]]], streamed: bool) -> tuple[float, float]:
    lists = right = wrong = n = 0
    for states, pages in sites:
        for page in pages[len(pages) // 2 :] if streamed else pages:
            told = page.streamed if streamed else page.after
            n += 1
            wrong += told not in (None, page.true)
            if states and page.is_list:
                lists += 1
                right += told == page.true
    return right / max(1, lists), wrong / max(1, n)


def _site(pages: Sequence[Answered]) -> tuple[bool, list[Counted]]:
    """Whether a site states its numbers, and what was told of its answers."""
    site, places = Site(), ReportedPlaces()
    streamed: dict[int, int | None] = {}
    waiting: list[int] = []  # answers that no model has read yet
    version = 0
    for i, page in enumerate(pages):
        site.observe_tree(page.tree, page.url, page.query, page.nonsense)
        if page.query is not None:
            waiting.append(i)
        if site.model is None:
            continue
        if site.model.version != version:
            version = site.model.version
            places.fade()
        for at in waiting:
            streamed[at] = _read_number(site, places, pages[at], learn=True)
        waiting = []
    site.publish()
    lists = [page for page in pages if page.truth.page_class == "list"]
    states = sum(map(_states, lists)) >= STATES * len(lists)
    return states, [
        Counted(
            len(pages[at].truth.matching),
            pages[at].truth.page_class == "list",
            told,
            _read_number(site, places, pages[at], learn=False),
        )
        for at, told in streamed.items()
    ]


def _read_number(site: Site, places: ReportedPlaces, page: Answered, learn: bool) -> int | None:
    assert site.model is not None
    seen = observe(page.tree, page.url, page.query, page.nonsense)
    n_records = len(site.model.read_tree(page.tree, seen).objects)
    numbers = stated_numbers(page.tree)
    if learn:
        places.fold(numbers, page.query or "", n_records, whole=_is_whole(page))
    return places.read(numbers, n_records)


def _is_whole(page: Answered) -> bool:
    return not pager_links(page.tree, page.url, page.query)


def _states(page: Answered) -> bool:
    """Whether the page shows the number of its matches outside of its records and its links."""
    tree = page.tree
    texts = (text or "" for text, linked in zip(tree.text, tree.linked, strict=True) if not linked)
    shown = Counter(_NUMBER.findall(" ".join(texts)))
    rest = shown - Counter(_NUMBER.findall(" ".join(page.truth.regions)))
    return str(len(page.truth.matching)) in rest


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
