"""Cost of pagelets in P: one lxml parse of the same bytes in the same run.

python -m benchmarks.speed.pagelets

Answer pages of `wien`, detail pages of `swde`; the sketch's figures are the middle of its ranges.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import TypeVar

from lxml import etree

from benchmarks.quality.datasets import pages, unpacked
from benchmarks.quality.figures import Figure, show
from upwell.models.pagelets import PageletLearner, PageletModel, fields, learn, observe, read
from upwell.models.papers.thor.pagelets.phase import thor_pagelets
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

T = TypeVar("T")


def measure(quick: bool = False) -> list[Figure]:
    """Every step of reading and learning, a page, as a ratio to P."""
    figures = []
    for name, every_site, every_page in (("wien", 1, 1), ("swde", 8 if quick else 4, 10)):
        sites = _sites(name, every_site, every_page)
        if sites:
            figures += [
                Figure(f"{step} on {name} [P]", value, sketch, better="lower")
                for step, value, sketch in _costs(sites)
            ]
    return figures


def _costs(sites: Sequence[Sequence[bytes]]) -> list[tuple[str, float, float | None]]:
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)
    p = _seconds(lambda body: etree.fromstring(body, parser), [b for s in sites for b in s])
    trees = [[parse(body) for body in site] for site in sites]
    learners = [learn([(tree, None) for tree in site]) for site in trees]
    taught = [
        (tree, learner, learner.publish())
        for site, learner in zip(trees, learners, strict=True)
        for tree in site
    ]
    evidence = [observe(tree) for tree, _, _ in taught]
    found = [(tree, read(tree, model).objects) for tree, _, model in taught]
    known = [(*one, model.templates) for one, (_, _, model) in zip(found, taught, strict=True)]

    def read_as(published: bool, entity: bool) -> Callable[[_Taught], object]:
        return lambda given: read(given[0], given[2], None, entity, published)

    steps: list[tuple[str, float, float | None]] = [
        ("observe", _seconds(observe, [tree for tree, _, _ in taught]), 1.1),
        ("fold", _seconds(PageletLearner().fold, evidence), None),
        ("vote", _seconds(lambda given: given[1].vote(given[0]), taught), 10.0),
        ("publish", _seconds(PageletLearner.publish, learners), None),
        ("read with known places", _seconds(read_as(True, False), taught), None),
        ("read with a search", _seconds(read_as(False, False), taught), 10.0),
        ("read as an entity", _seconds(read_as(True, True), taught), 1.2),
        ("fields", _seconds(lambda given: fields(*given), found), None),
        ("fields of known templates", _seconds(lambda given: fields(*given), known), None),
        ("encode the state", _seconds(PageletLearner.encode, learners), None),
        ("THOR's form", _seconds(thor_pagelets, trees) * len(trees) / len(taught), None),
    ]
    return [(name, seconds / p, sketch) for name, seconds, sketch in steps]


_Taught = tuple[TagTree, PageletLearner, PageletModel]


def _seconds(step: Callable[[T], object], inputs: Iterable[T]) -> float:
    """Seconds of the step, mean over its inputs."""
    given = list(inputs)
    started = time.thread_time()
    for one in given:
        step(one)
    return (time.thread_time() - started) / len(given)


def _sites(name: str, every_site: int, every_page: int) -> list[list[bytes]]:
    root = unpacked(name)
    if root is None:
        return []
    bodies = [
        [page.body for page in held][::every_page]
        for _, held in groupby(pages(root), key=lambda page: page.site)
    ]
    return bodies[::every_site]


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
