"""Sections under headings, and those whose heading says that they stand beside the content."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from ..params import MAX_SIDE_WORDS
from ..text_blocks import Floats, TextBlocks

LEVEL = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
SIDE = re.compile(
    r"related|recommend|you may|you might|also (?:like|bought|viewed|read)|similar"
    r"|more (?:from|in|stories)|read next|up next|popular|trending|most read|latest|recent"
    r"|comments?\b|leave a|reply|reviews?\b|ratings?|share|follow us|newsletter|subscribe|sign up"
    r"|categories|tags|archives|about the author|questions|faq|customers|shipping|returns?|filter"
    r"|sort by|refine|contact us|sponsored|advertis|quick links|menu|footer|company|support|help"
    r"|account|social|cookie|privacy",
    re.I,
)


class Sections(NamedTuple):
    """Per block: 1 under any heading, 1 under a side heading."""

    headed: Floats
    beside: Floats


def sections(blocks: TextBlocks) -> Sections:
    """A section runs from its heading to the next of its level or above, within the same parent.

    The parent is the first that holds more than the heading itself.
    """
    tree, n = blocks.tree, len(blocks)
    headed, beside = np.zeros(n), np.zeros(n)
    headings = [
        (k, LEVEL[tree.tag[node]])
        for k, node in enumerate(blocks.node.tolist())
        if tree.tag[node] in LEVEL
    ]
    for i, (k, level) in enumerate(headings):
        last = _reach(blocks, k)
        for other, other_level in headings[i + 1 :]:
            if other >= last:
                break
            if other_level <= level:
                last = other
                break
        headed[k:last] = 1
        if level > 1 and blocks.words[k] < MAX_SIDE_WORDS and SIDE.search(blocks.text[k]):
            beside[k:last] = 1
    return Sections(headed, beside)


def _reach(blocks: TextBlocks, k: int) -> int:
    """The first block behind the node that holds more than the heading."""
    tree = blocks.tree
    sums, parent = tree.word_sums, tree.parent
    node, most = int(blocks.node[k]), blocks.words[k] + 3
    while parent[node] > 0 and sums[tree.end[parent[node]]] - sums[parent[node]] <= most:
        node = int(parent[node])
    node = max(int(parent[node]), 0)
    return int(np.searchsorted(blocks.first, tree.end[node]))
