"""From what an engine saw to the columns of a tag tree."""

from __future__ import annotations

from struct import pack
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .tagtree import Ints
from .walk import Walk
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
    row = _ints([place.row for place in seen.place])
    parent = _ints(seen.parent)
    path, key, depth = table.take(row, 1)
    words = np.zeros(n, np.int32)
    words[row & 1 == 1] = n_words([string for string in seen.text if string is not None])
    linked = np.zeros(n, np.int32)
    linked[seen.linked] = words[seen.linked]
    return {
        "tag": [place.tag for place in seen.place],
        "parent": parent,
        "end": _ints(seen.end),
        "depth": depth.astype(np.int32),
        "fanout": np.bincount(parent[1:], minlength=n).astype(np.int32),
        "text": seen.text,
        "path": path,
        "key": key,
        "words": words,
        "linked": linked,
        "spaced": seen.spaced,
        "named": [place.named for place in seen.place],
        "stated": seen.attributes,
        "moved": seen.moved,
        "noscripts": seen.noscripts,
        "n_forms": seen.n_forms,
    }


def _ints(values: list[int]) -> Ints:
    """The quickest way from a list to an array; numpy's own takes twice as long."""
    return np.frombuffer(pack(f"{len(values)}i", *values), np.int32)
