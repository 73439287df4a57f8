"""Links that ask what their page was asked, more narrowly or more widely."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from upwell.models.tree.tagtree import TagTree
from upwell.models.urls.browsing import folder_class
from upwell.models.urls.refinement import asked_with, refines, without_arguments


class RefiningLink(NamedTuple):
    """The nodes of a link, and the arguments that it adds."""

    start: int
    stop: int
    adds: frozenset[str]


def refining_links(tree: TagTree) -> Iterator[RefiningLink]:
    """The links to the page's own address with arguments added or left out, or both.

    Parameters
    ----------
    tree
        The page. One that was asked nothing, by its address, has no such links.

    Reading
    -------
    A facet ("garden (7)") changes with every answer as records do, and beside an answer of one
    record there are more facets than records. Where it leads tells them apart: a link that says
    of every argument what the page's own address says asks the same; one that gives an argument
    another value may lead anywhere.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> html = b"<a href='?q=oak&brand=7'>Seven (2)</a> <a href='?do=show&q=oak&id=1'>Oak</a>"
    >>> tree = parse(html, url="http://buy.example/s?do=find&q=Oak&page=2")
    >>> [(tree.visible(one.start, one.stop), *one.adds) for one in refining_links(tree)]
    [('Seven (2)', 'brand')]

    References
    ----------
    THOR VIII-B.
    """
    asked = asked_with(tree.url, tree.encoding)
    if not asked:
        return
    address = without_arguments(tree.url)
    for link in tree.links:
        if link.url.startswith(address) and without_arguments(link.url) == address:
            other = asked_with(link.url, tree.encoding)
            if refines(other, asked):
                adds = frozenset(other.keys() - asked.keys())
                yield RefiningLink(link.node, int(tree.end[link.node]), adds)


class RefiningParts:
    """Tells boxes beside an answer from its records, on one page.

    Parameters
    ----------
    tree
        The page.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> html = b"<p>Price <a href='?q=oak&price=9'>9</a><p><a href=/item/4>Oak</a><p>News"
    >>> tree = parse(html, url="http://buy.example/s?q=oak")
    >>> boxes = [(int(node), int(tree.end[node])) for node in tree.tagged("p")]
    >>> RefiningParts(tree).part_of(boxes), RefiningParts(tree).part_of(boxes[1:])
    (True, False)
    """

    def __init__(self, tree: TagTree) -> None:
        refining = {one.start for one in refining_links(tree)}
        self._refining = sorted(refining)
        self._others = sorted(link.node for link in tree.links if link.node not in refining)

    def part_of(self, parts: Sequence[tuple[int, int]]) -> bool:
        """Whether some parts of a list lead to nothing but what refines the page's question, some
        to nothing of it, and none to both: the records of a list lead alike."""
        if not self._refining:
            return False
        leads = {self._leads(start, stop) for start, stop in parts}
        return (True, False) in leads and (False, True) in leads and (True, True) not in leads

    def _leads(self, start: int, stop: int) -> tuple[bool, bool]:
        """Whether nodes have a link that refines the question, and one that does not."""
        refines, others = (
            bisect_left(links, start) < bisect_left(links, stop)
            for links in (self._refining, self._others)
        )
        return refines, others


def leads_alike(
    tree: TagTree, parts: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]
) -> bool:
    """Whether most of the other parts with links lead to addresses made like those of the parts.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> html = b"<p><a href=/item/1>Oak</a><p><a href=/item/2>Elm</a><p><a href=/go/7>Lamp</a>"
    >>> tree = parse(html, url="http://buy.example/s")
    >>> parts = [(int(node), int(tree.end[node])) for node in tree.tagged("p")]
    >>> leads_alike(tree, parts[:1], parts[1:2]), leads_alike(tree, parts[:2], parts[2:])
    (True, False)
    """
    made, other = _makes(tree, parts), _makes(tree, others)
    return not made or 2 * sum(one in made for one in other) >= len(other)


def _makes(tree: TagTree, parts: Sequence[tuple[int, int]]) -> list[str]:
    """How the first link of each part is made."""
    nodes = [link.node for link in tree.links]
    firsts = ((bisect_left(nodes, start), stop) for start, stop in parts)
    return [
        folder_class(tree.links[at].url)
        for at, stop in firsts
        if at < len(nodes) and nodes[at] < stop
    ]


def leading_share(tree: TagTree, parts: Sequence[tuple[int, int]]) -> float:
    """Share of the parts of a list with a link to another address than the page's own, whatever the
    arguments: orders, numbers a page, facets all lead to that.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> html = b"<p>By <a href='?q=oak&by=date'>date</a><p>As <a href='/help'>told</a><p>Two"
    >>> tree = parse(html, url="http://buy.example/s?q=oak&by=name")
    >>> parts = [(int(node), int(tree.end[node])) for node in tree.tagged("p")]
    >>> round(leading_share(tree, parts), 2)
    0.33
    """
    own = without_arguments(tree.url)
    nodes = sorted(link.node for link in tree.links if without_arguments(link.url) != own)
    return sum(bisect_left(nodes, a) < bisect_left(nodes, b) for a, b in parts) / max(1, len(parts))
