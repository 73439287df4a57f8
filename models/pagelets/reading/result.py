"""What is read of a page: its pagelets and its objects, by their nodes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from upwell.models.tree.tagtree import TagTree

from ..lists.segment import Part

Route = Literal["template", "search", "none"]  # by what was learned; by this page; nothing is read


class Region(NamedTuple):
    """A pagelet: the nodes [start, stop), and its share of the page's counting text."""

    start: int
    stop: int
    score: float


class Span(NamedTuple):
    """An object: the nodes [start, stop), in the pagelet of this number.

    `group`: the nodes of the heading it stands under, where a list is in groups.
    """

    start: int
    stop: int
    pagelet: int
    group: Part | None = None


@dataclass(frozen=True, slots=True)
class PageletReading:
    """Pagelets best first, objects in page order; `empty`: the page answers nothing.

    `route` and `why` say how they were found; they make no difference between two readings.
    """

    pagelets: list[Region]
    objects: list[Span]
    empty: bool
    route: Route = field(default="none", compare=False)
    why: dict[str, float] = field(default_factory=dict, compare=False)  # rules with numbers


def holder(tree: TagTree, start: int, stop: int) -> int:
    """Smallest node that holds the nodes [start, stop)."""
    node = start
    while tree.end[node] < stop:
        node = int(tree.parent[node])
    return node
