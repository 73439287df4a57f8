"""Information coverage tree: every feature of a node summed over its subtree (WISDOM 3.2.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from upwell.models.tree.tagtree import TagTree

from .term_entropy import TermEntropy

Floats = NDArray[np.float64]
Terms = Callable[[str], list[str]]


@dataclass(frozen=True, slots=True)
class CoverageTree:
    """Aggregated features F_A of all nodes, in pre-order, and the children of each."""

    tree: TagTree
    clen: Floats  # CLEN_A: characters outside of links
    alen: Floats  # ALEN_A: characters in links
    cii: Floats  # CII: mean weight of terms
    api: Floats  # API_A: anchor precision, 0 where the linked page is not at hand
    anchors: Floats  # anchors with text
    known: Floats  # of these, anchors whose linked page is at hand
    children: list[list[int]]


def coverage_tree(
    tree: TagTree,
    site: TermEntropy,
    terms: Terms,
    linked: Mapping[str, frozenset[str]] | None = None,
) -> CoverageTree:
    """Build the coverage tree of one page.

    Parameters
    ----------
    site
        Entropy of the site's terms.
    linked
        Terms of the pages that links lead to, by URL, where they are at hand.

    Reading
    -------
    Lengths are in characters, white space folded. CII is the mean over *distinct* terms.
    A target that is not at hand is left out of the mean API, not counted as zero.

    References
    ----------
    WISDOM 3.1.1, 3.1.2, 3.2.1; fig. 7; table 1.
    """
    strings = [terms(text) if text else [] for text in tree.text]
    sizes = np.array([len(" ".join(text.split())) if text else 0 for text in tree.text], float)
    in_link = tree.linked > 0
    api, anchors, known = _anchors(tree, site, terms, linked or {})
    return CoverageTree(
        tree,
        aggregated(tree, sizes * ~in_link),
        aggregated(tree, sizes * in_link),
        content_index(tree, strings, site),
        aggregated(tree, api),
        aggregated(tree, anchors),
        aggregated(tree, known),
        children(tree),
    )


def aggregated(tree: TagTree, feature: Floats) -> Floats:
    """f_A(N) = f(N) + Σ f_A of its children: a difference of two prefix sums."""
    sums = np.concatenate(([0.0], np.cumsum(feature)))
    totals: Floats = sums[tree.end] - sums[:-1]
    return totals


def content_index(tree: TagTree, strings: list[list[str]], site: TermEntropy) -> Floats:
    """CII of every node: the mean weight of the distinct terms of its subtree.

    A term counts where it stands, and is taken back at the lowest node that holds it and its last
    place before: then the sum over a subtree counts it once.

    References
    ----------
    WISDOM 3.1.1.
    """
    weight, count = np.zeros(tree.n), np.zeros(tree.n)
    last: dict[str, int] = {}
    parents = tree.parent.tolist()
    for node, words in enumerate(strings):
        for term in words:
            w = site.weight(term)
            weight[node] += w
            count[node] += 1
            if term in last:
                common = node
                while common > last[term]:
                    common = parents[common]
                weight[common] -= w
                count[common] -= 1
            last[term] = node
    totals, counts = aggregated(tree, weight), aggregated(tree, count)
    return np.where(counts > 0.5, totals / np.maximum(counts, 1), 0.0)


def anchor_precision(anchor: Iterable[str], target: frozenset[str], site: TermEntropy) -> float:
    """API of one anchor: Σ 1 / EN over the terms that its text and the linked page share.

    Reading
    -------
    Such a term stands in two documents, so EN > 0; when the linked page was not folded EN may be
    0, and a thousandth stands for it.

    References
    ----------
    WISDOM 3.1.2.
    """
    return sum(1.0 / max(1e-3, site.entropy(term)) for term in sorted(set(anchor) & target))


def children(tree: TagTree) -> list[list[int]]:
    """Nodes below each node, without line breaks, which are dummy tags.

    Reading
    -------
    Content nodes are children, as in the tag tree of THOR's definition 1; with elements alone the
    text of an old page, broken by `br`, is nobody's (.881 instead of .919 on big9).
    """
    below: list[list[int]] = [[] for _ in range(tree.n)]
    for node, parent in enumerate(tree.parent.tolist()):
        if parent >= 0 and tree.tag[node] != "br":
            below[parent].append(node)
    return below


def _anchors(
    tree: TagTree, site: TermEntropy, terms: Terms, linked: Mapping[str, frozenset[str]]
) -> tuple[Floats, Floats, Floats]:
    api, anchors, known = np.zeros(tree.n), np.zeros(tree.n), np.zeros(tree.n)
    for link in tree.links:
        words = terms(link.text)
        if not words:
            continue
        anchors[link.node] = 1
        if link.url in linked:
            known[link.node] = 1
            api[link.node] = anchor_precision(words, linked[link.url], site)
    return api, anchors, known
