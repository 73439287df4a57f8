"""Headings between objects: no objects, but the group of those below them (OBJ 3).

A list in groups is one list. Its headings stand as rows among the rows, at the tail of the
part before them, or between two lists of one place.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from upwell.models.tree.tagtree import TEXT

from ..page.outline import Outline
from .segment import Part
from .table_rows import cells, heading_row

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


def grouped(
    page: Outline,
    parts: Sequence[Part],
    starts: Collection[int] = (),
    params: GroupParams | None = None,
    leads: bool = False,
) -> Grouped:
    """Tell headings from objects.

    Parameters
    ----------
    page
        The page.
    parts
        Parts of one list, in document order.
    starts
        Keys of places where objects of the site are known to begin.
    leads
        Every object of the list is known to have a link.

    Reading
    -------
    OBJ 3 asks for a separator between objects; a heading separates groups of them. One that
    stands once is believed only by its tag, for a record can be odd as well; and so are as many
    headings as objects, unless the site's other pages have shown that every object has a link.

    References
    ----------
    OBJ 3 (objects).
    """
    p = params or GroupParams()
    fronts = _fronts(page, parts, starts, p)
    parts = [(fronts[i][1], b) if i in fronts else (a, b) for i, (a, b) in enumerate(parts)]
    heads, tails, before = _trusted(page, parts, starts, p, leads)
    over = (before if tails else None) or heading_row(page, parts[0][0], p.words)
    marks = sorted({*heads, *fronts.values(), *tails.values(), *([over] if over else [])})
    objects = [
        (a, tails[i][0] if i in tails and tails[i][0] < b else b)
        for i, (a, b) in enumerate(parts)
        if (a, b) not in heads
    ]
    objects = _worded(page, objects)
    starts = [mark[0] for mark in marks]
    at = [bisect_right(starts, a) for a, _ in objects]
    return Grouped(objects, [marks[n - 1] if n else None for n in at])


def _trusted(
    page: Outline, parts: Sequence[Part], starts: Collection[int], p: GroupParams, leads: bool
) -> tuple[set[Part], dict[int, Part], Part | None]:
    """Parts that are headings, headings at the end of parts by number, and one before the first.

    A heading counts by its tag, or where another with the same tags stands in the list.
    """
    heads, tails = _heads(page, parts, p, leads), _tails(page, parts, starts, p)
    kinds = Counter(page.path[node] for node, _ in {*heads, *tails.values()})
    first = parts[0][0]
    before = next(filter(None, (_before(page, first, kind, p.words) for kind in kinds)), None)
    if before:
        kinds[page.path[before[0]]] += 1

    def counts(heading: Part) -> bool:
        return _is_heading(page, heading) or kinds[page.path[heading[0]]] > 1

    if not leads:
        heads = set(filter(counts, heads))
        if len(heads) > p.few * (len(parts) - len(heads)):
            heads = set()
    return heads, {i: tail for i, tail in tails.items() if counts(tail)}, before


def _worded(page: Outline, objects: Sequence[Part]) -> list[Part]:
    """Objects that say something: a picture alone is the end of the one before it."""
    found = list(objects[:1])
    for a, b in objects[1:]:
        if page.words(a, b):
            found.append((a, b))
        else:
            found[-1] = (found[-1][0], b)
    return found


def _fronts(
    page: Outline, parts: Sequence[Part], starts: Collection[int], p: GroupParams
) -> dict[int, Part]:
    """Headings by their tag at the beginning of parts; by the part's number.

    At the beginning of all they are titles, unless objects are known to begin behind them.
    """
    found: dict[int, Part] = {}
    for i, (a, b) in enumerate(parts):
        stop = page.end[a]
        if stop < b and _may_head(page, a, p) and _is_heading(page, (a, stop)):
            found[i] = (a, stop)
    if not found:
        return found
    key = page.tree.place
    known = all(int(key[stop]) in starts for _, stop in found.values())
    return found if known or len(found) < len(parts) else {}


def _heads(page: Outline, parts: Sequence[Part], p: GroupParams, leads: bool) -> set[Part]:
    """Parts that may be headings: short, without a link where objects have one, and without most
    of what objects hold; that one more has none is enough where every object is known to."""
    word_sums, link_sums = page.word_sums, page.link_sums
    brief = [
        (a, b)
        for a, b in parts[:-1]
        if 0 < word_sums[b] - word_sums[a] <= p.words and link_sums[b] == link_sums[a]
    ]
    if leads or not brief:
        return set(brief)
    roots = {page.path[a] for a, _ in parts}  # each part has one: that says nothing of it
    count = Counter(chain.from_iterable([set(page.path[a:b]) - roots for a, b in parts]))
    usual = {path for path, n in count.items() if n >= p.usual * len(parts)}
    found = {
        (a, b) for a, b in brief if len(usual.intersection(page.path[a:b])) < p.alike * len(usual)
    }
    linked = sum(page.link_sums[b] > page.link_sums[a] for a, b in parts)
    if 2 * linked > len(parts) - len(found):
        return found
    return {part for part in found if _is_heading(page, part)}


def _is_heading(page: Outline, part: Part) -> bool:
    """All words of the part are in one element that is a heading by its tag; or it is a row of one
    cell above a row of several."""
    row, below = part
    alone = page.end[row] == below < page.tree.n and len(cells(page, row)) == 1
    if alone and len(cells(page, below)) > 1:
        return True
    return any(
        page.tree.tag[u] in _HEADINGS and page.words(u, page.end[u]) == page.words(*part)
        for u in range(*part)
        if page.end[u] <= part[1]
    )


def _tails(
    page: Outline, parts: Sequence[Part], starts: Collection[int], p: GroupParams
) -> dict[int, Part]:
    """Headings of the next group at the end of a part or behind it, by the part's number.

    What is at the end of most parts belongs to them. A heading by its tag does not, unless it is
    at the end of all but the last, and objects are not known to begin behind it.
    """
    known = int(page.tree.place[parts[0][0]]) in starts
    most = len(parts) if known else len(parts) - 1

    few = p.usual * len(parts)
    end, sums = page.end, page.word_sums
    found: dict[int, Part] = {}
    last: dict[int, int] = {}  # what ends a part, and may head the next one
    for i, (a, b) in enumerate(parts[:-1]):
        behind = list(_between(page, b, parts[i + 1][0])) if parts[i + 1][0] > b else []
        tail = behind or [_last(page, a, b)]
        worded = [x for x in tail if x != a and sums[end[x]] > sums[x]]
        if len(worded) == 1 and _may_head(page, worded[0], p):
            found[i] = (worded[0], end[worded[0]])
            if not behind:
                last[i] = worded[0]
    count = _ending(page, parts, {page.path[x] for x in last.values()})
    for i, x in last.items():
        n = count[page.path[x]]
        if n >= few or n >= most:
            limit = most if _is_heading(page, (x, end[x])) else few
            if n >= limit:
                del found[i]
    return found


def _last(page: Outline, a: int, b: int) -> int:
    """The last of the nodes that stand side by side in a part."""
    end = page.end
    while end[a] < b:
        a = end[a]
    return a


def _ending(page: Outline, parts: Sequence[Part], paths: Collection[int]) -> Counter[int]:
    """On how many parts something of these paths stands behind the first node."""
    count: Counter[int] = Counter()
    if not paths:
        return count
    path, end = page.path, page.end
    for a, b in parts:
        held = set()
        node = end[a]
        while node < b:
            if path[node] in paths:
                held.add(path[node])
            node = end[node]
        count.update(held)
    return count


def _may_head(page: Outline, node: int, p: GroupParams) -> bool:
    stop, words, links = page.end[node], page.word_sums, page.link_sums
    brief = words[stop] - words[node] <= p.words and links[stop] == links[node]
    return brief and page.tree.tag[node] != TEXT


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
