"""What is measured on a run: cheap from prefix sums, dear from the nodes themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from math import log
from typing import NamedTuple

from upwell.models.tree.tagtree import TEXT

from ..page.outline import Outline
from ..params import HEADING
from .segment import Part, items
from .table_rows import is_titles

_ODDEST = 2.0


class Features(NamedTuple):
    """The features of one run's parts, by which it is scored."""

    r: int  # parts with words
    mass: float  # share of the page's counting text that they hold
    linked: float  # share of parts with a link
    plain: float  # share of parts with words outside links
    link: float  # share of words inside links
    uneven: float  # deviation of the words of a part by their mean
    alike: float = 1.0  # mean likeness of two parts
    irregular: float = 0.0  # share of parts that hold another number of siblings like a start
    numbered: float = 0.0  # share of parts that count on from the part before
    leads: float = 0.0  # share of parts that open with a link
    skipped: bool = False  # what stands before the first part stands inside the others
    odd: float = 0.0  # how much shorter or longer the first and the last part are


def cheap_features(
    page: Outline, parts: Iterable[Part], mass: Sequence[float], total: float
) -> Features | None:
    """The features that prefix sums give; None with fewer than two parts that have words.

    How the parts begin is left at its best; `opened` tells it.
    """
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
        numbered=1.0,
        leads=1.0,
    )


def opened(page: Outline, parts: Iterable[Part], features: Features) -> Features:
    """Features with how the parts of the run begin."""
    word_sums = page.word_sums
    worded = [(a, b) for a, b in parts if word_sums[b] > word_sums[a]]
    return features._replace(
        numbered=page.part_starts.numbered([a for a, _ in worded]),
        leads=page.part_starts.leading(worded),
    )


def dear_features(page: Outline, parts: list[Part], features: Features) -> Features:
    """Features with those that are measured on the nodes themselves.

    References
    ----------
    OBJ 3 (evidence of separators: appearance counts, deviation of distances, siblings).
    """
    inside = [items(page, page.end[a], b) for a, b in parts]
    return features._replace(
        alike=likeness(page, parts),
        irregular=_irregular(page, parts, inside),
        skipped=_skipped(page, parts, inside),
        odd=_odd(page, parts),
    )


def likeness(page: Outline, parts: list[Part]) -> float:
    """Mean Dice coefficient of the parts' path sets over all pairs, without forming pairs.

    A path held by c of r parts is shared by c(c-1)/2 pairs: Σ c(c-1) / ((r-1) Σ c).
    """
    path = page.path
    held = Counter(chain.from_iterable([set(path[a:b]) for a, b in parts])).values()
    n = sum(held)
    return (sum([c * c for c in held]) - n) / max(1, (len(parts) - 1) * n)


def _irregular(page: Outline, parts: list[Part], inside: list[list[int]]) -> float:
    """One part of ten with a second start in it has swallowed its neighbour; ten of ten have not:
    theirs are records of two paragraphs. Nor have those that are regular but for headings."""
    tag, end, word_sums, link_sums = page.tree.tag, page.end, page.word_sums, page.link_sums
    first = tag[parts[0][0]]
    if first == TEXT:
        return 0.0
    counts: list[int] = []  # of each part: starts with words in it
    records: list[int] = []  # and those that are no heading: many words, or a link
    for within in inside:
        n = n_records = 0
        for x in within:
            if tag[x] == first:
                stop = end[x]
                n_words = word_sums[stop] - word_sums[x]
                n += n_words > 0
                n_records += n_words > HEADING or link_sums[stop] != link_sums[x]
        counts.append(n)
        records.append(n_records)
    headings = sum([a != b for a, b in zip(counts, records, strict=True)])
    ways = [counts, records] if headings > 1 else [counts]
    return min([1 - Counter(way).most_common(1)[0][1] / len(parts) for way in ways])


def _skipped(page: Outline, parts: list[Part], inside: list[list[int]]) -> bool:
    """Whether the run begins one step late: the element before it is of a kind that most parts
    end with, as with `dd dt` for `dt dd`."""
    first = parts[0][0]
    before, at = -1, page.parent[first] + 1
    while at < first:
        before, at = at, page.end[at]
    if before < 0 or page.tree.tag[before] == TEXT or not page.words(before, page.end[before]):
        return False
    if is_titles(page, before):
        return False
    kind = page.path[before]
    alike = sum(page.path[x] == kind for within in inside for x in within)
    return 2 * alike >= len(parts)


def _odd(page: Outline, parts: list[Part]) -> float:
    sums = page.word_sums
    words = [sums[b] - sums[a] for a, b in parts]
    ranked, half = sorted(words), len(words) // 2
    middle = ranked[half] if len(words) % 2 else (ranked[half - 1] + ranked[half]) / 2
    usual = log(middle + 1)
    return sum([min(_ODDEST, abs(log(n + 1) - usual)) for n in (words[0], words[-1])])
