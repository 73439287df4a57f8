"""Cost of a page from bytes to reading, and from bytes to what was learned, in P.

python -m benchmarks.speed site

Everything a user of `SiteModel.read` pays for is in it: columns, kind, regions, objects, fields,
XPaths; absolute links alone are not. Small are answers of bundled sources and pages of `wien`, real
are pages of `swde`. Models are learned from the pages read: forty of a bundled site, ten of a site
of `wien`, 37 of a site of `swde`. Learning is measured on the same pages again, where a page of
many is folded in full, with its share of votes and of publishing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from benchmarks.quality.datasets import pages, unpacked
from benchmarks.quality.figures import Figure, show
from upwell.models.site import Site, SiteModel, observe
from upwell.models.site.state import SiteState
from upwell.models.tree.markup.links import links_of
from upwell.models.tree.parse import parse
from upwell.sources.families import FAMILIES
from upwell.sources.site import Site as Source
from upwell.sources.site import encoded
from upwell.sources.starting import pages_of
from upwell.sources.truth import Truth

from .harness import Work, parse_only, ratios

HOST = "http://127.0.0.1"
RECORDS, QUESTIONS = 600, 40
ROUNDS = 5
LEARNING_ROUNDS = 3  # of the short form too: in each later one fewer of the same pages vote


class Visit(NamedTuple):
    """A page as it was answered."""

    url: str
    body: bytes
    query: str | None = None


class Learned(NamedTuple):
    """The pages of a site, and what they taught."""

    visits: list[Visit]
    state: SiteState
    model: SiteModel


def measure(quick: bool = False) -> list[Figure]:
    """Reading and learning, each as a ratio to P; then trafilatura's extraction beside reading."""
    figures: list[Figure] = []
    sets = (("bundled", _bundled, 5.0), ("wien", _wien, 5.0), ("swde", _swde, 2.5))
    for name, sites_of, asked in sets:
        sites = [_learned(visits) for visits in sites_of(quick)]
        if sites:
            figures += _costs(name, sites, asked)
    return figures


def _costs(name: str, sites: Sequence[Learned], asked: float) -> list[Figure]:
    bodies = [visit.body for site in sites for visit in site.visits]
    beside: dict[str, Work] = {
        "parse": partial(_over, sites, lambda visit, _: parse(visit.body, url=visit.url)),
        "links": _links(sites),
    }
    works: dict[str, Work] = {"read": partial(_over, sites, _read)}
    extract = _extraction()
    if extract is not None:
        works["peer"] = lambda: [extract(body) for body in bodies]
    unit = parse_only(bodies)
    found = ratios(unit, beside | works, ROUNDS)
    reading, parsing = found["read"] - found["links"], found["parse"] - found["links"]
    learned = ratios(unit, beside | {"learn": partial(_over, sites, _learn)}, LEARNING_ROUNDS)
    learning = learned["learn"] - learned["links"]
    figures = [
        Figure(f"reading a page of {name} [P]", reading, asked, None, "lower"),
        Figure(f"of it beside the columns, {name} [P]", reading - parsing, None, None, "lower"),
        Figure(f"learning a page of {name} [P]", learning, asked * 1.6, None, "lower"),
        Figure(
            f"of it beside the columns, learning {name} [P]",
            learned["learn"] - learned["parse"],
            None,
            None,
            "lower",
        ),
    ]
    if "peer" in found:
        times = found["peer"] / reading
        figures.append(Figure(f"trafilatura.extract beside reading, {name}", times, 5.0))
    return figures


def _over(sites: Sequence[Learned], step: Callable[[Visit, Learned], object]) -> None:
    for site in sites:
        for visit in site.visits:
            step(visit, site)


def _read(visit: Visit, site: Learned) -> None:
    site.model.read(visit.body, visit.url, visit.query)


def _learn(visit: Visit, site: Learned) -> None:
    tree = parse(visit.body, url=visit.url)
    observation = observe(tree, visit.url, visit.query)
    site.state.fold(site.state.with_vote(observation, tree))
    n_pages = site.state.n_pages
    if n_pages & (n_pages - 1) == 0:  # doubled: a model is due
        site.state.publish(version=1)


def _links(sites: Sequence[Learned]) -> Work:
    trees = [(parse(visit.body), visit.url) for site in sites for visit in site.visits]

    def work() -> None:
        for tree, url in trees:
            links_of(tree, url)

    return work


def _extraction() -> Callable[[bytes], Any] | None:
    try:
        import trafilatura
    except ImportError:
        print("not measured: trafilatura is absent (pip install 'upwell[bench]')")
        return None
    extract: Callable[[bytes], Any] = trafilatura.extract
    return extract


def _learned(visits: list[Visit]) -> Learned:
    site = Site()
    for visit in visits:
        site.observe(visit.body, visit.url, visit.query)
    model = site.publish()
    assert model is not None  # there is at least one page
    return Learned(visits, site.state, model)


def _bundled(quick: bool) -> Iterator[list[Visit]]:
    """Answers of bundled sources; every query is a word that some record has."""
    for name in (
        ("catalogue", "library", "shop")
        if quick
        else ("catalogue", "immobilien", "library", "shop")
    ):
        family = FAMILIES[name]
        source = Source(pages_of(family, 11, RECORDS), 11)
        truth = Truth(source, HOST)
        visits = []
        for record in truth.records()[:QUESTIONS]:
            word = record.title[:2] if family.language == "ja" else record.title.split()[-1]
            url = truth.search_url(word)
            page = source.page(url.removeprefix(HOST))
            if not page.location:
                visits.append(Visit(url, encoded(page.text, family.charset), word))
        yield visits


def _wien(quick: bool) -> Iterator[list[Visit]]:
    yield from _saved("wien", 3 if quick else 2, 1)


def _swde(quick: bool) -> Iterator[list[Visit]]:
    yield from _saved("swde", 20 if quick else 10, 3)


def _saved(name: str, every_site: int, every_page: int) -> Iterator[list[Visit]]:
    root = unpacked(name)
    if root is None:
        return
    held = [list(group) for _, group in groupby(pages(root), key=lambda page: page.site)]
    for site in held[::every_site]:
        yield [Visit(f"http://{p.site}/{p.name}", p.body) for p in site[::every_page]]


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
