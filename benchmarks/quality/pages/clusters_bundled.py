"""Page clusters of the bundled sources, not told k, in both orders of arrival.

python -m benchmarks.quality clusters_bundled

Of each source and seed: answers to 100 words of its records, ten nonsense words, three questions
it cannot answer, and thirty records' own pages. Kinds are templates as the source has them, so a
list of one is a list, and a single match that leads to the record is the record's page. `ids
changed` is the share of pages that the last model puts elsewhere than they were told at arrival,
vanished ids followed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb
from random import Random
from statistics import fmean
from typing import NamedTuple

from upwell.models.pages.clusters.learner import Clusters
from upwell.models.pages.signature import Signature, signature
from upwell.models.papers.thor.clustering.measures import adjusted_rand, entropy, purity
from upwell.models.tree.parse import parse
from upwell.sources.families import FAMILIES
from upwell.sources.site import Site
from upwell.sources.starting import pages_of
from upwell.sources.truth import Truth

from ..figures import Figure, show
from ..sealed import first_seeds
from .bundled_pages import fetched

RECORDS = 600
UNASKABLE = ('"', "(", '<"')


class Visited(NamedTuple):
    """A page of a source."""

    kind: str
    url: str
    nonsense: bool
    signature: Signature


class Scores(NamedTuple):
    """A clustering against the truth."""

    entropy: float
    ari: float
    purity: float
    pair_f1: float
    changed: float


# of changed ids 1 % is asked; an id told provisionally leads to where its pages were put
FLOORS = Scores(entropy=0.02, ari=0.95, purity=0.99, pair_f1=0.97, changed=0.01)


def measure(quick: bool = False) -> list[Figure]:
    """The five measures in both orders, over all sources; each source's agreement."""
    seeds = first_seeds(1 if quick else 2)
    visited = {(name, seed): visits(name, seed) for name in FAMILIES for seed in seeds}
    figures: list[Figure] = []
    for order in ("shuffled", "type after type"):
        found = {at: _learned(pages, order) for at, pages in visited.items()}
        means = Scores(*map(fmean, zip(*found.values(), strict=True)))
        figures += _figures(order, means)
        for name in FAMILIES:
            ari = fmean(score.ari for (family, _), score in found.items() if family == name)
            figures.append(Figure(f"{order}: {name}, ARI", ari, None))
    return figures


def visits(name: str, seed: int) -> list[Visited]:
    """What a first look at a source brings, in shuffled order."""
    pages = pages_of(FAMILIES[name], seed, RECORDS, False)
    site = Site(pages, seed)
    truth = Truth(site)
    draw = Random(f"{name} {seed}")
    words = sorted({word for record in truth.records() for word in _words(record.searchable)})
    asked = [truth.search_url(word) for word in draw.sample(words, min(100, len(words)))]
    records = draw.sample(list(truth.records()), 30)
    addresses = [*asked, *map(truth.item_url, records), *map(truth.search_url, UNASKABLE)]
    nonsense = {truth.search_url("zq" + "".join(draw.choices("xvwkj", k=4))) for _ in range(10)}
    both = sorted({*addresses, *nonsense})
    draw.shuffle(both)
    return [_visit(site, url, url in nonsense) for url in both]


def _words(searchable: str) -> list[str]:
    return searchable.split()


def _visit(site: Site, url: str, nonsense: bool) -> Visited:
    kind, _, body = fetched(site, url)
    return Visited(kind, url, nonsense, signature(parse(body)))


def _learned(pages: list[Visited], order: str) -> Scores:
    fed = sorted(pages, key=lambda page: page.kind) if order == "type after type" else pages
    clusters = Clusters()
    ids = []
    for page in fed:
        ids.append(clusters.fold(page.url, page.signature, page.nonsense))
        if clusters.due:
            clusters.recluster()
    model = clusters.publish()
    assert model is not None
    truth = [page.kind for page in fed]
    read = [model.assign(page.signature).cluster for page in fed]
    moved = [clusters.resolve(id_) != now for id_, now in zip(ids, read, strict=True)]
    return Scores(
        entropy(truth, read),
        adjusted_rand(truth, read),
        purity(truth, read),
        pair_f1(truth, read),
        fmean(moved),
    )


def pair_f1(truth: list[str], labels: list[int]) -> float:
    """Of pairs of pages put together, and pairs that belong together: the harmonic mean."""
    both = sum(comb(n, 2) for n in Counter(zip(truth, labels, strict=True)).values())
    put = sum(comb(n, 2) for n in Counter(labels).values())
    belong = sum(comb(n, 2) for n in Counter(truth).values())
    return 2 * both / max(1, put + belong)


def _figures(order: str, means: Scores) -> Iterator[Figure]:
    lower = {"entropy", "changed"}
    for name, value, floor in zip(Scores._fields, means, FLOORS, strict=True):
        better = "lower" if name in lower else "higher"
        title = {"changed": "ids changed", "pair_f1": "pair F1", "ari": "ARI"}.get(name, name)
        yield Figure(f"{order}: {title}", value, None, floor, better)


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
