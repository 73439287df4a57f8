"""Lists on browsed pages whose members no answer has: they are not of the database.

A log of changes, an index of tools, a table on a record's own page: each is a list as good as any,
and what tells it from the site's records is that no question has ever brought one of its members.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Set

import msgspec

from upwell.models.objects.identity import object_id
from upwell.models.urls.address import Address, address_of

from .entries import Entry, ids_of

CHANCE = 0.01  # that a list of the database shares nothing with the answers by accident


class ForeignLists(msgspec.Struct, frozen=True, array_like=True):
    """The lists of a site that are not of the database behind its form.

    Parameters
    ----------
    urls
        Pages of a record, or below one.
    places
        Where lists stand whose members no answer has.
    """

    urls: list[str] = []
    places: list[int] = []

    def contains(self, url: str, places: Collection[int]) -> bool:
        """Whether the objects of a browsed page, at these places, are of foreign lists."""
        return url in self.urls or (bool(places) and set(places) <= set(self.places))


NONE = ForeignLists()


def foreign_lists(site: str, entries: Iterable[Entry], before: ForeignLists = NONE) -> ForeignLists:
    """The lists on the pages read so far whose members no answer has.

    Parameters
    ----------
    site
        Authority of the site.
    entries
        Its pages as they were read last.
    before
        What was found foreign before, and stays so until a member turns up elsewhere.

    Reading
    -------
    A list stands on many pages, of which some may share nothing with what was asked so far: if one
    of them does, all do. A list is foreign where so many members would hardly miss the answers,
    going by the share of the others' members that answers have. On the page of a record, or below
    it, a list without a member of an answer is a part of that record, however short it is; on its
    own page also one with few of them, as a text mentions what else to look at. Where nothing was
    asked nothing is foreign.
    """
    pages = list(entries)
    answered = {id_ for page in pages if page.query is not None for id_ in ids_of(page)}
    listed = {page.url: page for page in pages if page.query is None and ids_of(page)}
    if not answered or not listed:
        return ForeignLists()
    members = {url: ids_of(page) for url, page in listed.items()}
    above = {url: _ids_above(site, url) for url in listed}
    apart = {url: members[url] - above[url] for url in listed}
    own = {url for url in listed if object_id(site, address_of(url), "") in answered}
    shared = {
        url: len(apart[url] & answered) * (url not in own or _are_mostly(apart[url], answered))
        for url in listed
    }
    of_database = {place for url, page in listed.items() if shared[url] for place in page.places}
    trusted = [url for url, page in listed.items() if not of_database.isdisjoint(page.places)]
    shown = Counter(id_ for url in trusted if shared[url] for id_ in members[url])
    shown.update(answered)
    parts = [
        url
        for url in listed
        if not shared[url]
        and (url in before.urls or any(shown[id_] for id_ in above[url]))
        and not (_are_mostly(apart[url], shown.keys()) if url in own else apart[url] & shown.keys())
    ]
    n_members = sum(len(members[url]) for url in trusted)
    missed = 1 - sum(shared[url] for url in trusted) / n_members if n_members else 1.0
    strange = {
        place
        for url, page in listed.items()
        if of_database.isdisjoint(page.places) and missed ** len(members[url]) < CHANCE
        for place in page.places
    }
    strange.update(place for place in before.places if place not in of_database)
    return ForeignLists(sorted(parts), sorted(strange))


def would_be_foreign(
    site: str, page: Entry, entries: Iterable[Entry], before: ForeignLists = NONE
) -> bool:
    """Whether the list of a page that has just come would be foreign among the pages so far.

    Parameters
    ----------
    page
        With its objects, though none of them may be told.
    entries, before
        As for `foreign_lists`.

    Reading
    -------
    What is foreign is decided for all pages together, when a model is published. Until then a list
    of other things would be sent, to be withdrawn. Where an answer shows a member of a list that
    is on no record's page there is nothing to decide.
    """
    others = [entry for entry in entries if entry.url != page.url]
    return foreign_lists(site, [*others, page], before).contains(page.url, page.places)


def _are_mostly(ids: Collection[str], among: Set[str]) -> bool:
    return 2 * sum(id_ in among for id_ in ids) > len(ids)


def _ids_above(site: str, url: str) -> set[str]:
    """Ids of the objects that a page, or one above it, would be the page of."""
    return {object_id(site, address, "") for address in _above(address_of(url))}


def _above(address: Address) -> Iterator[Address]:
    """An address, with fewer arguments, and with fewer steps.

    >>> [one.text for one in _above(address_of("http://a.org/book/7/log?id=3"))]
    ['a.org/book/7/log?id=3', 'a.org/book/7/log', 'a.org/book/7/', 'a.org/book/7', 'a.org/book/', \
'a.org/book']
    """
    yield address
    for name in sorted(address.names) if len(address.names) > 1 else ():
        yield Address(address.place, tuple(pair for pair in address.arguments if pair[0] == name))
    place = address.place
    if address.arguments:
        yield Address(place)
    while "/" in (place := place.rpartition("/")[0]):
        yield Address(f"{place}/")
        yield Address(place)
