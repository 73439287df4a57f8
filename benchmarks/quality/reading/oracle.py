"""Columns against a plain recursion over the tree, page by page: `benchmarks.quality oracle`.

The recursion is the one of the tests (`tests/tree/oracle.py`). White space right below `body` under
an HTML 4 doctype is left out: libxml2's tree drops it, what it tells a target keeps it; with white
space behind the last text it is the other way round. Pages that were cut, and say so, hold less
than the plain walk and are counted apart. Where a kernel was built, every field of every page is
also compared with that of plain Python, on both engines.
"""

from __future__ import annotations

import sys
from itertools import chain, islice

import numpy as np

from tests.tree.oracle import lxml_root, reference
from upwell.models import compiled
from upwell.models.tree import TEXT, TagTree, parse
from upwell.models.tree.parse import Engine
from upwell.models.tree.raw.encoding import as_utf8

from ..datasets import pages, unpacked
from ..figures import Figure, show

_SETS = ("serp", "wien", "wcxb", "big9")
_QUICK = 10  # pages of a set
_ENGINES: tuple[Engine, ...] = ("lxml", "lexbor")


def measure(quick: bool = False) -> list[Figure]:
    """Pages compared, columns that differ, XPaths that lead to another element."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 10_000))
    roots = [root for name in _SETS if (root := unpacked(name)) is not None]
    if not roots:
        return []
    n = cut = columns = paths = compared = other = 0
    most = _QUICK if quick else None
    for page in chain.from_iterable(islice(pages(root), most) for root in roots):
        if compiled.in_use():
            compared += 1
            other += sum(len(unlike(page.body, engine)) for engine in _ENGINES)
        source, _ = as_utf8(page.body)
        tree = parse(source, "text/html; charset=utf-8")
        if tree.truncated:
            cut += 1
            continue
        n += 1
        columns += len(differences(tree, source))
        paths += astray(tree, source)
    return [
        Figure("pages compared", n, None),
        Figure("pages that were cut", cut, None),
        Figure("columns that differ from a plain walk", columns, 0, 0, "lower"),
        Figure("XPaths that lead astray", paths, 0, 0, "lower"),
        Figure("pages read by the kernel and by plain Python", compared, None),
        Figure("fields in which the two differ", other, None, 0, "lower"),
    ]


def differences(tree: TagTree, source: bytes) -> list[str]:
    """Names of the columns that differ."""
    names = []
    for name, expected in reference(source).items():
        found = getattr(tree, name)
        found = found.tolist() if isinstance(found, np.ndarray) else found
        if name == "text":
            expected, found = _trimmed(expected), _trimmed(found)
        if found != expected and name != "space":
            names.append(name)
    return names


def unlike(body: bytes, engine: Engine) -> list[str]:
    """Names of the fields that the kernel fills otherwise than plain Python."""
    found = parse(body, engine=engine)
    with compiled.pure():
        expected = parse(body, engine=engine)
    return [
        name
        for name in TagTree.__dataclass_fields__
        if not _equal(getattr(found, name), getattr(expected, name))
    ]


def _equal(found: object, expected: object) -> bool:
    if isinstance(found, np.ndarray) and isinstance(expected, np.ndarray):
        return found.dtype == expected.dtype and np.array_equal(found, expected)
    return found == expected


def _trimmed(texts: list[str | None]) -> list[str | None]:
    return [*texts[:-1], (texts[-1] or "").rstrip()]


def astray(tree: TagTree, source: bytes, most: int = 200) -> int:
    """Of at most so many elements, evenly spread, those that their XPath does not lead to."""
    root = lxml_root(source)
    nodes = [node for node in range(tree.n) if tree.tag[node] != TEXT]
    wrong = 0
    for node in nodes[:: len(nodes) // most + 1]:
        found = root.xpath(tree.xpath(node))
        kept = tree.attributes[node] or {}
        wrong += not (
            [element.tag for element in found] == [tree.tag[node]]
            and all(found[0].get(name) == value for name, value in kept.items())
        )
    return wrong


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
