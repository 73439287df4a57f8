"""Where the prose of a page is, and how much of the page is prose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..params import PROSE_LINKS, PROSE_WORDS
from ..text_blocks import Floats, TextBlocks
from .class_words import SIDES
from .marks import Marks


@dataclass(frozen=True, slots=True)
class Prose:
    """Prose of a page: blocks of 12 words or more that are mostly not links."""

    share: float  # of the words outside nav, header, footer, aside
    words: Floats  # per node: words of prose in its subtree
    region: int  # deepest node that holds half of the prose


def prose(blocks: TextBlocks, marks: Marks) -> Prose:
    """Find the prose of a page."""
    tree = blocks.tree
    is_prose = (blocks.words >= PROSE_WORDS) & (blocks.link_share < PROSE_LINKS)
    outside = (marks.tags[blocks.node] & SIDES) == 0
    total = max(1.0, float(blocks.words[outside].sum()))
    own = np.zeros(tree.n)
    np.add.at(own, blocks.node[is_prose], blocks.words[is_prose])
    sums = np.concatenate(([0.0], np.cumsum(own)))
    words = sums[tree.end] - sums[:-1]
    share = float(blocks.words[is_prose & outside].sum()) / total
    return Prose(share, words, _region(tree.end.tolist(), words))


def _region(end: list[int], words: Floats) -> int:
    half = 0.5 * max(1.0, float(words[0]))
    region = 0
    while True:
        child = region + 1
        while child < end[region] and words[child] < half:
            child = end[child]
        if child >= end[region]:
            return region
        region = child
