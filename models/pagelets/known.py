"""Lists at places that the site's other pages have taught: found without a search."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from .climb import FLAT, KID, Candidate
from .model import KnownList, PageletModel
from .outline import Floats, Outline
from .segment import Part, segment

_TRUSTED = 0.3  # votes, relative to the best place's
_FIRST = 3  # places that are looked at
_CORE = 0.5  # share of what all parts of a list hold; odd records of `wien` have no more


def trusted_lists(model: PageletModel) -> Iterator[KnownList]:
    """Places of lists, most votes first."""
    for known in model.known[:_FIRST]:
        if known.votes < _TRUSTED:
            return
        if known.lists:
            yield known


def known_parts(page: Outline, mass: Floats, model: PageletModel, least: float) -> list[Part]:
    """Parts of the page's list, when a known place holds this share of the counting text.

    The stream does not search: the start's nodes are found by their place, segmented as in a
    search, and trusted when little is left beside them. Empty when too much is, and where the
    place of the starts is also one within the parts: of two rows a record, both are that place.
    """
    for known in trusted_lists(model):
        if known.key in known.members:
            continue
        best: list[Part] = []
        best_mass = 0.0
        for candidate in _starts(page, known):
            parts = [(a, b) for a, b in segment(page, candidate) if page.words(a, b) > 0]
            parts = _without_strangers(page, parts, known)
            held = sum(float(mass[b] - mass[a]) for a, b in parts)
            if held > best_mass:
                best, best_mass = parts, held
        if len(best) > 1 and best_mass >= least * float(mass[-1]):
            return best
    return []


def single_part(page: Outline, mass: Floats, model: PageletModel) -> Part | None:
    """One object where other pages of the site have several (a single match).

    It reaches over the places that were seen beside the start inside a part, and holds what all
    parts of the list hold, a link of its own where each of them has one. What says the same on
    every page is no start: titles of columns stand at the place of rows.
    """
    for known in trusted_lists(model):
        for node in np.flatnonzero(page.tree.key == known.key).tolist():
            part = (node, _extended(page, node, known))
            told = mass[page.end[node]] > mass[node] and mass[part[1]] - mass[node] >= 2
            leads = not known.leads or _leads(page, mass, part)
            if told and leads and _belongs(page, part, known):
                return part
    return None


def _leads(page: Outline, mass: Floats, part: Part) -> bool:
    """Whether a part has a link that counts, and not only one that all pages have."""
    linked = page.tree.linked
    return any(linked[u] and mass[u + 1] > mass[u] for u in range(*part))


def own_parts(page: Outline, parts: list[Part], key: int, model: PageletModel) -> list[Part]:
    """Parts of a run without what stands at the same place before or after a known list."""
    known = next((one for one in model.known if one.lists and one.key == key), None)
    return _without_strangers(page, parts, known) or parts if known else parts


def _belongs(page: Outline, part: Part, known: KnownList) -> bool:
    """Whether a part holds most of what makes a part of this list."""
    held = set(page.tree.key[slice(*part)].tolist())
    return sum(key in held for key in known.core) >= _CORE * len(known.core)


def _without_strangers(page: Outline, parts: list[Part], known: KnownList) -> list[Part]:
    """What stands at the same place before or after a list is another thing: its title, a note."""
    kept = [i for i, part in enumerate(parts) if _belongs(page, part, known)]
    return parts[kept[0] : kept[-1] + 1] if kept else []


def _extended(page: Outline, node: int, known: KnownList) -> int:
    key = page.tree.key
    stop, limit = page.end[node], page.end[page.parent[node]]
    of_two = known.key in known.members  # a record's second row is at the place of its first
    while stop < limit and int(key[stop]) in known.members:
        if int(key[stop]) == known.key:
            if not of_two:
                break
            of_two = False
        stop = page.end[stop]
    return stop


def _starts(page: Outline, known: KnownList) -> Iterator[Candidate]:
    nodes: list[int] = np.flatnonzero(np.isin(page.tree.key, known.starts)).tolist()
    if len(nodes) < 2:
        return
    if known.flat:
        yield Candidate(FLAT, _holder(page, nodes[0], nodes[-1]), nodes)
        return
    by_parent: dict[int, list[int]] = defaultdict(list)
    for node in nodes:
        by_parent[page.parent[node]].append(node)
    for region, starts in by_parent.items():
        if len(starts) > 1:
            yield Candidate(KID, region, starts)


def _holder(page: Outline, first: int, last: int) -> int:
    region = page.parent[first]
    while region > 0 and page.end[region] <= last:
        region = page.parent[region]
    return region
