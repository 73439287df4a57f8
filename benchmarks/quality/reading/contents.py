"""Tables of contents of the bundled sources, whose pages nobody asked for, against the database.

python -m benchmarks.quality contents

Pages are found by links alone, as a crawl with `--browse-only` finds them; a site learns them one
by one, and its last model reads each again. True are the links to the records that the database
has for the address of a page, three or more: those of a section and a month, of a category, of a
search that a link asks. Menus, facets, pagers and boxes of other records are not. Records' own
pages are left out: what they lead to beside is nobody's list. Beside stands `upwell blocks
--method evidence` on the same pages.

References
----------
WISDOM 4.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from upwell.models.blocks.informative import SitePage, informative_blocks
from upwell.models.site import Site
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree
from upwell.sources.families import FAMILIES
from upwell.sources.site import Site as Source
from upwell.sources.site import encoded
from upwell.sources.starting import pages_of
from upwell.sources.truth import Truth

from ..figures import Figure, show
from ..sealed import drawn_seeds

HOST = "http://source.example"
RECORDS, MOST = 300, 240  # of a source; pages that are walked
QUICK = ("news", "catalogue", "notices", "shop")
LEAST = 3


class Visited(NamedTuple):
    """A page as a link led to it, and the links to records that are true of it; None: not asked."""

    url: str
    tree: TagTree
    body: bytes
    true: set[str] | None


class Shares(NamedTuple):
    """Precision and recall of links."""

    precision: float
    recall: float


def measure(quick: bool = False) -> list[Figure]:
    """Mean over the families, the worst of them, and each of `QUICK` alone."""
    names = QUICK if quick else tuple(FAMILIES)
    (seed,) = drawn_seeds("contents", 1)
    found = {}
    for name in names:
        pages = list(walked(name, seed))
        if any(page.true for page in pages):
            found[name] = _stream(pages), _evidence(pages)
    ours, before = zip(*found.values(), strict=True)
    figures = []
    for i, share in enumerate(Shares._fields):
        values, beside = [one[i] for one in ours], [one[i] for one in before]
        figures += [
            Figure(f"links of contents, {share}, mean", fmean(values), fmean(beside), 0.95),
            Figure(f"links of contents, {share}, worst", min(values), min(beside), 0.95),
        ]
        figures += [
            Figure(f"links of contents, {share}, {name}", found[name][0][i], found[name][1][i])
            for name in QUICK
            if name in found
        ]
    return figures


def walked(name: str, seed: int) -> Iterator[Visited]:
    """Pages of a source from its front on, links taken in a drawn order."""
    family = FAMILIES[name]
    source = Source(pages_of(family, seed, RECORDS), seed, frozen=True)
    truth, rng = Truth(source, HOST), Random(seed)
    waiting, seen, n = [f"{HOST}/"], {f"{HOST}/"}, 0
    while waiting and n < MOST:
        url = waiting.pop(rng.randrange(len(waiting)))
        page = source.page(url.removeprefix(HOST))
        if page.status != 200 or page.location or page.page_class in ("error", "missing"):
            continue
        body = encoded(page.text, family.charset)
        tree = parse(body, f"{family.media_type}; charset={family.charset}", url)
        n += 1
        yield Visited(url, tree, body, _true(truth, url, tree))
        for link in tree.links:
            if link.url.startswith(f"{HOST}/") and link.url not in seen:
                seen.add(link.url)
                waiting.append(link.url)


def _true(truth: Truth, url: str, tree: TagTree) -> set[str] | None:
    told = truth.page(url)
    if told.page_class in ("item", "home"):
        return None
    records = {one.record for one in told.objects}
    links = set()
    for link in tree.links:
        record = truth.entity(link.url)
        if record is not None and record.id in records:
            links.add(link.url)
    return links if len(records) >= LEAST else set()


def _stream(pages: Sequence[Visited]) -> Shares:
    """As the ring reads them: learned one by one, read by the last model."""
    site = Site()
    for page in pages:
        site.observe_tree(page.tree, page.url)
    model = site.publish()
    assert model is not None
    links = []
    for page in pages:
        blocks = model.read(page.body, page.url).blocks if page.true is not None else []
        links.append({url for one in blocks if one.type == "toc" for url in one.links})
    return shares(pages, links)


def _evidence(pages: Sequence[Visited]) -> Shares:
    found = informative_blocks([SitePage(page.tree, page.body, page.url) for page in pages])
    links = [{u for one in blocks if one.type == "toc" for u in one.links} for blocks in found]
    return shares(pages, links)


def shares(pages: Sequence[Visited], links: Sequence[set[str]]) -> Shares:
    scored = [(p.true, found) for p, found in zip(pages, links, strict=True) if p.true is not None]
    hits = sum(len(true & found) for true, found in scored)
    n_found, n_true = (sum(len(one[i]) for one in scored) for i in (1, 0))
    return Shares(hits / n_found if n_found else 1.0, hits / n_true if n_true else 1.0)


if __name__ == "__main__":
    show(measure())
