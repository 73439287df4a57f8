"""What is measured on a run: cheap from prefix sums, dear from the nodes themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..tree.tagtree import TEXT
from .outline import Outline
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
    page: Outline, parts: Iterable[Part], mass: Sequence[float], total: float
) -> Features | None:
    """What prefix sums tell about the parts; None with fewer than two that have words."""
    word_sums, link_sums = page.word_sums, page.link_sums
    r = n_words = n_squares = n_linked = n_links = n_plain = 0
    held = 0.0
    for a, b in parts:
        words = word_sums[b] - word_sums[a]
        if not words:
            continue
        links = link_sums[b] - link_sums[a]
        r += 1
        n_words += words
        n_squares += words * words
        n_linked += links > 0
        n_links += links
        n_plain += words > links
        held += mass[b] - mass[a]
    if r < 2:
        return None
    mean = n_words / r
    return Features(
        r=r,
        mass=held / total,
        linked=n_linked / r,
        plain=n_plain / r,
        link=n_links / n_words,
        uneven=max(0.0, n_squares / r - mean * mean) ** 0.5 / mean,
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
    held: Counter[int] = Counter()
    for a, b in parts:
        held.update(set(page.path[a:b]))
    shared = sum(c * (c - 1) for c in held.values())
    return shared / max(1, (len(parts) - 1) * held.total())


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
