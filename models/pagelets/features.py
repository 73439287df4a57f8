"""What is measured on a run: cheap from prefix sums, dear from the nodes themselves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..tree.tagtree import TEXT
from .outline import Floats, Longs, Outline
from .segment import Part, items


class Features(NamedTuple):
    """Of the parts of one run."""

    r: int  # parts with words
    mass: float  # share of the page's counting text that they hold
    linked: float  # share of parts with a link
    plain: float  # share of parts with words outside links
    link: float  # share of words inside links
    uneven: float  # deviation of the words of a part by their mean
    alike: float = 1.0  # mean likeness of two parts
    swallowed: float = 0.0  # siblings inside a part that look like a start, per part


def cheap_features(
    page: Outline, start: Longs, stop: Longs, mass: Floats, total: float
) -> Features | None:
    """What prefix sums tell about the parts; None with fewer than two that have words."""
    words = page.tree.word_sums[stop] - page.tree.word_sums[start]
    links = page.tree.linked_sums[stop] - page.tree.linked_sums[start]
    full = words > 0
    words, links = words[full], links[full]
    r = len(words)
    if r < 2:
        return None
    n_words = int(words.sum())
    mean = n_words / r
    spread = max(0.0, float(np.dot(words, words)) / r - mean * mean)
    return Features(
        r=r,
        mass=float((mass[stop] - mass[start]).sum()) / total,
        linked=int(np.count_nonzero(links)) / r,
        plain=int(np.count_nonzero(words > links)) / r,
        link=int(links.sum()) / n_words,
        uneven=float(spread**0.5 / mean),
    )


def dear_features(page: Outline, parts: list[Part], features: Features) -> Features:
    """The same with how alike the parts are and what they swallowed."""
    return features._replace(
        alike=likeness(page, parts), swallowed=_swallowed(page, parts) / len(parts)
    )


def likeness(page: Outline, parts: list[Part]) -> float:
    """Mean Dice coefficient of the parts' path sets over all pairs, without forming pairs.

    A path held by c of r parts is shared by c(c-1)/2 pairs: Σ c(c-1) / ((r-1) Σ c).
    """
    bounds = np.array(parts)
    start, stop = bounds[:, 0], bounds[:, 1]
    at = np.arange(start[0], stop[-1])
    part = np.searchsorted(start, at, "right") - 1
    inside = at < stop[part]
    pairs = np.unique(part[inside] * page.n_paths + page.path[at[inside]])
    c = np.bincount(pairs % page.n_paths).astype(np.float64)
    return float((c * (c - 1)).sum() / max(1.0, (len(parts) - 1) * c.sum()))


def _swallowed(page: Outline, parts: list[Part]) -> int:
    tag = page.tree.tag
    first = tag[parts[0][0]]
    if first == TEXT:
        return 0
    return sum(
        tag[x] == first and page.words(x, page.end[x]) > 0
        for a, b in parts
        for x in items(page, page.end[a], b)
    )
