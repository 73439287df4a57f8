"""Links of a page about one thing that lead to pages like it: they tell of other things."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

import numpy as np
from numpy.typing import NDArray

from ...pagelets.fields.references import References
from ...tree.tagtree import TagTree
from ..hashes import Counts

_DIGITS = re.compile(r"\d+")


def to_siblings(tree: TagTree, nodes: Counts) -> NDArray[np.bool_]:
    """For each content node whether it stands in a link to another page like this one.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> body = b"<p><a href=/i/8>Red bus</a> <a href=/tag/red>red</a> <a href=/i/7#top>up</a>"
    >>> tree = parse(body, url="http://a.org/i/7")
    >>> at = np.array([node for node, text in enumerate(tree.text) if text])
    >>> to_siblings(tree, at).tolist()
    [True, False, False]
    """
    out = np.zeros(len(nodes), bool)
    linked = np.flatnonzero(tree.linked[nodes] > 0).tolist() if "://" in tree.url else []
    if not linked:
        return out
    references = References(tree)
    is_other: dict[str, bool] = {}
    for i in linked:
        url = references.around(int(nodes[i]))
        if url is not None:
            if url not in is_other:
                is_other[url] = is_sibling(url, tree.url)
            out[i] = is_other[url]
    return out


def is_sibling(url: str, own: str) -> bool:
    """Whether an address is another one of the make of a page's own.

    The steps of its path say which page it is, or its arguments do, where the path is the same.

    >>> own = "http://a.org/red-bus-7.html?from=list"
    >>> is_sibling("http://a.org/blue-8.html", own), is_sibling("http://a.org/about.html", own)
    (True, False)
    >>> is_sibling("http://a.org/show?id=8", "http://a.org/show?id=7")
    True
    >>> is_sibling("http://a.org/show?id=7&tab=2", "http://a.org/show?id=7")
    False
    """
    one, other = urlsplit(url), urlsplit(own)
    if one.netloc != other.netloc or _make(one.path) != _make(other.path):
        return False
    if one.path != other.path:
        return True
    held, here = dict(parse_qsl(one.query)), dict(parse_qsl(other.query))
    return any(held[name] != here[name] for name in held.keys() & here.keys())


def _make(path: str) -> tuple[str, str, bool]:
    """How a path is made: its folders, its ending, and whether its last step has a number."""
    folders, _, last = path.rstrip("/").rpartition("/")
    ending = last.rpartition(".")[2] if "." in last else ""
    return _DIGITS.sub("#", folders), ending, bool(_DIGITS.search(last))
