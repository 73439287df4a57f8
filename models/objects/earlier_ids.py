"""Ids that an object had under other rules: the same link, with fewer or more of its arguments."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from ..urls.address import NOWHERE, address_of
from .identity import object_id
from .key_columns import earlier_keys
from .params import MOST_ARGUMENTS


class Found(NamedTuple):
    """An object as a page is read now."""

    id: str
    url: str | None
    text: str  # without its number in the list
    values: tuple[str, ...] = ()  # of its columns


def earlier_ids(
    site: str, objects: Sequence[Found], lost: Collection[str], known: Collection[str]
) -> dict[str, str]:
    """New id by lost id, for objects that a page has lost because the rule of identity changed.

    Parameters
    ----------
    site
        Authority that the page is from.
    objects
        Of the page as it is read now.
    lost
        Ids that its last reading had and this one has not.
    known
        Ids that both have.

    Reading
    -------
    A rule that leaves an argument out, or keeps one, gives every object of a list another id, and
    so does the first link that tells objects apart where their text did before. An id is a hash,
    so one that follows from the link of an object, or from its text, was that object's.

    Examples
    --------
    >>> from ..urls.address import address_of
    >>> url = "http://a.org/item?id=7&sid=x"
    >>> now = object_id("a.org", address_of("http://a.org/item?id=7"), "")
    >>> before = object_id("a.org", address_of(url), "")
    >>> earlier_ids("a.org", [Found(now, url, "Red bus")], {before}, ()) == {before: now}
    True
    """
    found: dict[str, str] = {}
    for one in objects if lost else ():
        if one.id in known:
            continue
        for id_ in _candidates(site, one):
            if id_ in lost and id_ != one.id:
                found.setdefault(id_, one.id)
    return found


def _candidates(site: str, one: Found) -> Iterator[str]:
    yield object_id(site, None, one.text)
    yield from earlier_keys(site, one.values)
    address = address_of(one.url) if one.url else NOWHERE
    names = sorted(address.names)[:MOST_ARGUMENTS]
    if address == NOWHERE:
        return
    for n_left_out in range(len(names) + 1):
        for left_out in combinations(names, n_left_out):
            yield object_id(site, address.without(frozenset(left_out)), "")
