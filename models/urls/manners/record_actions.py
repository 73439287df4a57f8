"""Links that every record of a page has beside the link to itself: edit, delete, an icon."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np

from upwell.models.tree.tagtree import Link, TagTree

from ..browsing.listing import says_list
from .params import LEAST, LEAST_ALIKE, MOST_ALIKE, MOST_STEPS


def record_action_links(tree: TagTree) -> frozenset[str]:
    """URLs of the links that every record of a page has besides the one that leads to the record.

    Reading
    -------
    Two signs, before any model tells what a record is. What says the same and leads elsewhere
    each time belongs to the records around it: *edit*, *delete*, an icon. And of siblings that
    hold several links each, with words outside of them, each is a record; its link with most
    words of its own leads to it, and those at places that every one of them has once or twice
    are beside it. Nothing is left out of a menu, which has no words beside its links, nor what
    says that it leads to a list.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> row = "<li><a href=/i/{0}>Item number {0}</a> 3 EUR <a href=/x/{0}>{1}</a></li>"
    >>> page = "<ul>" + "".join(row.format(n, "go") for n in range(4)) + "</ul>"
    >>> sorted(record_action_links(parse(page.encode(), url="http://a.example/")))[:2]
    ['http://a.example/x/0', 'http://a.example/x/1']
    """
    by_text: dict[tuple[str, int], set[str]] = defaultdict(set)
    places = tree.place.tolist()
    for link in tree.links:
        by_text[link.text.casefold(), 0 if link.text else places[link.node]].add(link.url)
    same = (
        urls
        for (text, _), urls in by_text.items()
        if len(urls) >= LEAST_ALIKE and not (text and says_list("", text))
    )
    return frozenset().union(*same, _in_records(tree))


def _in_records(tree: TagTree) -> set[str]:
    out: set[str] = set()
    places, outside = tree.place.tolist(), _outside(tree)
    for rows in _rows(tree).values():
        if len(rows) < LEAST or any(len(links) < 2 for links in rows.values()):
            continue
        if not all(outside[tree.ends[node]] > outside[node] for node in rows):
            continue
        shared, common = _shared(rows), _common(tree, rows)
        for links in rows.values():
            own = max(links, key=lambda link: len(set(link.text.split()) - shared))
            out |= {
                link.url
                for link in links
                if link is not own and places[link.node] in common and not says_list("", link.text)
            }
    return out


def _common(tree: TagTree, rows: dict[int, list[Link]]) -> frozenset[int]:
    """Places of links that every row has, as often as the others."""
    places = tree.place.tolist()
    counts = [Counter(places[link.node] for link in links) for links in rows.values()]
    first = counts[0]
    return frozenset(
        place
        for place, n in first.items()
        if n <= MOST_ALIKE and all(count[place] == n for count in counts)
    )


def _rows(tree: TagTree) -> dict[tuple[int, int], dict[int, list[Link]]]:
    """Elements with links by parent and place: siblings of one place may be records."""
    parents, places = tree.parents, tree.place.tolist()
    above: dict[int, list[Link]] = defaultdict(list)
    for link in tree.links:
        node = parents[link.node]
        for _ in range(MOST_STEPS):
            if node <= 0:
                break
            above[node].append(link)
            node = parents[node]
    out: dict[tuple[int, int], dict[int, list[Link]]] = defaultdict(dict)
    for node, links in above.items():
        out[parents[node], places[node]][node] = links
    return out


def _outside(tree: TagTree) -> list[int]:
    """Words outside of links before each node."""
    sums: list[int] = np.concatenate(([0], np.cumsum(tree.words - tree.linked))).tolist()
    return sums


def _shared(rows: dict[int, list[Link]]) -> set[str]:
    """Words of links that several rows have."""
    counts: dict[str, int] = defaultdict(int)
    for links in rows.values():
        for word in {word for link in links for word in link.text.split()}:
            counts[word] += 1
    return {word for word, n in counts.items() if n > len(rows) // 2}
