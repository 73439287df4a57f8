"""OBJ's own search for the separator of objects: tags of a region ranked by several evidences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from upwell.models.pagelets.lists.segment import Part
from upwell.models.tree.tagtree import TEXT, TagTree

IDENTIFIABLE = tuple("tr table p li dt dd hr ul div h3 h4 pre blockquote b a span td br".split())
Ranking = list[str]


@dataclass(frozen=True, slots=True)
class SeparatorParams:
    """The tags known to separate objects, best first, and how seldom a candidate may occur."""

    identifiable: Sequence[str] = IDENTIFIABLE
    least: int = 2


@dataclass(frozen=True, slots=True)
class Separator:
    """A candidate tag with its place in each ranking, 1 the best; `total` is their mean."""

    tag: str
    places: tuple[int, ...]
    total: float


def ranked_separators(
    tree: TagTree, region: int, params: SeparatorParams | None = None
) -> list[Separator]:
    """Tags that may separate the objects of a region, the most likely first.

    Parameters
    ----------
    tree
        The page.
    region
        Root of its object-rich subtree; candidates are the tags of its children.
    params
        The list of known separators.

    Reading
    -------
    OBJ names the evidences and leaves their joining to an earlier paper; here the places of a
    tag in the rankings are averaged. A tag that a ranking does not speak of is last in it.

    References
    ----------
    OBJ 3 (objects).
    """
    p = params or SeparatorParams()
    children = _children(tree, region)
    tags = [tree.tag[u] for u in children]
    candidates = sorted(tag for tag, n in Counter(tags).items() if n >= p.least and tag != TEXT)
    rankings = (
        by_appearance(tags),
        by_deviation(tree, children),
        [tag for tag in p.identifiable if tag in tags],
        by_partial_paths(tree, children),
        by_siblings(tags),
        by_patterns(tags),
    )
    found = []
    for tag in candidates:
        places = tuple(
            ranking.index(tag) + 1 if tag in ranking else len(candidates) + 1
            for ranking in rankings
        )
        found.append(Separator(tag, places, sum(places) / len(places)))
    return sorted(found, key=lambda one: (one.total, tags.index(one.tag)))


def separated(tree: TagTree, region: int, tag: str) -> list[Part]:
    """Objects of a region: from each child of this tag to the next; what stands before the
    first, and a stretch without words, is none.

    References
    ----------
    OBJ 3 (objects).
    """
    starts = [u for u in _children(tree, region) if tree.tag[u] == tag]
    stops = [*starts[1:], int(tree.end[region])]
    sums = tree.word_sums
    return [(a, b) for a, b in zip(starts, stops, strict=True) if sums[b] > sums[a]]


def by_appearance(tags: Sequence[str]) -> Ranking:
    """Appearance counts: the tag that begins most children.

    >>> by_appearance(["hr", "p", "hr", "p", "hr"])
    ['hr', 'p']
    """
    return [tag for tag, _ in _counted(tags)]


def by_deviation(tree: TagTree, children: Sequence[int]) -> Ranking:
    """Standard deviation of distances: the words from one separator to the next are most even."""
    sums = tree.word_sums
    uneven: dict[str, float] = {}
    for tag in dict.fromkeys(tree.tag[u] for u in children if tree.tag[u] != TEXT):
        at = [u for u in children if tree.tag[u] == tag]
        steps = [int(sums[b] - sums[a]) for a, b in pairwise(at)]
        mean = sum(steps) / len(steps) if steps else 0.0
        if mean:
            uneven[tag] = (sum((s - mean) ** 2 for s in steps) / len(steps)) ** 0.5 / mean
    return sorted(uneven, key=lambda tag: uneven[tag])


def by_partial_paths(tree: TagTree, children: Sequence[int]) -> Ranking:
    """Partial path counts: the tag below which the same paths come again most often."""
    counts: dict[str, Counter[int]] = {}
    for u in children:
        if tree.tag[u] != TEXT:
            inside: list[int] = tree.path[u : int(tree.end[u])].tolist()
            counts.setdefault(tree.tag[u], Counter()).update(set(inside))
    best = {tag: max(held.values()) for tag, held in counts.items()}
    return sorted(best, key=lambda tag: -best[tag])


def by_siblings(tags: Sequence[str]) -> Ranking:
    """Sibling count: the first of the most frequent pair of neighbours.

    >>> by_siblings(["hr", "p", "hr", "p", "br"])
    ['hr', 'p']
    """
    pairs = _counted([f"{a} {b}" for a, b in pairwise(tags)])
    return list(dict.fromkeys(pair.split()[0] for pair, _ in pairs))


def by_patterns(tags: Sequence[str]) -> Ranking:
    """Repeating patterns: of tags in a row that come again, the one whose pair is as frequent
    as itself.

    >>> by_patterns(["hr", "p", "b", "hr", "p", "hr", "p", "b"])[0]
    'hr'
    """
    count = Counter(tags)
    pairs = Counter(pairwise(tags))
    most: dict[str, int] = {}
    for (tag, _), n in pairs.items():
        most[tag] = max(most.get(tag, 0), n)
    return sorted(most, key=lambda tag: (count[tag] - most[tag], -count[tag]))


def _counted(names: Sequence[str]) -> list[tuple[str, int]]:
    counts = Counter(name for name in names if TEXT not in name)
    return sorted(counts.items(), key=lambda item: (-item[1], names.index(item[0])))


def _children(tree: TagTree, region: int) -> list[int]:
    out, u = [], region + 1
    while u < int(tree.end[region]):
        out.append(u)
        u = int(tree.end[u])
    return out
