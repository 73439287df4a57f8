"""What a page about one thing says of others: links in a row, each to another thing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from upwell.models.tree.tagtree import TEXT, TagTree

from ..lists.segment import Part
from ..page.outline import Floats
from .word_match import words_in

_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())


@dataclass(frozen=True, slots=True)
class ElsewhereParams:
    """Tuned on every eleventh page of `swde`, cut without looking for lists.

    Recall at size there: .997 at .550 without; rows of three .990 at .437, of four .991 at .455;
    `most` .5 to .9 is .466 to .424.
    """

    row: int = 3  # links at one place
    price: float = 0.25  # of one of its words, in words that count
    most: float = 0.7  # of the counting text; a page of which more leads elsewhere is a list
    twice: int = 2  # words of what counts once where it stands twice


def without_others(tree: TagTree, weights: Floats, params: ElsewhereParams | None = None) -> Floats:
    """Weights for a page that shows no list: what leads elsewhere no longer counts.

    Parameters
    ----------
    tree
        The page.
    weights
        Of its nodes, positive what changes from page to page.
    params
        When links are a row.

    Reading
    -------
    THOR VIII-B names regions that change with the page and are not what it answers: related
    things, reviews of others, trails of links. Each is a row of links at one place, every
    link before its own text, with nothing between them that stays. A label does stay: values
    that are links have one in front of each. What a page says twice, as a trail repeats its
    title, counts once, in the heading.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> tree = parse(b"<p>One long text<ul>" + 4 * b"<li><a href=/1>other thing</a> at 5</ul>")
    >>> float(without_others(tree, tree.words.astype(float), ElsewhereParams(most=0.9)).max())
    3.0

    References
    ----------
    THOR VIII-B.
    """
    p = params or ElsewhereParams()
    out = weights.copy()
    rows = _rows(tree, weights, p.row)
    _price(tree, out, rows, p.price)
    counting = float(np.maximum(weights, 0).sum()) if rows else 0.0
    if rows and counting - float(np.maximum(out, 0).sum()) > p.most * counting:
        out = weights.copy()
    out[_repeats(tree, out, p.twice)] = 0.0
    return out


def _price(tree: TagTree, weights: Floats, rows: list[Part], price: float) -> None:
    """Set the weight of these stretches to a cost for each word."""
    for a, b in rows:
        weights[a:b] = np.where(weights[a:b] > 0, -price * tree.words[a:b], weights[a:b])


def _rows(tree: TagTree, weights: Floats, least: int) -> list[Part]:
    """Stretches from the first link of a row to the end of its last item."""
    places = [nodes for nodes in _leading(tree, weights).values() if len(nodes) >= least]
    stays = _labels(tree, weights) if places else ()
    rows: list[Part] = []
    for nodes in places:
        breaks = [
            i + 1
            for i, (a, b) in enumerate(pairwise(nodes))
            if stays[b] > stays[a] and stays[b] > stays[_end_of_item(tree, a, b)]
        ]
        for i, j in pairwise([0, *breaks, len(nodes)]):
            if j - i >= least:
                rows.append((nodes[i], _end_of_item(tree, nodes[j - 1], nodes[j - 2])))
    return rows


def _leading(tree: TagTree, weights: Floats) -> Mapping[int, list[int]]:
    """Counting texts of links by their key, where the link begins what is said."""
    places: dict[int, list[int]] = defaultdict(list)
    for node in np.flatnonzero((tree.linked > 0) & (weights > 0)).tolist():
        if _leads(tree, node):
            places[int(tree.key[node])].append(node)
    return places


def _labels(tree: TagTree, weights: Floats) -> Sequence[float]:
    """Prefix sums of words that stay and may name a value; a number in front of a link only
    counts it."""
    words = np.where(weights < 0, tree.words, 0.0)
    for node in np.flatnonzero(words).tolist():
        if not any(letter.isalpha() for letter in tree.text[node] or ""):
            words[node] = 0
    sums: list[float] = np.concatenate([[0], np.cumsum(words)]).tolist()
    return sums


def _end_of_item(tree: TagTree, link: int, other: int) -> int:
    """Where the item of a link ends, by where it parts from another one."""
    item = link
    parent, end = tree.parents, tree.ends
    while not parent[item] <= other < end[parent[item]]:
        item = parent[item]
    return end[item]


def _leads(tree: TagTree, node: int) -> bool:
    """Whether a link begins what is said there, and stands in no sentence."""
    while node > 0 and tree.tag[node] != "a":
        node = int(tree.parent[node])
    before = node - 1
    beside = before >= 0 and tree.tag[before] == TEXT and tree.parent[before] == tree.parent[node]
    return not (beside and tree.words[before] > tree.linked[before])


def _repeats(tree: TagTree, weights: Floats, least: int) -> list[int]:
    """Texts that stand again: all but the one in a heading, or else the last."""
    found: dict[str, list[int]] = defaultdict(list)
    for node in np.flatnonzero((weights > 0) & (tree.words >= least)).tolist():
        found[" ".join(words_in((tree.text[node] or "").lower()))].append(node)
    out: list[int] = []
    for nodes in found.values():
        if len(nodes) > 1:
            kept = next((u for u in nodes if _in_heading(tree, u)), nodes[-1])
            out += [u for u in nodes if u != kept]
    return out


def _in_heading(tree: TagTree, node: int) -> bool:
    while node > 0 and tree.tag[node] not in _HEADINGS:
        node = int(tree.parent[node])
    return node > 0
