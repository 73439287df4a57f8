"""Reading and learning a page in one thread, on answers of bundled sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median
from time import thread_time
from typing import NamedTuple

from lxml import etree

from upwell.models.site import Site, SiteModel, observe
from upwell.models.site.state import SiteState
from upwell.models.tree.parse import parse
from upwell.sources.families import FAMILIES
from upwell.sources.site import Site as Source
from upwell.sources.site import encoded
from upwell.sources.starting import pages_of
from upwell.sources.truth import Truth

from .figure import Figure

SOURCES = ("catalogue", "library", "shop")
RECORDS, QUESTIONS, SEED = 600, 40, 11
MOST_ROUNDS = 15
HOST = "http://127.0.0.1"


class Visit(NamedTuple):
    """A page as it was answered."""

    url: str
    body: bytes
    query: str


class Learned(NamedTuple):
    """The answers of a source, and what they taught."""

    visits: list[Visit]
    state: SiteState
    model: SiteModel


def reading(seconds: float) -> Iterator[Figure]:
    """One parse, the columns of a page, reading it with a model, learning from it."""
    sources = [_learned(name) for name in SOURCES]
    works: dict[str, Callable[[Visit, Learned], object]] = {
        "parse a page": lambda visit, _: _parse_only(visit.body),
        "columns of a page": lambda visit, _: parse(visit.body, url=visit.url),
        "read a page": lambda visit, site: site.model.read(visit.body, visit.url, visit.query),
        "learn from a page": _learn,
    }
    found: dict[str, list[float]] = {name: [] for name in works}
    n_pages = sum(len(site.visits) for site in sources)
    spent = 0.0
    while spent < seconds and len(found["parse a page"]) < MOST_ROUNDS:
        for name, work in works.items():
            began = thread_time()
            for site in sources:
                for visit in site.visits:
                    work(visit, site)
            found[name].append(thread_time() - began)
            spent += found[name][-1]
    units = found["parse a page"]
    for name, times in found.items():
        ratio = median(time / unit for time, unit in zip(times, units, strict=True))
        yield Figure(name, n_pages / median(times), "pages/s", ratio)


def _parse_only(body: bytes) -> None:
    """One P: encoding told, comments and instructions dropped."""
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True
    )
    etree.fromstring(body, parser)


def _learn(visit: Visit, site: Learned) -> None:
    tree = parse(visit.body, url=visit.url)
    observation = observe(tree, visit.url, visit.query)
    site.state.fold(site.state.with_vote(observation, tree))
    if site.state.n_pages & (site.state.n_pages - 1) == 0:  # doubled: a model is due
        site.state.publish(version=1)


def _learned(name: str) -> Learned:
    site, visits = Site(), list(_visits(name))
    for visit in visits:
        site.observe(visit.body, visit.url, visit.query)
    model = site.publish()
    assert model is not None  # there is at least one page
    return Learned(visits, site.state, model)


def _visits(name: str) -> Iterator[Visit]:
    """Answers to words that some record has."""
    family = FAMILIES[name]
    source = Source(pages_of(family, SEED, RECORDS), SEED)
    truth = Truth(source, HOST)
    for record in truth.records()[:QUESTIONS]:
        word = record.title.split()[-1]
        url = truth.search_url(word)
        page = source.page(url.removeprefix(HOST))
        if not page.location:
            yield Visit(url, encoded(page.text, family.charset), word)
