"""What the nodes around a place say about it: tags, roles, words of class and id, hiding."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from upwell.models.tree.tagtree import TEXT, TagTree

from ..params import BIG
from .class_words import CLASS_BIT, ROLE_BIT, TAG_BIT, class_bits

Bits = NDArray[np.int64]

SIZES = (25, 80, 250)  # words of the nearest node that is asked for its links and prose
_GONE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden")


@dataclass(frozen=True, slots=True)
class Marks:
    """Inherited marks of all nodes of a page."""

    tags: Bits  # TAG_BIT of the node's own and its ancestors' tags and roles
    classes: Bits  # CLASS_BIT of its own and its ancestors' class and id
    near: Bits  # the same of the nearest three nodes
    hidden: NDArray[np.bool_]
    holders: tuple[Bits, ...]  # nearest node with as many words as SIZES say


def marks(tree: TagTree) -> Marks:
    """Hand tags, roles and class words down from the root."""
    sums = tree.word_sums
    words = (sums[tree.end] - sums[:-1]).tolist()
    limit = BIG * max(1, words[0])
    parents = tree.parent.tolist()
    tags, classes, own, hidden = ([0] * tree.n for _ in range(4))
    holders = [[0] * tree.n for _ in SIZES]
    for node, tag in enumerate(tree.tag):
        if tag == TEXT:
            continue
        parent = parents[node]
        big = words[node] > limit
        role, bits, gone = _stated(tree.attributes[node], big)
        own[node] = bits
        above = parent if parent >= 0 else node
        tags[node] = tags[above] | TAG_BIT.get(tag, 0) | role
        classes[node] = classes[above] | bits
        hidden[node] = hidden[above] | gone
        for size, holder in zip(SIZES, holders, strict=True):
            holder[node] = node if words[node] >= size or parent < 0 else holder[parent]
    up = np.maximum(tree.parent, 0)
    mine = np.array(own)
    return Marks(
        np.array(tags),
        np.array(classes),
        mine | mine[up] | mine[up[up]],
        np.array(hidden, bool),
        tuple(np.array(holder) for holder in holders),
    )


def _stated(attributes: dict[str, str] | None, big: bool) -> tuple[int, int, int]:
    """Role, class words and hiding that an element states itself."""
    if not attributes:
        return 0, 0, 0
    names = " ".join(filter(None, (attributes.get("class"), attributes.get("id"))))
    bits = class_bits(names) if names else 0
    if big:
        bits &= CLASS_BIT["pos"]
    gone = not big and (
        "hidden" in attributes
        or attributes.get("aria-hidden") == "true"
        or bool(_GONE.search(attributes.get("style", "")))
    )
    return ROLE_BIT.get(attributes.get("role", ""), 0), bits, int(gone)
