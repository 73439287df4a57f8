"""From what the walk saw to the columns of a tag tree."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .place import MASK, STEP, TEXT_KEY, TEXT_PATH
from .tagtree import TEXT, Hashes, Ints
from .walk import Walk
from .words import n_words


def columns(seen: Walk) -> dict[str, Any]:
    """The columns of `TagTree` by name; what can be said of all nodes at once is said here."""
    n, places = len(seen.text), seen.place
    nodes = [at for at, string in enumerate(seen.text) if string is None]
    node = np.array(nodes, np.intp)
    is_text = np.ones(n, bool)
    is_text[node] = False
    content = np.flatnonzero(is_text)
    up = np.array(seen.up, np.int32)
    parent = node[up].astype(np.int32)
    parent[0] = -1
    end = np.arange(1, n + 1, dtype=np.int32)
    end[node] = seen.stop
    depth = np.array([place.depth for place in places], np.int32)[up] + np.int32(1)
    depth[0] = 0
    words = np.zeros(n, np.int32)
    words[content] = n_words([string for string in seen.text if string is not None])
    linked = np.zeros(n, np.int32)
    linked[seen.linked] = words[seen.linked]
    source = np.array(seen.source, np.int32)
    source_parent = parent.copy()  # of a content node: its element
    source_parent[node] = np.where(source < 0, -1, node[source])
    sibling = np.zeros(n, np.int32)
    sibling[node] = _siblings(seen, source)
    space = [False] * n
    for at in seen.spaced:
        space[at] = True
    attributes: list[dict[str, str] | None] = [None] * n
    for at, kept in seen.kept:
        attributes[at] = kept
    tag = [TEXT] * n
    for at, place in zip(nodes, places, strict=True):
        tag[at] = place.tag
    return {
        "tag": tag,
        "parent": parent,
        "end": end,
        "depth": depth,
        "fanout": np.bincount(parent[1:], minlength=n).astype(np.int32),
        "text": seen.text,
        "space": space,
        "attributes": attributes,
        "path": _hashes([place.path for place in places], TEXT_PATH, up, node, content),
        "key": _hashes([place.key for place in places], TEXT_KEY, up, node, content),
        "words": words,
        "linked": linked,
        "source_parent": source_parent,
        "sibling": sibling,
    }


def _hashes(
    of_elements: list[int],
    of_text: int,
    up: Ints,
    node: NDArray[np.intp],
    content: NDArray[np.intp],
) -> Hashes:
    """A content node's hash is one more step from its element's, as `Places.below` takes it."""
    elements = np.array(of_elements, np.uint64)
    out = np.empty(len(up), np.uint64)
    out[node] = elements
    out[content] = (elements[up[content]] * np.uint64(STEP) ^ np.uint64(of_text)) & np.uint64(MASK)
    return out.view(np.int64)


def _siblings(seen: Walk, source: Ints) -> Ints:
    """Position of each element among the children of its source parent that bear its tag."""
    code = np.array([place.code for place in seen.place], np.int64)
    family = source.astype(np.int64) << 32 | code
    order = np.argsort(family, kind="stable")
    ordered = family[order]
    first = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    size = np.diff(first, append=len(order))
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order)) - np.repeat(first, size) + 1
    for number, position in seen.noscripts.items():  # some of them are opaque and not counted above
        rank[number] = position
    return rank
