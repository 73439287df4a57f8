"""Cost of blocks and forms in P: one lxml parse of the same bytes in the same run.

python -m benchmarks.speed.blocks
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import TypeVar

from lxml import etree

from benchmarks.quality.datasets import pages, unpacked
from benchmarks.quality.figures import Figure, show
from upwell.models.blocks.evidence import evidence
from upwell.models.blocks.informative import BlockParams, SitePage, informative_blocks
from upwell.models.tree.parse import parse
from upwell.models.urls.search_forms import search_forms

T = TypeVar("T")


def measure(quick: bool = False) -> list[Figure]:
    """Steps on news pages, each as a ratio to P; parsing is not in them."""
    root = unpacked("big9")
    if root is None:
        return []
    read = list(pages(root))[:: 4 if quick else 1]
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)
    p = _seconds(lambda page: etree.fromstring(page.body, parser), read)
    site_pages = {page.name: SitePage(parse(page.body), page.body) for page in read}
    every = list(site_pages.values())
    sites = [
        [site_pages[page.name] for page in group]
        for _, group in groupby(read, key=lambda page: page.site)
    ]
    by_paper = BlockParams(method="wisdom")
    costs = [
        ("evidence", _seconds(lambda page: evidence(page.tree, page.body), every), 4.6),
        ("blocks by evidence", _seconds(informative_blocks, sites), 5.4),
        ("blocks by WISDOM", _seconds(lambda s: informative_blocks(s, by_paper), sites), 2.0),
        ("search forms", _seconds(lambda page: search_forms(page.tree), every), 0.7),
    ]
    return [
        Figure(f"{name} on big9 [P]", s / p, sketch, better="lower") for name, s, sketch in costs
    ]


def _seconds(step: Callable[[T], object], inputs: Iterable[T]) -> float:
    """The shorter of two rounds."""
    rounds = []
    items = list(inputs)
    for _ in range(2):
        start = time.perf_counter()
        for item in items:
            step(item)
        rounds.append(time.perf_counter() - start)
    return min(rounds)


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
