"""THOR's experiments on the second phase alone: answer pages of `wien` and the bundled sources.

python -m benchmarks.quality thor_pagelets

Pages are known to be answers, so clustering has no part in it. The paper counts whole pagelets
right or wrong on its own 50 sources; on `wien` words are counted, so its 98 % is a bound there. On
the bundled sources whole pagelets are, as in `bundled`, among boxes that turn with every visit.

References
----------
THOR VII-B, VIII-B; fig. 13, 14.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from upwell.models.pagelets import analyse
from upwell.models.papers.thor.pagelets.common import common_subtree_sets
from upwell.models.papers.thor.pagelets.distance import ALL, DEPTH, FANOUT, NODES, PATH
from upwell.models.papers.thor.pagelets.diversity import (
    content_terms,
    intra_similarity,
    term_vectors,
)
from upwell.models.papers.thor.pagelets.phase import ThorParams, thor_pagelets
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree
from upwell.sources.families import FAMILIES

from ..datasets import Page, pages, score, unpacked
from ..figures import Figure, show
from ..pages.bundled_pages import Answered, answered, seeds

Site = tuple[list[Page], list[TagTree]]
DISTANCES = {"all": ALL, "path": PATH, "fanout": FANOUT, "depth": DEPTH, "nodes": NODES}
# One reading in every experiment: one subtree a page and set, and the stop that figure 6 means.
MEANT = ThorParams(matching="assigned", as_printed=False)
OTHERS = {
    "as printed": ThorParams(),
    "a subtree in several sets": replace(MEANT, matching="nearest"),
    "medoid prototype": replace(MEANT, prototype="medoid"),
    "same place": replace(MEANT, matching="key"),
}
BANDS = (0.25, 0.5, 0.75, 1.01)  # upper ends


def measure(quick: bool = False) -> list[Figure]:
    """Precision and recall by distance; histograms of intra-set similarity."""
    return [*_labelled(), *_bundled(quick)]


def _bundled(quick: bool) -> Iterator[Figure]:
    """Answers with a region alone: our reading, which knows the queries; then THOR's distances."""
    sources = [
        _firsts(answered(name, seed))
        for name in sorted(FAMILIES)[:: 4 if quick else 1]
        for seed in seeds(1)
    ]
    ours = [analyse([(page.tree, page.query) for page in source]) for source in sources]
    yield from _whole(
        "bundled, phase 3 alone",
        sources,
        [[[region[:2] for region in one.pagelets] for one in readings] for readings in ours],
        0.99,
    )
    for name, weights in DISTANCES.items():
        params = replace(MEANT, weights=weights)
        found = [thor_pagelets([page.tree for page in source], params) for source in sources]
        bounds = [
            [
                [(one.node, int(page.tree.end[one.node])) for one in pagelets]
                for page, pagelets in zip(source, told, strict=True)
            ]
            for source, told in zip(sources, found, strict=True)
        ]
        yield from _whole(f"fig. 13, bundled: {name}", sources, bounds, None)


def _firsts(pages: Sequence[Answered]) -> list[Answered]:
    """The first answer page of each query: without addresses a second page is a second fetch."""
    asked = {page.query: page for page in reversed(pages) if page.answers and page.kind == "list"}
    return list(asked.values())


def _whole(
    title: str,
    sources: Sequence[Sequence[Answered]],
    bounds: Sequence[Sequence[Sequence[tuple[int, int]]]],
    floor: float | None,
) -> Iterator[Figure]:
    """Share of pagelets that are a true region, and of regions that are told."""
    n_told = n_right = n_true = n_found = 0
    for source, told in zip(sources, bounds, strict=True):
        for page, regions in zip(source, told, strict=True):
            fits = page.fits([page.tree.visible(*region) for region in regions])
            n_told += len(fits)
            n_right += sum(map(any, fits))
            n_true += len(page.truth.regions)
            n_found += sum(map(any, zip(*fits, strict=True)))
    yield Figure(f"{title}, precision", n_right / max(1, n_told), None, floor)
    yield Figure(f"{title}, recall", n_found / max(1, n_true), None, floor)


def _labelled() -> list[Figure]:
    """Both figures on `wien`."""
    root = unpacked("wien")
    if root is None:
        return []
    sites: list[Site] = [
        (held, [parse(page.body) for page in held])
        for _, group in groupby(pages(root), key=lambda page: page.site)
        for held in [list(group)]
    ]
    figures = []
    for name, weights in DISTANCES.items():
        paper = 0.98 if name == "all" else None
        figures += _scored(f"fig. 13: {name}", root, sites, replace(MEANT, weights=weights), paper)
    for name, params in OTHERS.items():
        figures += _scored(name, root, sites, params, None)
    for weighted in (False, True):
        title = "with TFIDF" if weighted else "without"
        low = 0.0
        for high, share in zip(BANDS, _histogram(sites, weighted), strict=True):
            name = f"fig. 14: {title}, similarity {low:.2f} to {min(high, 1):.2f}"
            figures.append(Figure(name, share, None))
            low = high
    return figures


def _scored(
    title: str, root: Path, sites: Sequence[Site], params: ThorParams, paper: float | None
) -> list[Figure]:
    found = {key: text for site in sites for key, text in _texts(site, params).items()}
    scored = score("region", root, found)
    return [Figure(f"{title}, {name}", scored[name], paper) for name in ("precision", "recall")]


def _texts(site: Site, params: ThorParams) -> dict[str, str]:
    held, trees = site
    return {
        page.name: " ".join(tree.visible(p.node, int(tree.end[p.node])) for p in found)
        for page, tree, found in zip(held, trees, thor_pagelets(trees, params), strict=True)
    }


def _histogram(sites: Sequence[Site], weighted: bool) -> list[float]:
    """Share of the common subtree sets of all sites in each band of similarity."""
    counts = [0] * len(BANDS)
    for _, trees in sites:
        for held in common_subtree_sets(trees):
            contents = [content_terms(trees[page], node) for page, node in sorted(held.items())]
            similarity = intra_similarity(term_vectors(contents, weighted))
            counts[next(i for i, high in enumerate(BANDS) if similarity < high)] += 1
    return [count / sum(counts) for count in counts]


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
