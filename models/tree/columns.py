"""From what the walk saw to the columns of a tag tree."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .walk import KEPT, Walk
from .words import n_words


def columns(seen: Walk, table: NDArray[np.int64]) -> dict[str, Any]:
    """The columns of `TagTree` by name; what can be said of all nodes at once is said here.

    Parameters
    ----------
    seen
        Nodes, each with its place.
    table
        Path, key and depth of all places, by row.
    """
    n = len(seen.text)
    row = np.array([place.row for place in seen.place], np.intp)
    parent = np.array(seen.parent, np.int32)
    path, key, depth = table[:, row]
    words = np.zeros(n, np.int32)
    words[row & 1 == 1] = n_words([string for string in seen.text if string is not None])
    linked = np.zeros(n, np.int32)
    linked[seen.linked] = words[seen.linked]
    source_parent = parent
    if seen.moved:
        source_parent = parent.copy()
        source_parent[list(seen.moved)] = list(seen.moved.values())
    space = [False] * n
    for at in seen.spaced:
        space[at] = True
    attributes: list[dict[str, str] | None] = [None] * n
    for at, kept in seen.kept:
        attributes[at] = kept
    for at, stated in seen.attributes.items():
        attributes[at] = {name: stated[name] for name in stated if name in KEPT} or None
    return {
        "tag": [place.tag for place in seen.place],
        "parent": parent,
        "end": np.array(seen.end, np.int32),
        "depth": depth.astype(np.int32),
        "fanout": np.bincount(parent[1:], minlength=n).astype(np.int32),
        "text": seen.text,
        "space": space,
        "attributes": attributes,
        "path": path,
        "key": key,
        "words": words,
        "linked": linked,
        "source_parent": source_parent,
        "noscripts": seen.noscripts,
    }
