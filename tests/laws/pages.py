"""Pages of the bundled families with their truth, and whether a page was read right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from benchmarks.quality.pages.bundled_pages import (
    HOST,
    RECORDS,
    Answered,
    answered,
    regions_of,
    seeds,
    visit,
)
from upwell.models.site import Reading, SiteModel, observe
from upwell.models.site import Site as Learner
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree
from upwell.sources.families import FAMILIES
from upwell.sources.site import Site
from upwell.sources.starting import pages_of
from upwell.sources.truth import PageTruth, Truth


class Page(NamedTuple):
    """A page as it came, what was asked for it, and its truth where there is one."""

    url: str
    body: bytes
    query: str | None = None
    nonsense: bool = False
    truth: PageTruth | None = None

    @property
    def tells(self) -> bool:
        """Whether it answers a query with something."""
        return self.query is not None and self.truth is not None and bool(self.truth.regions)

    @property
    def tree(self) -> TagTree:
        """The page, parsed."""
        return parse(self.body, "text/html; charset=utf-8", self.url)


def family_pages(name: str, seed: int | None = None) -> list[Page]:
    """About sixty pages of one site: answers of all lengths, records' own, static ones."""
    found = answered(name, seeds(1)[0] if seed is None else seed)
    return [Page(one.url, one.tree.source, one.query, one.nonsense, one.truth) for one in found]


def plain_pages(name: str, n: int) -> list[Page]:
    """So many pages of records of the same site, which nobody asked for."""
    seed = seeds(1)[0]
    site = Site(pages_of(FAMILIES[name], seed, RECORDS), seed)
    truth = Truth(site, HOST)
    records = truth.records()
    return [
        Page(one.url, one.tree.source)
        for one in (
            visit(site, truth, truth.item_url(records[i % len(records)]), None, False)
            for i in range(n)
        )
    ]


def learn(pages: Iterable[Page]) -> SiteModel:
    """What a site's pages teach, fed one by one as a stream does."""
    site = Learner()
    for page in pages:
        site.observe_tree(page.tree, page.url, page.query, page.nonsense)
    model = site.publish()
    assert model is not None
    return model


def read(model: SiteModel, page: Page) -> Reading:
    """One page under a published model."""
    tree = page.tree
    return model.read_tree(tree, observe(tree, page.url, page.query, page.nonsense))


def is_right(page: Page, reading: Reading) -> bool:
    """Whether the regions are the true ones, word for word, and there are as many objects."""
    assert page.truth is not None
    seen = Answered("", page.url, page.query, page.nonsense, page.tree, page.truth)
    fits = seen.fits(regions_of(reading))
    return (
        all(map(any, fits))
        and all(map(any, zip(*fits, strict=True)))
        and len(fits) > 0
        and len(reading.objects) == len(page.truth.objects)
    )


class Kept(NamedTuple):
    """How a law is kept on some pages: of all that tell something."""

    n_pages: int
    n_before: int  # right before
    n_kept: int  # right before and after

    @property
    def share(self) -> float:
        """Of all pages that have something to tell, those right before and after."""
        return self.n_kept / max(1, self.n_pages)

    @property
    def before(self) -> float:
        """Those right before."""
        return self.n_before / max(1, self.n_pages)

    def __add__(self, other: object) -> Kept:
        assert isinstance(other, Kept)
        return Kept(*(a + b for a, b in zip(self, other, strict=True)))


def kept(
    pages: Sequence[Page], before: SiteModel, after: SiteModel, changed: Sequence[Page] = ()
) -> Kept:
    """The pages under two models; `changed`: what they have become for the second one."""
    n_pages = n_before = n_kept = 0
    for page, then in zip(pages, changed or pages, strict=True):
        if not page.tells:
            continue
        right = is_right(page, read(before, page))
        n_pages += 1
        n_before += right
        n_kept += right and is_right(then, read(after, then))
    return Kept(n_pages, n_before, n_kept)
