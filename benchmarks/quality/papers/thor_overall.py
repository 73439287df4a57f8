"""THOR's last experiments, both phases together, on the bundled sources.

python -m benchmarks.quality thor_overall

Of each source the pages of a hundred words and ten nonsense words, as in the paper. They are put
into three clusters by each representation, the best-ranked are passed on, and THOR's third phase
looks for pagelets in each of them. Precision and recall count words: a pagelet against the region
that the source marks; a pagelet on a page without a region has none right. `ours` reads the same
pages without being told anything. The paper's sources answer with one list; here boxes rotate on
every page, some sources pad empty answers, show two regions, or lead a single match to its page.

References
----------
THOR VIII-C; fig. 15; fig. 16.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from upwell.models.pagelets import analyse
from upwell.models.pages.clusters.ranking import Richness, ranks, recommended, scores
from upwell.models.papers.thor.clustering.representations import (
    PageView,
    Representation,
    cluster_by,
)
from upwell.models.papers.thor.pagelets.phase import thor_pagelets
from upwell.models.text.words import words
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree
from upwell.sources.families import FAMILIES
from upwell.sources.site import Site
from upwell.sources.starting import pages_of
from upwell.sources.truth import Truth

from ..figures import Figure, show
from ..pages.bundled_pages import fetched
from ..sealed import drawn_seeds
from .thor_pagelets import MEANT
from .thor_representations import view

RECORDS = 400
CLUSTERS = 3
TOLD: dict[Representation, tuple[float | None, float | None]] = {
    "TFIDF tags": (0.97, 0.96),
    "raw tags": (None, None),
    "TFIDF content": (None, None),
    "raw content": (None, None),
    "size": (None, None),
    "URL": (None, None),
    "random": (None, None),
}


class Asked(NamedTuple):
    """An answer of a source and the texts of its true regions."""

    tree: TagTree
    view: PageView
    query: str
    regions: tuple[Counter[str], ...]


Found = Mapping[int, Sequence[str]]  # number of a page -> texts of its pagelets


def measure(quick: bool = False) -> list[Figure]:
    """Precision and recall by representation, and by the number of clusters passed on."""
    names = sorted(FAMILIES)[:: 4 if quick else 1]
    (seed,) = drawn_seeds("overall", 1)
    sources = [answers(name, seed, n_words=40 if quick else 100) for name in names]
    figures: list[Figure] = []
    for representation, paper in TOLD.items():
        figures += _figures(
            f"fig. 15: {representation}",
            [_thor(source, representation, passed=2) for source in sources],
            sources,
            paper,
        )
    for passed in (1, 2, 3):
        found = [_thor(source, "TFIDF tags", passed) for source in sources]
        figures += _figures(f"fig. 16: {passed} of 3 clusters", found, sources)
    return [*figures, *_figures("ours", [_ours(source) for source in sources], sources)]


def answers(name: str, seed: int, n_words: int = 100) -> list[Asked]:
    """Pages of a hundred words of the records and of ten nonsense words."""
    family = FAMILIES[name]
    site = Site(pages_of(family, seed, RECORDS, False), seed)
    truth = Truth(site)
    draw = Random(f"overall {name} {seed}")
    known = sorted({w for record in truth.records() for w in words(record.searchable)})
    nonsense = ["zq" + "".join(draw.choices("xvwkj", k=5)) for _ in range(10)]
    return [
        _answer(site, truth, query)
        for query in [*draw.sample(known, min(n_words, len(known))), *nonsense]
    ]


def _answer(site: Site, truth: Truth, query: str) -> Asked:
    url = truth.search_url(query)
    _, shown, body = fetched(site, url)
    told = truth.page(shown)
    regions = tuple(Counter(words(text)) for text in told.regions if words(text))
    return Asked(parse(body, url=url), view(body, url), query, regions)


def _thor(source: Sequence[Asked], by: Representation, passed: int) -> Found:
    labels = cluster_by(by, [page.view for page in source], CLUSTERS)
    members: dict[int, list[int]] = defaultdict(list)
    for number, label in enumerate(labels):
        members[label].append(number)
    rich = {
        label: [_richness(source[number]) for number in held] for label, held in members.items()
    }
    found: dict[int, Sequence[str]] = {}
    params = MEANT
    for label in recommended(ranks(scores(rich)), passed):
        trees = [source[number].tree for number in members[label]]
        for number, pagelets in zip(members[label], thor_pagelets(trees, params), strict=True):
            tree = source[number].tree
            found[number] = [tree.visible(p.node, int(tree.end[p.node])) for p in pagelets]
    return found


def _richness(page: Asked) -> Richness:
    return Richness(len(page.view.content), int(page.tree.fanout.max()), page.view.size)


def _ours(source: Sequence[Asked]) -> Found:
    readings = analyse([(page.tree, page.query) for page in source])
    return {
        number: [page.tree.visible(*region[:2]) for region in reading.pagelets[:1]]
        for number, (page, reading) in enumerate(zip(source, readings, strict=True))
    }


def _figures(
    title: str,
    found: Sequence[Found],
    sources: Sequence[Sequence[Asked]],
    paper: tuple[float | None, float | None] = (None, None),
) -> Iterator[Figure]:
    """Means over the sources."""
    pairs = [_scored(source, one) for source, one in zip(sources, found, strict=True)]
    for name, values, told in zip(
        ("precision", "recall"), zip(*pairs, strict=True), paper, strict=True
    ):
        yield Figure(f"{title}, {name}", fmean(values), told)


def _scored(source: Sequence[Asked], found: Found) -> tuple[float, float]:
    """Mean share of a pagelet's words that are the region's, over the pages that got one; and of
    the region's words that some pagelet holds, over the pages that have one."""
    precision, recall = [], []
    for number, page in enumerate(source):
        region = sum(page.regions, Counter[str]())
        texts = found.get(number, ())
        precision += [_shared(text, region) / max(1, len(words(text))) for text in texts]
        if page.regions:
            recall.append(_shared(" ".join(texts), region) / region.total())
    return fmean(precision) if precision else 0.0, fmean(recall) if recall else 0.0


def _shared(text: str, region: Counter[str]) -> int:
    return (Counter(words(text)) & region).total()


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
