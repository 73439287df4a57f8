"""Objects that are sent while a site has shown few pages: those that a second answer confirms."""

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


def confirmed_objects(
    places: Mapping[str, int], url: str, query: str | None, entries: Iterable[Entry]
) -> set[str]:
    """Ids of the objects of a page that stand where another answer has other objects.

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


def split_by_confirmed_lists(
    objects: Sequence[T], confirmed: Sequence[T]
) -> tuple[list[T], list[T]]:
    """Objects of a watched search's page that stand at a place of confirmed ones, and the others.

    Reading
    -------
    What answers to a few other questions show as well may be frame, or answer them all. Where it
    stands among what answers this one alone, it is a member of that list.
    """
    places = {one.place for one in confirmed}
    within = [one for one in objects if one.place in places]
    return within, [one for one in objects if one.place not in places]


def awaiting_confirmation(places: Iterable[int], url: str, entries: Iterable[Entry]) -> list[Entry]:
    """Earlier pages with unsent objects at these places, which this page can confirm."""
    here = set(places)
    return [
        entry
        for entry in entries
        if entry.url != url and entry.held and not here.isdisjoint(entry.places)
    ]
