"""Lists at places that the site's other pages have taught: found without a search."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from ..model import KnownList, PageletModel
from ..page.outline import Outline
from ..params import CORE
from .candidates import FLAT, KID, Candidate
from .one_object import leads_to
from .segment import Part, segment


class ListMatch(NamedTuple):
    """The parts of a list that stand on a page at a known place."""

    known: KnownList
    candidate: Candidate
    parts: list[Part]
    mass: float  # of the counting text
    whole: bool  # nothing else on the page stands at the place


class _Form(NamedTuple):
    """The form of an address, the same for all pages of one kind."""

    host: str
    steps: int
    arguments: tuple[str, ...]


def match_list(page: Outline, mass: Sequence[float], known: KnownList) -> ListMatch | None:
    """The heaviest parts, two at least, that begin at this known place."""
    if known.key in known.members:
        return None
    best: ListMatch | None = None
    nodes = nodes_at(page, known.starts)
    for candidate in _starts(page, known, nodes):
        sums = page.word_sums
        parts = [(a, b) for a, b in segment(page, candidate) if sums[b] > sums[a]]
        parts = _own(page, parts, known)
        held = sum([mass[b] - mass[a] for a, b in parts])
        if held > (best.mass if best else 0.0):
            best = ListMatch(known, candidate, parts, held, len(candidate.starts) == len(nodes))
    return best if best is not None and len(best.parts) > 1 else None


def single_record(page: Outline, mass: Sequence[float], model: PageletModel) -> Part | None:
    """One object where other pages of the site have several (a single match).

    It reaches over the places that were seen beside the start inside a part, and holds what all
    parts of the list hold, a link of its own where each of them has one. What says the same on
    every page is no start: titles of columns stand at the place of rows.
    """
    return next(filter(None, (record_at(page, mass, known) for known in model.lists)), None)


def record_at(page: Outline, mass: Sequence[float], known: KnownList) -> Part | None:
    """`single_record` at one known place."""
    for node in nodes_at(page, (known.key,)):
        part = (node, _extended(page, node, known))
        told = mass[page.end[node]] > mass[node] and mass[part[1]] - mass[node] >= 2
        leads = not known.leads or _leads(page, mass, part)
        if told and leads and _belongs(page, part, known):
            return part
    return None


def _leads(page: Outline, mass: Sequence[float], part: Part) -> bool:
    """Whether a part has a link that counts, and not only one that all pages have."""
    linked = page.tree.linked
    return any(linked[u] and mass[u + 1] > mass[u] for u in range(*part))


def trim_to_core(page: Outline, parts: list[Part], key: int, model: PageletModel) -> list[Part]:
    """Parts of a run as its place is known: `parts` themselves where it is not."""
    known = next((one for one in model.lists if one.key == key), None)
    return _own(page, parts, known) or parts if known else parts


def _belongs(page: Outline, part: Part, known: KnownList) -> bool:
    """Whether a part holds most of what makes a part of this list."""
    places = set(page.place[slice(*part)])
    return len(places.intersection(known.core)) >= CORE * len(known.core)


def _own(page: Outline, parts: list[Part], known: KnownList) -> list[Part]:
    """The parts of a list: what stands at the same place before or after it is another thing, a
    title, a note. The last one reaches as far as parts do on other pages, for few show how far."""
    first, last = 0, len(parts)
    while first < last and not _belongs(page, parts[first], known):
        first += 1
    while last > first and not _belongs(page, parts[last - 1], known):
        last -= 1
    if first == last:
        return []
    start, stop = parts[last - 1]
    own = [*parts[first : last - 1], (start, max(stop, _extended(page, start, known)))]
    return _without_strangers(page, own, known)


def _without_strangers(page: Outline, parts: Sequence[Part], known: KnownList) -> list[Part]:
    """The parts of a known list without those that nothing makes one of them.

    A record that is set off from the others has places of its own, and leads where records lead. An
    advertisement has places of its own, and leads to a page of another kind.
    """
    core = set(known.core)
    alike = [part for part in parts if not core.isdisjoint(page.place[slice(*part)])]
    if len(alike) in (0, len(parts)):
        return list(parts)
    forms = {_form(page, part) for part in alike}
    return [part for part in parts if part in alike or _form(page, part) in {*forms, None}]


def _form(page: Outline, part: Part) -> _Form | None:
    """The form of the address that a part leads to; None: it leads nowhere."""
    url = leads_to(page, *part)
    if url is None:
        return None
    try:
        split = urlsplit(url)
        names = sorted(name for name, _ in parse_qsl(split.query, keep_blank_values=True))
    except ValueError:
        return None
    return _Form(split.netloc, split.path.count("/"), tuple(names))


def _extended(page: Outline, node: int, known: KnownList) -> int:
    place = page.place
    stop, limit = page.end[node], page.end[page.parent[node]]
    of_two = known.key in known.members  # a record's second row is at the place of its first
    while stop < limit and place[stop] in known.members:
        if place[stop] == known.key:
            if not of_two:
                break
            of_two = False
        stop = page.end[stop]
    return stop


def nodes_at(page: Outline, places: Sequence[int]) -> list[int]:
    """The nodes of a page at some places, in document order."""
    if not places:
        return []
    key = page.tree.place
    held = key == places[0]
    for place in places[1:]:
        held |= key == place
    nodes: list[int] = held.nonzero()[0].tolist()
    return nodes


def _starts(page: Outline, known: KnownList, nodes: list[int]) -> Iterator[Candidate]:
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
