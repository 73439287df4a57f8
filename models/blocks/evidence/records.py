"""Records of a page, as evidence: siblings of one tag and class, three or more with words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from upwell.models.tree.tagtree import TEXT, TagTree

from ..params import MIN_RECORDS, RECORD_WORDS
from ..text_blocks import Floats
from .class_words import SIDES
from .marks import Marks


@dataclass(frozen=True, slots=True)
class Records:
    """For each node the largest group of records around it, and the page's main group."""

    share: Floats  # of the page's words
    links: Floats  # share of the group's words in links
    count: Floats
    main: Floats  # 1 inside the group with most words outside the page's sides
    group: tuple[int, ...]  # nodes of the main group


def records(tree: TagTree, marks: Marks) -> Records:
    """Find groups of records and hand their figures down."""
    words = tree.word_sums[tree.end] - tree.word_sums[:-1]
    linked = tree.linked_sums[tree.end] - tree.linked_sums[:-1]
    total = max(1, int(words[0]))
    share, links, count = np.zeros(tree.n), np.zeros(tree.n), np.zeros(tree.n)
    best: tuple[int, tuple[int, ...]] = 0, ()
    for tag, nodes in _groups(tree, words.tolist()):
        size = int(words[nodes].sum())
        share[nodes] = size / total
        links[nodes] = linked[nodes].sum() / size
        count[nodes] = len(nodes)
        outside = not marks.tags[nodes[0]] & SIDES
        if tag not in ("p", "br") and outside and size > best[0]:
            best = size, tuple(nodes)
    main = _handed_down(tree, share, links, count, set(best[1]))
    return Records(share, links, count, main, best[1])


def _groups(tree: TagTree, words: list[int]) -> list[tuple[str, list[int]]]:
    alike: dict[tuple[int, str, str], list[int]] = {}
    parents = tree.parent.tolist()
    for node in range(1, tree.n):
        tag = tree.tag[node]
        if tag != TEXT and words[node] >= RECORD_WORDS:
            name = (tree.attributes[node] or {}).get("class", "")
            alike.setdefault((parents[node], tag, name), []).append(node)
    return [(key[1], nodes) for key, nodes in alike.items() if len(nodes) >= MIN_RECORDS]


def _handed_down(
    tree: TagTree, share: Floats, links: Floats, count: Floats, group: set[int]
) -> Floats:
    """Give every node the larger of its own group's figures and its parent's, in place."""
    shares, link_shares, counts = share.tolist(), links.tolist(), count.tolist()
    main = [0.0] * tree.n
    for node, parent in enumerate(tree.parent.tolist()):
        if parent < 0:
            continue
        main[node] = 1.0 if node in group else main[parent]
        if shares[parent] >= shares[node]:
            shares[node], link_shares[node] = shares[parent], link_shares[parent]
            counts[node] = counts[parent]
    share[:], links[:], count[:] = shares, link_shares, counts
    return np.array(main)
