"""Pages without a match: every family of bundled sources, and the paper's two failing sites.

python -m benchmarks.quality empty

Each source answers ten nonsense words and sixty others to learn from, then a hundred to be judged.
Precision and recall are those of pages with a match, as in the paper, and of those without; the
paper's own form, by similarity of whole pages, stands beside.

References
----------
ENT 5; fig. 7.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from statistics import fmean
from typing import NamedTuple

from upwell.models.papers.ent.background import BackgroundPages
from upwell.models.queries.probes import nonsense_words, probe_words
from upwell.models.site import SiteModel, SiteState, observe
from upwell.models.text.words import words
from upwell.models.tree.tagtree import TagTree
from upwell.sources.families import FAMILIES
from upwell.sources.site import Site as SourceSite
from upwell.sources.starting import pages_of
from upwell.sources.truth import Truth

from ..figures import Figure, show
from ..sealed import drawn_seeds
from .bundled_pages import matching_words, visit
from .no_match_sites import MAKES, made_pages

LEARNED, JUDGED = 60, 100
THETAS = (0.4, 0.55, 0.7, 0.85, 0.95)
FLOOR = 0.97
SEEDS = 3
DOUBTFUL = 0.02  # of a site's answers at most


class Answer(NamedTuple):
    """A page, what was asked for it, and whether nothing matched."""

    tree: TagTree
    url: str
    query: str
    empty: bool
    nonsense: bool = False


class Rates(NamedTuple):
    """Precision and recall of pages with a match, and of pages without; share of doubt."""

    full_precision: float
    full_recall: float
    empty_precision: float
    empty_recall: float
    doubtful: float = 0.0


def measure(quick: bool = False) -> list[Figure]:
    """Every family, then the made sites, then the paper's form; one seed each when quick."""
    seeds = drawn_seeds("empty", 1 if quick else SEEDS)
    families = {name: [source_pages(name, seed) for seed in seeds] for name in FAMILIES}
    made = {name: [made_pages(name, seed) for seed in seeds] for name in MAKES}
    figures: list[Figure] = []
    for name, sites in (families | made).items():
        figures += _worst(name, [by_contrast(site) for site in sites])
    every = [site for sites in families.values() for site in sites]
    for theta in THETAS:
        sketch = (0.89, 0.90) if theta == 0.85 else (None, None)
        found = [by_similarity(site, theta) for site in every]
        figures += [
            Figure(
                f"fig. 7: threshold {theta:.2f}, precision",
                fmean(r.full_precision for r in found),
                sketch[0],
            ),
            Figure(
                f"fig. 7: threshold {theta:.2f}, recall",
                fmean(r.full_recall for r in found),
                sketch[1],
            ),
        ]
    return figures


def _worst(name: str, found: Sequence[Rates]) -> Iterator[Figure]:
    """The worst of a family's seeds."""
    yield Figure(f"{name}: with a match, precision", min(r[0] for r in found), None, FLOOR)
    yield Figure(f"{name}: with a match, recall", min(r[1] for r in found), None, FLOOR)
    yield Figure(f"{name}: without, precision", min(r[2] for r in found), None, FLOOR)
    yield Figure(f"{name}: without, recall", min(r[3] for r in found), None, FLOOR)
    yield Figure(f"{name}: doubtful", max(r[4] for r in found), None, DOUBTFUL, "lower")


def by_contrast(pages: Sequence[Answer]) -> Rates:
    """Of a site that learned from the first of its pages, the others."""
    state = SiteState()
    for number, page in enumerate(pages[:-JUDGED]):
        seen = observe(page.tree, page.url, page.query, page.nonsense)
        state.fold(state.with_vote(seen, page.tree) if number % 2 else seen)
    model = state.publish(1)
    assert model is not None
    doubts = [_read(model, page) for page in pages[-JUDGED:]]
    rates = judged([empty for empty, _ in doubts], pages[-JUDGED:])
    return rates._replace(doubtful=fmean(doubtful for _, doubtful in doubts))


def _read(model: SiteModel, page: Answer) -> tuple[bool, bool]:
    seen = observe(page.tree, page.url, page.query)
    reading = model.read_tree(page.tree, seen)
    return reading.empty, reading.doubtful


def by_similarity(pages: Sequence[Answer], theta: float) -> Rates:
    """The paper's form."""
    background = BackgroundPages(theta)
    for page in pages:
        if page.nonsense:
            background.fold(*_terms(page))
    return judged([background.judge(*_terms(p)).empty for p in pages[-JUDGED:]], pages[-JUDGED:])


def _terms(page: Answer) -> tuple[list[str], list[str]]:
    return words(page.tree.visible(0, page.tree.n)), words(page.query)


def judged(empty: Iterable[bool], answers: Sequence[Answer]) -> Rates:
    """Rates of both classes; of a class without a page they are 1."""
    pairs = [(found, page.empty) for found, page in zip(empty, answers, strict=True)]

    def of(what: bool) -> tuple[float, float]:
        right = sum(found == true == what for found, true in pairs)
        predicted = sum(found == what for found, _ in pairs)
        true = sum(true == what for _, true in pairs)
        return right / predicted if predicted else 1.0, right / true if true else 1.0

    return Rates(*of(False), *of(True))


def source_pages(name: str, seed: int) -> list[Answer]:
    """Answers of one source, those to be judged last."""
    family = FAMILIES[name]
    site = SourceSite(pages_of(family, seed, 600), seed)
    truth = Truth(site, "http://127.0.0.1")
    draw = Random(f"empty {name} {seed}")
    n = LEARNED + JUDGED
    known = matching_words(truth, family.language, draw)[:n]
    asked = [*probe_words(seed, n, family.language)[:n], *known]
    draw.shuffle(asked)
    wanted = [*((word, True) for word in nonsense_words(seed, 10)), *((w, False) for w in asked)]
    pages = (_visited(site, truth, word, nonsense) for word, nonsense in wanted)
    return list(islice((page for page in pages if page is not None), n + 10))


def _visited(site: SourceSite, truth: Truth, word: str, nonsense: bool) -> Answer | None:
    """One visit; None where the site refuses what was asked."""
    page = visit(site, truth, truth.search_url(word), word, nonsense)
    if page.kind == "error":
        return None
    return Answer(page.tree, page.url, word, page.kind == "none", nonsense)


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
