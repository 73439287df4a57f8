"""What of a page is told while a site has shown only a few: what another page bears out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from .entries import Entry, ids_of

FEW = 20  # answers; a model of so many has seen what stays on a site's pages


class Placed(Protocol):
    """An object of a page."""

    @property
    def place(self) -> int: ...


T = TypeVar("T", bound=Placed)


def borne_out(
    places: Mapping[str, int], url: str, query: str | None, entries: Iterable[Entry]
) -> set[str]:
    """Objects of a page that stand where another answer has others.

    Parameters
    ----------
    places
        Of the page's objects, by id.
    url, query
        Of the page.
    entries
        The pages read so far.

    Reading
    -------
    Of one page or two nobody knows what is frame: links at the foot are a list as good as any.
    Those are the same on every page, while answers to two questions differ; and a list that only
    one page has may be anything. Both wait until there are more pages.
    """
    others = [
        (set(entry.places), ids_of(entry))
        for entry in entries
        if entry.url != url and (query is None or entry.query != query)
    ]
    return {
        id_
        for id_, place in places.items()
        if any(place in held and id_ not in shown for held, shown in others)
    }


def of_lists(objects: Sequence[T], told: Sequence[T]) -> tuple[list[T], list[T]]:
    """What is told of a page of a search that is watched, and what waits.

    Reading
    -------
    What answers to a few other questions show as well may be frame, or answer them all. Where it
    stands among what answers this one alone, it is a member of that list.
    """
    places = {one.place for one in told}
    within = [one for one in objects if one.place in places]
    return within, [one for one in objects if one.place not in places]


def waiting(places: Iterable[int], url: str, entries: Iterable[Entry]) -> list[Entry]:
    """Pages with objects at these places that were not told, for want of another page."""
    here = set(places)
    return [
        entry
        for entry in entries
        if entry.url != url and entry.held and not here.isdisjoint(entry.places)
    ]
