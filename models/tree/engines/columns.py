"""From what an engine saw to the fields of a tag tree."""

from __future__ import annotations

from struct import pack
from typing import Any

import numpy as np

from ..place import PlaceTable
from ..tagtree import Ints
from ..walk import Walk
from ..words import n_words


def columns(seen: Walk, table: PlaceTable) -> dict[str, Any]:
    """The fields of `TagTree` by name; what can be said of all nodes at once is said here.

    Parameters
    ----------
    seen
        Nodes, each with the row of its place.
    table
        What is known of places.
    """
    n = len(seen.row)
    row, parent, end = _ints(seen.row), _ints(seen.parent), _ints(seen.end)
    path, key, depth = table.hashes.take(row, 1)
    content = (row & 1).nonzero()[0]
    text = np.full(n, None)
    text[content] = seen.strings
    end[content] = content + 1
    words, linked = np.zeros((2, n), np.int32)
    words[content] = n_words(seen.strings)
    linked[seen.linked] = words[seen.linked]
    return {
        "tag": table.tag.take(row).tolist(),
        "parent": parent,
        "end": end,
        "depth": depth.astype(np.int32),
        "fanout": np.bincount(parent[1:], minlength=n).astype(np.int32),
        "text": text.tolist(),
        "path": path,
        "key": key,
        "words": words,
        "linked": linked,
        "spaced": seen.spaced,
        "named": table.named.take(row).tolist(),
        "stated": seen.attributes,
        "moved": seen.moved,
        "noscripts": seen.noscripts,
        "n_forms": seen.n_forms,
        "hidden": seen.hidden,
        "title": seen.title,
        "base": seen.base,
        "echo": seen.echo,
        "truncated": seen.truncated,
    }


def _ints(values: list[int]) -> Ints:
    """The quickest way from a list to an array; numpy's own takes twice as long."""
    return np.frombuffer(bytearray(pack(f"{len(values)}i", *values)), np.int32)
