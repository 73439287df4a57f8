"""Headings between objects: no objects, but the group of those below them (OBJ 3).

A list in groups is one list. Its headings stand as rows among the rows, at the tail of the
part before them, or between two lists of one place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..tree.tagtree import TEXT
from .outline import Outline
from .rows import heading_row
from .segment import Part, items

_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6 th caption legend dt".split())


@dataclass(frozen=True, slots=True)
class GroupParams:
    """Set by looking at lists in groups, and at `serp`, where odd records must stay objects."""

    words: int = 12  # of a heading at most
    usual: float = 0.5  # share of parts that hold what an object holds
    alike: float = 0.5  # share of the usual paths that a heading does not reach
    few: float = 0.5  # headings for each object at most


@dataclass(frozen=True, slots=True)
class Grouped:
    """Parts that are objects, each with the nodes of its heading, if it has one."""

    parts: list[Part]
    groups: list[Part | None]


def grouped(page: Outline, parts: Sequence[Part], params: GroupParams | None = None) -> Grouped:
    """Tell headings from objects.

    Parameters
    ----------
    page
        The page.
    parts
        Parts of one list, in document order.

    Reading
    -------
    OBJ 3 asks for a separator between objects; a heading separates groups of them. One that
    stands once is believed only by its tag, for a record can be odd as well.

    References
    ----------
    OBJ 3 (objects).
    """
    p = params or GroupParams()
    heads = _heading_parts(page, parts, p)
    if heads:
        over = heading_row(page, parts[0][0], p.words)
        return _below(list(parts), [part if part in heads else None for part in parts], over)
    tails = _tails(page, parts, p)
    if not tails:
        return Grouped(list(parts), [heading_row(page, parts[0][0], p.words)] * len(parts))
    cut = [(a, tails.get(i, (b, b))[0]) for i, (a, b) in enumerate(parts)]
    kind = page.path[next(iter(tails.values()))[0]]
    first = parts[0][0]
    before = _before(page, first, kind, p.words) or heading_row(page, first, p.words)
    groups: list[Part | None] = []
    current = before
    for i in range(len(cut)):
        groups.append(current)
        current = tails.get(i, current)
    return Grouped(cut, groups)


def _below(parts: list[Part], heads: list[Part | None], over: Part | None) -> Grouped:
    kept, groups, current = [], [], over
    for part, head in zip(parts, heads, strict=True):
        current = head or current
        if head is None:
            kept.append(part)
            groups.append(current)
    return Grouped(kept, groups)


def _heading_parts(page: Outline, parts: Sequence[Part], p: GroupParams) -> set[Part]:
    """Parts that are headings: short, without a link, and without most of what objects hold."""
    held = [set(page.path[a:b]) for a, b in parts]
    count = Counter(path for paths in held for path in paths)
    usual = {path for path, n in count.items() if n >= p.usual * len(parts)}
    found = {
        part: frozenset(paths)
        for part, paths in zip(parts[:-1], held, strict=False)
        if page.words(*part) <= p.words
        and page.link_sums[part[1]] == page.link_sums[part[0]]
        and len(paths & usual) < p.alike * len(usual)
    }
    kinds = Counter(found.values())
    linked = sum(page.link_sums[b] > page.link_sums[a] for a, b in parts)
    objects_are_linked = 2 * linked > len(parts) - len(found)
    sure = {
        part
        for part, kind in found.items()
        if _is_heading(page, part) or (objects_are_linked and kinds[kind] > 1)
    }
    return sure if len(sure) <= p.few * (len(parts) - len(sure)) else set()


def _is_heading(page: Outline, part: Part) -> bool:
    """All words of the part are in one element that is a heading by its tag."""
    return any(
        page.tree.tag[u] in _HEADINGS and page.words(u, page.end[u]) == page.words(*part)
        for u in range(*part)
        if page.end[u] <= part[1]
    )


def _tails(page: Outline, parts: Sequence[Part], p: GroupParams) -> dict[int, Part]:
    """Headings of the next group at the end of a part, or behind it; by the part's number."""
    inside = [items(page, a, b) for a, b in parts]
    count = Counter(path for held in inside for path in {page.path[x] for x in held[1:]})
    found: dict[int, Part] = {}
    for i, (part, held) in enumerate(zip(parts[:-1], inside, strict=False)):
        behind = list(_between(page, part[1], parts[i + 1][0]))
        tail = behind or [x for x in held[1:][-1:] if count[page.path[x]] < p.usual * len(parts)]
        worded = [x for x in tail if page.words(x, page.end[x]) > 0]
        if len(worded) == 1 and _may_head(page, worded[0], p):
            found[i] = (worded[0], page.end[worded[0]])
    kinds = Counter(page.path[node] for node, _ in found.values())
    return {
        i: part
        for i, part in found.items()
        if page.tree.tag[part[0]] in _HEADINGS or kinds[page.path[part[0]]] > 1
    }


def _may_head(page: Outline, node: int, p: GroupParams) -> bool:
    words = page.words(node, page.end[node])
    linked = page.link_sums[page.end[node]] > page.link_sums[node]
    return page.tree.tag[node] != TEXT and words <= p.words and not linked


def _between(page: Outline, start: int, stop: int) -> Iterator[int]:
    """Topmost nodes of what stands between two parts, elements that hold the second left open."""
    while start < stop:
        if page.end[start] <= stop:
            yield start
            start = page.end[start]
        else:
            start += 1


def _before(page: Outline, first: int, kind: int, most_words: int) -> Part | None:
    """A heading of this kind directly before the first part."""
    for at in range(first - 1, -1, -1):
        stop = page.end[at]
        if page.words(at, first) > most_words:
            return None
        if page.path[at] == kind and stop <= first and not page.words(stop, first):
            return at, stop
    return None
