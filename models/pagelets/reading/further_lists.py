"""Lists beside the best one that answer the same question, at places that the site has taught."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ..content.rotating import FOLLOWS, MATCHES, REPEATED
from ..lists.known_lists import match_list, record_at
from ..lists.one_object import are_copies
from ..lists.segment import Part
from ..model import KnownList, PageletModel
from ..page.outline import Outline


def further_lists(
    page: Outline, mass: Sequence[float], model: PageletModel, lists: Sequence[list[Part]]
) -> list[list[Part]]:
    """The parts of each further list of a page.

    Parameters
    ----------
    page, mass
        The page, and prefix sums of what counts.
    model
        What its site has taught.
    lists
        The parts of those that were found.

    Reading
    -------
    A search may answer in two lists: titles that match, and texts. On most pages the long one holds
    nearly all that counts, and no search would look beside it; but what the short one says follows
    the query, as no box does, and pages where it stands alone have taught that it is a list. Where
    there are few of these, its links do, and that no answer to nonsense has anything at its place,
    as searches have that are related to any question.
    """
    found: list[list[Part]] = []
    if not any(_follows(model, int(page.tree.place[parts[0][0]])) for parts in lists):
        return found
    for known in (*model.lists, *filter(partial(_matches, model), model.known)):
        if not _follows(model, known.key):
            continue
        match = match_list(page, mass, known)
        single = None if match else record_at(page, mass, known)
        parts = match.parts if match else [single] if single else []
        if parts and not any(_overlap(parts, other) for other in (*lists, *found)):
            found.append(parts)
    return [parts for parts in found if not any(_are_copies(page, parts, one) for one in lists)]


def joined(
    page: Outline, first: Sequence[Part], more: Sequence[Part], heading: int
) -> tuple[list[Part], list[int]]:
    """Regions of lists, and which of them each list is in.

    Parameters
    ----------
    page
        The page.
    first, more
        Bounds of the lists that were found, and of further ones: of these one that only a heading
        stands between belongs to the region of the other.
    heading
        Words between two lists at most.
    """
    bounds, region_of = list(first), list(range(len(first)))
    for start, stop in more:
        near = (
            i
            for i, (a, b) in enumerate(bounds)
            if page.words(min(b, stop), max(a, start)) <= heading
        )
        at = next(near, len(bounds))
        if at < len(bounds):
            bounds[at] = min(bounds[at][0], start), max(bounds[at][1], stop)
        else:
            bounds.append((start, stop))
        region_of.append(at)
    return bounds, region_of


def _follows(model: PageletModel, key: int) -> bool:
    return bool(model.places.get(key, 0) & FOLLOWS)


def _matches(model: PageletModel, known: KnownList) -> bool:
    """Whether objects stand at a place, each with a link, that only pages with a match have."""
    flags = REPEATED | MATCHES
    return known.leads and model.places.get(known.key, 0) & flags == flags


def _overlap(parts: Sequence[Part], others: Sequence[Part]) -> bool:
    return parts[0][0] < others[-1][1] and others[0][0] < parts[-1][1]


def _are_copies(page: Outline, parts: Sequence[Part], others: Sequence[Part]) -> bool:
    return len(parts) == len(others) and are_copies(page, parts, others)
