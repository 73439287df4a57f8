"""The paper's method: entropy, coverage tree, k-MIB, merging, condensing (WISDOM 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from upwell.models.text.terms import terms
from upwell.models.tree.tagtree import TagTree

from ..params import WisdomParams
from .coverage_tree import CoverageTree, Terms, coverage_tree
from .k_mib import Criteria, k_mib
from .merging import condensed, cstm, dstm
from .term_entropy import TermEntropy


class Regions(NamedTuple):
    """Nodes of a page that are in its article and in its table of contents."""

    article: NDArray[np.bool_]
    toc: NDArray[np.bool_]


def learn(trees: Sequence[TagTree]) -> TermEntropy:
    """Entropy of the terms of a site's pages."""
    site = TermEntropy()
    for tree in trees:
        site.fold(page_terms(tree))
    return site


def page_terms(tree: TagTree) -> Iterator[str]:
    """Terms of a page, with repetitions."""
    words = _terms_of(tree)
    return chain.from_iterable(words(text) for text in tree.text if text)


def regions(
    tree: TagTree,
    site: TermEntropy,
    params: WisdomParams,
    linked: Mapping[str, frozenset[str]] | None = None,
) -> Regions:
    """Article and TOC of one page, read with what was learned of its site.

    References
    ----------
    WISDOM 3.2, 3.3; fig. 3, 4.
    """
    coverage = coverage_tree(tree, site, _terms_of(tree), linked)
    return Regions(
        _region(coverage, article_criteria(coverage, params), params),
        _region(coverage, toc_criteria(coverage, params), params),
    )


def article_criteria(tree: CoverageTree, params: WisdomParams) -> Criteria:
    """Search CLEN_A, split by SII(CLEN_A), keep what has CII >= 1 - TC."""

    def fits(node: int) -> bool:
        return bool(tree.cii[node] >= 1 - params.tc_article and tree.clen[node] > 0)

    return Criteria(tree.clen, fits)


def toc_criteria(tree: CoverageTree, params: WisdomParams) -> Criteria:
    """Search API_A, split by SII(API_A), keep what has a mean API of TC.

    Reading
    -------
    When the linked pages of most anchors are not at hand, ALEN_A takes the place of API_A and
    the CII bound of articles that of the mean API.

    References
    ----------
    WISDOM 3.2.2, 4.2; fig. 12, 21.
    """
    unknown = tree.anchors[0] - tree.known[0]
    by_length = unknown > params.unknown_share * tree.anchors[0]

    def fits(node: int) -> bool:
        if tree.anchors[node] < 1:
            return False
        if by_length:
            return bool(tree.alen[node] > 0 and tree.cii[node] >= 1 - params.tc_article)
        return bool(tree.known[node] and tree.api[node] / tree.known[node] >= params.tc_toc)

    return Criteria(tree.alen if by_length else tree.api, fits)


def _terms_of(tree: TagTree) -> Terms:
    """Stems of a text in the page's language, without stop words and numbers."""
    return partial(terms, language=tree.language, numbers=False)


def _region(tree: CoverageTree, criteria: Criteria, params: WisdomParams) -> NDArray[np.bool_]:
    skeleton = k_mib(tree, criteria, params.st, params.k)
    roots = set(skeleton)
    for node in skeleton:
        if params.dstm:
            roots |= dstm(tree, node, criteria)
        if params.cstm:
            roots |= cstm(tree, node, criteria, params.cstm)
    return condensed(tree, sorted(roots), criteria)
