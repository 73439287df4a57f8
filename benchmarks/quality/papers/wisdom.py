"""WISDOM's experiments, made again: articles on news pages of four years (`big9`), and contents.

python -m benchmarks.quality wisdom

Each site and year is learned by itself, as pages of one template. Information coverage, words of
the article found against its true words, is what the paper calls IC. Blocks of links have no truth
on these pages; tables of contents are those of bundled sources, link by link (`contents`).

References
----------
WISDOM 4.2, 4.3, 4.4; fig. 12, 13, 15, 16, 17, 18, 19, 21.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from statistics import fmean

import numpy as np

from upwell.models.blocks.informative import BlockParams, SitePage, informative_blocks
from upwell.models.blocks.params import WisdomParams
from upwell.models.blocks.wisdom.coverage_tree import CoverageTree, coverage_tree
from upwell.models.blocks.wisdom.k_mib import Criteria, k_mib
from upwell.models.blocks.wisdom.merging import condensed, cstm, dstm
from upwell.models.blocks.wisdom.method import article_criteria, learn
from upwell.models.text.terms import terms
from upwell.models.tree.parse import parse

from ..datasets import Page, pages, score, unpacked
from ..figures import Figure, show
from ..reading.contents import QUICK, Visited, shares, walked
from ..sealed import drawn_seeds

DEFAULT = WisdomParams()
ROUGH = tuple(0.1 * i for i in range(5, 10))  # ST
Chosen = Callable[[CoverageTree, Criteria, WisdomParams], list[int]]


@dataclass(frozen=True)
class Learned:
    """A page with the features of its nodes."""

    page: Page
    tree: CoverageTree


def measure(quick: bool = False) -> list[Figure]:
    """All experiments; two splitting thresholds instead of five when quick."""
    splits = ROUGH[1::2] if quick else ROUGH
    contents = [*_contents(QUICK[:1] if quick else QUICK, splits)]
    if unpacked("big9") is None:
        return contents
    return [
        *contents,
        *_sizes(splits),
        *_phases(splits),
        *_constraints(),
        *_mergings(splits),
        *_methods(),
    ]


def _contents(names: tuple[str, ...], splits: tuple[float, ...]) -> Iterator[Figure]:
    """Figures 12 and 21: tables of contents by API of their links, and by ALEN in its place."""
    (seed,) = drawn_seeds("contents", 1)
    sites = [list(walked(name, seed)) for name in names]
    for feature, unknown_share in (("API", 1.0), ("ALEN", -1.0)):
        for st in splits:
            wisdom = replace(DEFAULT, st=st, unknown_share=unknown_share)
            params = BlockParams("wisdom", wisdom=wisdom)
            found = [shares(pages, _links(pages, params)) for pages in sites]
            name = f"fig. 12: {feature}, ST {st:.1f}, links of contents"
            yield Figure(f"{name}, precision", fmean(one.precision for one in found), None)
            yield Figure(f"{name}, recall", fmean(one.recall for one in found), None)


def _links(pages: list[Visited], params: BlockParams) -> list[set[str]]:
    """The links in tables of contents of each page of a site."""
    read = [SitePage(page.tree, page.body, page.url) for page in pages]
    return [
        {url for block in blocks if block.type == "toc" for url in block.links}
        for blocks in informative_blocks(read, params)
    ]


def _sizes(splits: tuple[float, ...]) -> Iterator[Figure]:
    """Figure 13: blocks of a page, and the words of one, without any constraint."""
    for st in splits:
        for k in (1, 3, 5):
            numbers, sizes = [], []
            for learned in _learned():
                everything = Criteria(learned.tree.clen, lambda node: True)
                blocks = k_mib(learned.tree, everything, st, k)
                numbers.append(len(blocks))
                words = learned.tree.tree.words
                sizes += [int(words[b : learned.tree.tree.end[b]].sum()) for b in blocks]
            yield Figure(f"fig. 13: k = {k}, ST {st:.1f}, blocks a page", fmean(numbers), None)
            yield Figure(f"fig. 13: k = {k}, ST {st:.1f}, words a block", fmean(sizes), None)


def _phases(splits: tuple[float, ...]) -> Iterator[Figure]:
    """Figure 15: before anything is merged or condensed."""
    for k in (1, 3):
        for st in splits:
            params = replace(DEFAULT, k=k, st=st)
            yield from _rates(f"fig. 15: k = {k}, ST {st:.1f}", _skeleton, params)


def _constraints() -> Iterator[Figure]:
    """Figure 16: the bound on the content index, CII >= 1 - TC."""
    for tc in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0):
        params = replace(DEFAULT, tc_article=tc)
        yield from _rates(f"fig. 16: TC {tc:.1f}", _skeleton, params)


def _mergings(splits: tuple[float, ...]) -> Iterator[Figure]:
    """Figure 17: what each way of merging adds."""
    ways: dict[str, Chosen] = {"none": _skeleton, "DSTM": _direct, "DSTM and 1-CSTM": _merged}
    for name, way in ways.items():
        for st in splits:
            yield from _rates(f"fig. 17: {name}, ST {st:.1f}", way, replace(DEFAULT, st=st))


def _methods() -> Iterator[Figure]:
    """Figures 18 and 19: the default setting, and all leaves by information or by length."""
    yield from _rates("fig. 18: WISDOM", _merged, DEFAULT, condense=True)
    yield from _rates("fig. 19: M1, leaves by information", _informative_leaves, DEFAULT)
    yield from _rates("fig. 19: M2, leaves by length", _long_leaves, DEFAULT)


def _skeleton(tree: CoverageTree, criteria: Criteria, params: WisdomParams) -> list[int]:
    return k_mib(tree, criteria, params.st, params.k)


def _direct(tree: CoverageTree, criteria: Criteria, params: WisdomParams) -> list[int]:
    skeleton = _skeleton(tree, criteria, params)
    return sorted(set(skeleton).union(*(dstm(tree, node, criteria) for node in skeleton)))


def _merged(tree: CoverageTree, criteria: Criteria, params: WisdomParams) -> list[int]:
    skeleton = _skeleton(tree, criteria, params)
    beside = (cstm(tree, node, criteria, params.cstm) for node in skeleton)
    return sorted(set(_direct(tree, criteria, params)).union(*beside))


def _informative_leaves(tree: CoverageTree, criteria: Criteria, params: WisdomParams) -> list[int]:
    return [node for node in _leaves(tree) if criteria.fits(node)]


def _long_leaves(tree: CoverageTree, criteria: Criteria, params: WisdomParams) -> list[int]:
    return [node for node in _leaves(tree) if len((tree.tree.text[node] or "").strip()) > 5]


def _leaves(tree: CoverageTree) -> list[int]:
    return [node for node, text in enumerate(tree.tree.text) if text is not None]


def _rates(
    name: str, choose: Chosen, params: WisdomParams, condense: bool = False
) -> Iterator[Figure]:
    """Precision and recall of the words below the chosen nodes."""
    root = unpacked("big9")
    assert root is not None
    texts = {}
    for learned in _learned():
        criteria = article_criteria(learned.tree, params)
        roots = choose(learned.tree, criteria, params)
        tree = learned.tree.tree
        kept = np.zeros(tree.n, bool)
        for node in roots:
            kept[node : tree.end[node]] = True
        if condense:
            kept = condensed(learned.tree, roots, criteria)
        texts[learned.page.name] = " ".join(tree.text[n] or "" for n in np.flatnonzero(kept))
    found = score("article", root, texts)["word"]["all"]
    yield Figure(f"{name}, precision", found["precision"], None)
    yield Figure(f"{name}, recall", found["recall"], None)


@cache
def _learned() -> list[Learned]:
    root = unpacked("big9")
    assert root is not None
    groups: dict[Hashable, list[Page]] = defaultdict(list)
    for page in pages(root):
        groups[page.site, page.truth.get("year")].append(page)
    found = []
    for group in groups.values():
        trees = [parse(page.body) for page in group]
        site = learn(trees)
        for page, tree in zip(group, trees, strict=True):
            words = partial(terms, language=tree.language, numbers=False)
            found.append(Learned(page, coverage_tree(tree, site, words)))
    return found


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
