"""The tables of contents of one page: their entries, by the places that a site has taught."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from statistics import median_low
from typing import NamedTuple

from upwell.models.tree.tagtree import TagTree

from .model import ContentsModel
from .page_links import Anchor, anchors_of, form_of, place_of, rows_of
from .params import LEAST


class Entry(NamedTuple):
    """A link of a table of contents with what stands around it: the nodes [start, stop)."""

    start: int
    stop: int
    url: str


class Contents(NamedTuple):
    """Entries at one place in page order, and how sure it is that such links lead on."""

    entries: list[Entry]
    sure: float
    on_hubs: bool = True  # they are what such pages are for, not beside what the page tells

    @property
    def is_table(self) -> bool:
        """Whether they are enough to be a table of contents."""
        return len(self.entries) >= LEAST


def read_contents(tree: TagTree, model: ContentsModel) -> list[Contents]:
    """The entries of a page, those of each place together; one page is one entry.

    What leads to pages with contents of their own is a menu beside them, as sorts and pagers are.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> from .model import ContentsPlace
    >>> tree = parse(b"<ul><li><a href=/1>Rain</a> today<li><a href=/2>Snow</a></ul>", "",
    ...              "http://a.example/")
    >>> place = place_of(tree, tree.tagged("a")[0])
    >>> found, = read_contents(tree, ContentsModel({place: ContentsPlace(0, 0.9)}))
    >>> [tree.visible(one.start, one.stop) for one in found.entries]
    ['Rain today', 'Snow']
    """
    at: defaultdict[int, list[Anchor]] = defaultdict(list)
    for anchor in anchors_of(tree) if model.places else ():
        place = place_of(tree, anchor.node)
        if place in model.places and form_of(anchor.url) not in model.hubs:
            at[place].append(anchor)
    out: list[Contents] = []
    taken: set[int] = set()
    for place, anchors in at.items():
        known = model.places[place]
        tops = {top: one.url for one, top in _tops(tree, anchors, known.row)}
        entries = [one for one in _entries(tree, tops) if one.start not in taken]
        taken.update(one.start for one in entries)
        if entries:
            out.append(Contents(entries, known.sure, known.on_hubs))
    return out


def _tops(tree: TagTree, anchors: list[Anchor], row: int) -> list[tuple[Anchor, int]]:
    """The element around each link of one place, each page that they lead to once.

    In one that stands where such elements do, each with one link, the first link is the entry.
    """
    lone = len({one.url for one in anchors}) < 2
    out, met = [], set[str | int]()
    for one, chain in rows_of(tree, anchors):
        usual = _around(tree, one.node, row) if row else None
        top = usual if usual is not None else chain[0] if lone else chain[-1]
        if met.isdisjoint((one.url, top)):
            out.append((one, top))
        met |= {one.url, top}
    return out


def _around(tree: TagTree, node: int, place: int) -> int | None:
    """What a node stands in, or is itself, at a place."""
    while node > 0:
        if place_of(tree, node) == place:
            return node
        node = tree.parents[node]
    return None


def _entries(tree: TagTree, tops: dict[int, str]) -> list[Entry]:
    """The entries of a place, each from its link to the next one; the last is as long as most."""
    parents, ends, order = tree.parents, tree.ends, sorted(tops)
    stops = [
        after if parents[top] == parents[after] else ends[top] for top, after in pairwise(order)
    ]
    lengths = [_n_beside(tree, top, stop) for top, stop in zip(order, stops, strict=False)]
    if order:
        stops.append(_after(tree, order[-1], median_low(lengths) if lengths else 1))
    return [Entry(top, stop, tops[top]) for top, stop in zip(order, stops, strict=True)]


def _n_beside(tree: TagTree, node: int, stop: int) -> int:
    """Siblings from a node on."""
    n = 0
    while node < stop:
        n, node = n + 1, tree.ends[node]
    return n


def _after(tree: TagTree, node: int, n: int) -> int:
    """The node behind so many siblings from a node on, as far as there are any."""
    end = tree.ends[tree.parents[node]] if tree.parents[node] >= 0 else tree.n
    stop = tree.ends[node]
    for _ in range(n - 1):
        if stop >= end:
            break
        stop = tree.ends[stop]
    return stop
