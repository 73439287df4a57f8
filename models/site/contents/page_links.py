"""The links of one page by place: where each leads, and what it would be the row of."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import numpy as np
import xxhash

from upwell.models.blocks.params import PROSE_LINKS, PROSE_WORDS
from upwell.models.blocks.text_blocks import INLINE
from upwell.models.pagelets.content.refining_links import refining_links
from upwell.models.sample.retained import page_hash
from upwell.models.tree.tagtree import TagTree
from upwell.models.urls.browsing import link_class
from upwell.models.urls.manners import acts, sign_only_links

from .params import BEFORE, LEAST, LINKS


class LinkRun(NamedTuple):
    """Links of one place of a page whose addresses are made alike."""

    place: int
    form: int  # how they are made
    row: int  # place of what most links of the place stand in, each alone
    n: int


class PageLinks(msgspec.Struct, frozen=True, array_like=True):
    """What a page adds to the table of its site's links; all hashes have 32 bits."""

    own: int = 0  # its own address
    form: int = 0  # how that is made
    runs: tuple[LinkRun, ...] = ()
    targets: bytes = b""  # uint32, where the links of each run lead, one run after the other
    listed: tuple[tuple[int, int], ...] = ()  # texts from and to that stand in rows of links


class Anchor(NamedTuple):
    """A link where it stands: its node and where it leads."""

    node: int
    url: str


def page_links(tree: TagTree) -> PageLinks:
    """The links of a page that may be entries of a table of contents.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> page = b"<ul><li><a href=/n/1>Rain</a><li><a href=/n/2>Snow</a></ul>"
    >>> found = page_links(parse(page, url="http://a.example/"))
    >>> [run.n for run in found.runs], len(found.targets) // 4
    ([2], 2)
    """
    at: defaultdict[int, list[Anchor]] = defaultdict(list)
    for anchor in anchors_of(tree):
        at[place_of(tree, anchor.node)].append(anchor)
    tops = {place: found for place, met in at.items() if (found := _tops(tree, met))}
    held: defaultdict[tuple[int, int], dict[int, None]] = defaultdict(dict)
    for place in tops:
        for one in at[place]:
            held[place, form_of(one.url)][target_of(one.url)] = None
    runs, targets = [], list[int]()
    for (place, form), met in held.items():
        kept = list(met)[: LINKS - len(targets)]
        if kept:
            runs.append(LinkRun(place, form, _usual(tree, tops[place]), len(kept)))
            targets += kept
    return PageLinks(
        target_of(tree.url.partition("#")[0]),
        form_of(tree.url),
        tuple(runs),
        np.array(targets, "<u4").tobytes(),
        _listed(tree, [found for found in tops.values() if len(found) >= LEAST]),
    )


def anchors_of(tree: TagTree) -> list[Anchor]:
    """All anchors that lead to other pages and stand for themselves, not in a sentence.

    Reading
    -------
    WISDOM goes by the anchor and the bounded text around it: an entry of a table of contents is
    most of its text block or begins it, a reference in a paragraph does not. What narrows or
    sorts the page leads to the same entries again, and what does something to an entry is a part
    of its row.
    """
    own = tree.url.partition("#")[0]
    refining = {one.start for one in refining_links(tree)}
    alone = sign_only_links(tree)
    urls = {
        href: link.url
        for link in tree.links
        if (href := tree.stated.get(link.node, {}).get("href"))
        and link.url != own
        and link.node not in refining
        and link.url not in alone
        and not acts(link.url)
    }
    found = [
        Anchor(node, urls[href])
        for node, stated in tree.stated.items()
        if (href := stated.get("href")) in urls and tree.tag[node] == "a"
    ]
    if not found:
        return []
    first, stop = _runs(tree, [one.node for one in found])
    words = tree.word_sums[stop] - tree.word_sums[first]
    linked = tree.linked_sums[stop] - tree.linked_sums[first]
    before = tree.word_sums[[one.node for one in found]] - tree.word_sums[first]
    prose = (words - linked >= PROSE_WORDS) & (linked < PROSE_LINKS * words)
    prose &= before >= BEFORE
    return [one for one, in_prose in zip(found, prose.tolist(), strict=True) if not in_prose]


def rows_of(tree: TagTree, anchors: list[Anchor]) -> Iterator[tuple[Anchor, list[int]]]:
    """Of links at one place each the elements that hold no link to another page of them.

    The innermost first: the link itself.
    """
    nodes, targets = [one.node for one in anchors], [one.url for one in anchors]
    parents, ends = tree.parents, tree.ends
    for one in anchors:
        chain, above = [one.node], parents[one.node]
        while above > 0:
            inside = targets[bisect_left(nodes, above) : bisect_left(nodes, ends[above])]
            if any(url != one.url for url in inside):
                break
            chain.append(above)
            above = parents[above]
        yield one, chain


def place_of(tree: TagTree, node: int) -> int:
    """32 bits of where a node stands."""
    return int(tree.place[node]) & 0xFFFFFFFF


def target_of(url: str) -> int:
    """32 bits of an address, those of its page."""
    return page_hash(url.encode("utf-8", "replace").decode()) & 0xFFFFFFFF


def form_of(url: str) -> int:
    """32 bits of how an address is made; 0 of none."""
    return xxhash.xxh32_intdigest(link_class(url).encode("utf-8", "replace")) if url else 0


def _tops(tree: TagTree, anchors: list[Anchor]) -> list[int]:
    """What the links of one place stand in, each alone; empty where all lead to one page."""
    if len({one.url for one in anchors}) < 2:
        return []
    return sorted({chain[-1] for _, chain in rows_of(tree, anchors)})


def _usual(tree: TagTree, tops: list[int]) -> int:
    """The place of most of them."""
    times = Counter(place_of(tree, top) for top in tops)
    return max(sorted(times), key=lambda at: times[at])


def _listed(tree: TagTree, lists: list[list[int]]) -> tuple[tuple[int, int], ...]:
    """The texts that stand in rows of links, or between two of them, by their numbers."""
    ends, parents = tree.ends, tree.parents
    spans = []
    for tops in lists:
        for top, after in zip(tops, [*tops[1:], -1], strict=True):
            beside = after >= 0 and parents[top] == parents[after]
            spans.append((top, after if beside else ends[top]))
    out: list[tuple[int, int]] = []
    for start, stop in sorted(spans):
        if out and start <= out[-1][1]:
            out[-1] = out[-1][0], max(stop, out[-1][1])
        else:
            out.append((start, stop))
    number = np.cumsum([0, *(text is not None for text in tree.text)]).tolist()
    return tuple((number[start], number[stop]) for start, stop in out)


def _runs(tree: TagTree, nodes: list[int]) -> tuple[list[int], list[int]]:
    """Of each node where the text block that it stands in begins, and where it ends."""
    borders = sorted(
        {u for u, tag in enumerate(tree.tag) if tag not in INLINE}
        | {tree.ends[u] for u, tag in enumerate(tree.tag) if tag not in INLINE}
    )
    first, stop = [], []
    for node in nodes:
        i = bisect_left(borders, node)
        first.append(borders[i - 1] if i else 0)
        stop.append(borders[i] if i < len(borders) else tree.n)
    return first, stop
